// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The name of a directory entry: bytes without `/` and NUL, not necessarily UTF-8.
package struct FileName: Hashable, Sendable {
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package init(_ text: String) { bytes = Array(text.utf8) }

  /// Whether the name begins with a full stop.
  package var isHidden: Bool { bytes.first == UInt8(ascii: ".") }

  /// Whether the name matches a pattern of the shell: `*`, `?` and `[…]`. fnmatch(3)
  package func matches(pattern: [UInt8]) -> Bool {
    unsafe Path(pattern).withCString { pattern in unsafe Path(bytes).withCString { unsafe fnmatch(pattern, $0, 0) == 0 } }
  }

  /// The name as text; `nil` if it is not UTF-8.
  package var validText: String? { String(validating: bytes, as: UTF8.self) }

  /// The name as text, in which bytes that are not UTF-8 become replacement characters.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension FileName: Comparable {
  /// Compares bytes.
  package static func < (one: FileName, other: FileName) -> Bool { one.bytes.lexicographicallyPrecedes(other.bytes) }
}
