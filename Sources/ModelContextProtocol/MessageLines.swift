// SPDX-License-Identifier: Apache-2.0

/// Divides input into messages, of which each is a line.
package struct MessageLines {
  package enum Line: Equatable {
    case message([UInt8])
    /// A line that exceeds the limit, of which nothing is kept.
    case oversized
  }

  /// Maximum length of a message in bytes.
  package static let maximumLength = 1 << 20

  private var pending: [UInt8] = []
  private var isOversized = false

  package init() {}

  /// The lines that end in `bytes`. The rest begins the next line. Lines of only white space are left out.
  package mutating func append(_ bytes: some Collection<UInt8>) -> [Line] {
    var lines: [Line] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      extend(rest[..<end])
      if isOversized {
        lines.append(.oversized)
      } else if pending.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) {
        lines.append(.message(pending))
      }
      (pending, isOversized) = ([], false)
      rest = rest[end...].dropFirst()
    }
    extend(rest)
    return lines
  }

  private mutating func extend(_ bytes: some Collection<UInt8>) {
    guard !isOversized else { return }
    guard pending.count + bytes.count <= Self.maximumLength else {
      (pending, isOversized) = ([], true)
      return
    }
    pending += bytes
  }
}
