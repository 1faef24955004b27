// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// The second XMP packet of a JPEG file, for properties that do not fit into a segment of 64 KiB. It
/// is divided among segments.
struct ExtendedXMP {
  private static let mark: StaticString = "http://ns.adobe.com/xmp/extension/\0"
  /// The mark, the digest of the packet in hexadecimal digits, its length, and the offset of the
  /// part.
  private static let headerLength = 35 + 32 + 4 + 4
  private static let maximumLength = 16 << 20

  private var parts: [(digest: [UInt8], offset: Int, bytes: ArraySlice<UInt8>)] = []
  private var byteCount = 0

  /// Stores the part in a segment.
  ///
  /// - Returns: Whether there is one.
  mutating func take(_ segment: [UInt8]) -> Bool {
    guard segment.has(Self.mark), let offset = segment.integer(at: 71, as: UInt32.self, .big) else { return false }
    byteCount += segment.count
    if byteCount <= Self.maximumLength {
      parts.append((Array(segment[35..<67]), Int(offset), segment.dropFirst(Self.headerLength)))
    }
    return true
  }

  /// The packet that the first packet refers to by its digest, up to the first missing part. Editors
  /// leave old packets in the file.
  func packet(namedIn first: [UInt8]) -> [UInt8]? {
    let sorted = parts.sorted { $0.offset < $1.offset }
    guard let digest = sorted.lazy.map(\.digest).first(where: { first.firstRange(of: $0) != nil }) else { return nil }
    var packet: [UInt8] = []
    for part in sorted where part.digest == digest && part.offset == packet.count { packet += part.bytes }
    return packet.isEmpty ? nil : packet
  }
}
