// SPDX-License-Identifier: Apache-2.0

extension String {
  /// The longest prefix of whole characters that fits.
  package func prefix(utf8ByteCount limit: Int) -> String {
    guard utf8.count > limit else { return self }
    return String(self[..<utf8.index(startIndex, offsetBy: limit)])
  }
}
