// SPDX-License-Identifier: Apache-2.0

/// The descriptor of an MPEG-4 elementary stream (ISO/IEC 14496-1, 7.2.6), which consists of nested
/// descriptors.
package struct StreamDescriptor: Sendable {
  /// The number of the codec.
  package let objectType: UInt8
  /// The codec's own description of the stream; empty if it has none.
  private var configuration: [UInt8] = []

  /// Object types of AAC.
  private static let audioTypes: Set<UInt8> = [0x40, 0x66, 0x67, 0x68]

  /// Reads the descriptor in a box `esds` in `range`, which QuickTime puts into a box `wave`.
  ///
  /// - Returns: `nil` without a description of the decoder.
  package init?(_ file: FileBytes, amongBoxesIn range: Range<Int>) {
    var boxes = ISOBox.list(in: file, range)
    if let wave = boxes.first(where: { $0.type == "wave" }) { boxes += ISOBox.list(in: file, wave.body) }
    guard let body = boxes.first(where: { $0.type == "esds" })?.body else { return nil }
    let bytes = file.bytes(at: body.lowerBound + 4, count: min(body.count, 256))
    var offset = 0
    func enter(_ tag: UInt8) -> Bool {
      guard offset < bytes.count, bytes[offset] == tag else { return false }
      offset += 1
      // The length has a continuation bit in each byte.
      while offset < bytes.count, bytes[offset] & 0x80 != 0 { offset += 1 }
      offset += 1
      return true
    }
    guard enter(3), offset + 2 < bytes.count else { return nil }
    let flags = bytes[offset + 2]
    offset += 3
    if flags & 0x80 != 0 { offset += 2 }
    if flags & 0x40 != 0 { offset += 1 + (offset < bytes.count ? Int(bytes[offset]) : 0) }
    if flags & 0x20 != 0 { offset += 2 }
    guard enter(4), offset < bytes.count else { return nil }
    objectType = bytes[offset]
    offset += 13
    if enter(5) { configuration = Array(bytes.dropFirst(offset)) }
  }

  /// The number of channels in the configuration of AAC (ISO/IEC 14496-3, 1.6.2.1); `nil` for other
  /// codecs, and for channels that are described elsewhere.
  package var channels: Int? {
    guard Self.audioTypes.contains(objectType), !configuration.isEmpty else { return nil }
    var reader = BitReader(configuration)
    let codec = reader.takeAudioType()
    reader.skipRate()
    let channels = [0, 1, 2, 3, 4, 5, 6, 8, 0, 0, 0, 7, 8, 0, 8, 0][reader.take(4)]
    guard !reader.isExhausted, channels > 0 else { return nil }
    // Parametric stereo makes two channels out of one.
    return channels == 1 && (codec == 29 || reader.hasLaterStereo()) ? 2 : channels
  }
}

extension BitReader {
  fileprivate mutating func takeAudioType() -> Int {
    let type = take(5)
    return type == 31 ? 32 + take(6) : type
  }

  /// An index into a list of rates, or a rate of its own.
  fileprivate mutating func skipRate() {
    if take(4) == 15 { _ = take(24) }
  }

  /// Whether the extension behind the configuration of the simplest codecs, which early decoders do
  /// not know, announces parametric stereo.
  fileprivate mutating func hasLaterStereo() -> Bool {
    _ = take(3)
    guard take(11) == 0x2B7, take(5) == 5, take(1) == 1 else { return false }
    skipRate()
    return take(11) == 0x548 && take(1) == 1 && !isExhausted
  }
}
