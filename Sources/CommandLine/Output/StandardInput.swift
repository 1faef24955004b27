// SPDX-License-Identifier: Apache-2.0

package import SystemPlatform

/// Standard input that arrives in pieces.
package enum StandardInput {
  /// stdin(3)
  private static let descriptor: Int32 = 0
  private static let pieceLength = 1 << 16

  /// Waits for the next bytes.
  ///
  /// - Returns: `nil` at the end.
  package static func next() throws(SystemError) -> [UInt8]? {
    let bytes = try Descriptor.read(pieceLength, from: descriptor)
    return bytes.isEmpty ? nil : bytes
  }
}
