// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

/// A shell pattern (`*`, `?`, `[…]`) for names. fnmatch(3)
package struct NamePattern: Sendable {
  let text: String
  private let bytes: [UInt8]
  /// Whether the pattern matches only the name with its bytes.
  private let isLiteral: Bool

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
    isLiteral = !bytes.contains { "*?[\\".utf8.contains($0) }
  }

  func matches(_ name: [UInt8]) -> Bool {
    if isLiteral { return name == bytes }
    return FileName(name).matches(pattern: bytes)
  }
}
