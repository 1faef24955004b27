// SPDX-License-Identifier: Apache-2.0

internal import IndexStore
internal import LogMessages

/// An entry of the desktop's list of recently used files.
struct RecentFile: Sendable, Equatable {
  /// An absolute path, as the program that opened the file knew it.
  var path: [UInt8]
  /// When the file was last used, in seconds since 1970.
  var lastUsed: Int64
  var count: UInt64
  /// The hash of the address.
  var entry: UInt64

  init(path: [UInt8], lastUsed: Int64, count: UInt64) {
    self.path = path
    self.lastUsed = lastUsed
    self.count = count
    entry = FileUse.hash(of: path)
  }

  /// Times until the end of the year 9999.
  private static let timeRange: ClosedRange<Int64> = 0...253_402_300_799
  /// Sums of such counts do not overflow.
  private static let countRange: ClosedRange<UInt64> = 1...1_000_000_000

  /// - Parameter line: The time, the count, and the address, `file:///…` in percent-encoding.
  /// - Returns: `nil` if the address is not that of a file on this computer, or a number is not one
  ///   that a program would write.
  init?(line: Substring) {
    let parts = line.split(separator: " ")
    guard parts.count == 3, let lastUsed = Int64(parts[0]), Self.timeRange.contains(lastUsed), let count = UInt64(parts[1]),
      Self.countRange.contains(count), let path = [UInt8](filePathOf: parts[2])
    else { return nil }
    self.init(path: path, lastUsed: lastUsed, count: count)
  }

  /// The entries in the text of a list; see `RecentFilesImporter`.
  static func list(_ text: [UInt8]) -> [RecentFile] {
    String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { RecentFile(line: $0) }
  }
}

extension [UInt8] {
  /// The path in an address `file:///…` or `file://localhost/…`; `nil` for other addresses, and for
  /// paths that a program would not write.
  fileprivate init?(filePathOf address: Substring) {
    guard var path = PercentEncoding.path(ofFileURL: String(address)) else { return nil }
    while path.count > 1, path.last == UInt8(ascii: "/") { path.removeLast() }
    let names = path.split(separator: UInt8(ascii: "/"))
    guard !names.isEmpty, names.allSatisfy({ $0.count <= 255 && !$0.contains(0) && $0 != Array("..".utf8)[...] }) else { return nil }
    self = path
  }
}
