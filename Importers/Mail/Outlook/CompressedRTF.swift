// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// The compression of RTF in messages (MS-OXRTFCP): references into a window of 4 KiB, which begins with usual words.
enum CompressedRTF {
  private static let windowByteCount = 4096
  private static let initialWindow = Array(
    ("{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New "
      + "RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx").utf8)

  /// The RTF; `nil` for something else. Damaged data are expanded up to the damage.
  static func expanded(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
    // The lengths with and without compression, the kind, and a checksum.
    guard bytes.count >= 16, let count = bytes.integer(at: 4, as: UInt32.self, .little).map(Int.init) else { return nil }
    if bytes.has("MELA", at: 8) { return Array(bytes.dropFirst(16).prefix(min(count, limit))) }
    guard bytes.has("LZFu", at: 8) else { return nil }
    var window = initialWindow + [UInt8](repeating: 0, count: windowByteCount - initialWindow.count)
    var end = initialWindow.count
    var output: [UInt8] = []
    func put(_ byte: UInt8) {
      output.append(byte)
      window[end] = byte
      end = (end + 1) % windowByteCount
    }
    var offset = 16
    while offset < bytes.count, output.count < min(count, limit) {
      let flags = bytes[offset]
      offset += 1
      for bit in 0..<8 where offset < bytes.count {
        guard flags >> bit & 1 == 1 else {
          put(bytes[offset])
          offset += 1
          continue
        }
        guard offset + 1 < bytes.count else { return output }
        let reference = Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
        offset += 2
        // A reference to the end of the window ends the text.
        if reference >> 4 == end { return output }
        for index in 0..<((reference & 15) + 2) { put(window[((reference >> 4) + index) % windowByteCount]) }
      }
    }
    return output
  }
}
