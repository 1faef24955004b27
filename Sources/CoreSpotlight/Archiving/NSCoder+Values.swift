// SPDX-License-Identifier: Apache-2.0

internal import Foundation

// Foundation on Linux traps when an archive contains an object of a class that its reader does not
// expect. Values are therefore archived as bytes, which involve no class: an archive from an
// untrusted source can only be rejected.
extension NSCoder {
  /// Archives values as a binary property list.
  func encodeValues(_ values: some Encodable, forKey key: String) {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    do {
      let data = try encoder.encode(values)
      data.withUnsafeBytes { encodeBytes($0.baseAddress?.assumingMemoryBound(to: UInt8.self), length: $0.count, forKey: key) }
    } catch {
      failWithError(error)
    }
  }

  /// The values that ``encodeValues(_:forKey:)`` has archived; `nil` if the archive does not
  /// contain valid ones.
  func decodeValues<Values: Decodable>(_ type: Values.Type, forKey key: String) -> Values? {
    // Property lists in XML are refused, because Foundation's parser of them overflows the stack if
    // they are deeply nested.
    guard let data = withDecodedUnsafeBytes(forKey: key, body: { bytes in bytes.map { Data($0) } }), data.starts(with: "bplist".utf8)
    else { return nil }
    return try? PropertyListDecoder().decode(type, from: data)
  }
}
