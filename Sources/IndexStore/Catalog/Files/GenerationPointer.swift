// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

/// The content of `CURRENT`: one line with the name of the catalog's generation in use.
struct GenerationPointer: Equatable {
  /// For example `catalog-0001`.
  let name: String
  let number: Int
  let stamp: Stamp

  /// Detects that `CURRENT` was replaced without reading it, because each replacement is a new
  /// file.
  struct Stamp: Equatable, Sendable {
    let inode: UInt64
    let seconds: Int
    let nanoseconds: Int
  }

  /// - Throws: `StoreError.notFound` if the store has no `CURRENT`.
  static func stamp(of store: String) throws(StoreError) -> Stamp {
    do throws(SystemError) {
      let facts = try FileFacts(of: Path(store + "/CURRENT"))
      return Stamp(inode: facts.identity.inode, seconds: facts.modified.seconds, nanoseconds: facts.modified.nanoseconds)
    } catch {
      if error.code == .noSuchFileOrDirectory { throw .notFound(path: store) }
      if error.code == .tooManyLinks { throw .notAFile(store + "/CURRENT") }
      throw StoreError(error)
    }
  }

  init(of store: String) throws(StoreError) {
    // The stamp is taken before the file is read. If the file is replaced in between, the next
    // comparison of stamps detects it.
    stamp = try Self.stamp(of: store)
    let bytes = try readSmallFile(store + "/CURRENT", limit: 64)
    guard let name = Self.name(in: bytes), let number = Self.number(of: name) else {
      throw .corrupted(object: store + "/CURRENT", reason: "it does not name a catalog")
    }
    self.name = name
    self.number = number
  }

  private static func name(in bytes: [UInt8]) -> String? {
    guard bytes.last == UInt8(ascii: "\n") else { return nil }
    return String(validating: bytes.dropLast(), as: UTF8.self)
  }

  /// The number in a name such as `catalog-0001`; `nil` for any other form.
  static func number(of name: String) -> Int? {
    guard name.hasPrefix("catalog-") else { return nil }
    let digits = name.dropFirst("catalog-".count)
    guard digits.count >= 4, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
    return Int(digits)
  }

  static func name(of number: Int) -> String {
    let digits = String(number)
    return "catalog-" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Makes `CURRENT` name a generation. After a crash it names either the old or the new one.
  static func set(_ number: Int, in store: String) throws(StoreError) {
    try replaceFile(store + "/CURRENT", with: Array((name(of: number) + "\n").utf8)) {
      switch $0 {
      case .written: CrashPoint.currentWritten.pass()
      case .renamed: CrashPoint.currentRenamed.pass()
      }
    }
    CrashPoint.currentSet.pass()
  }
}
