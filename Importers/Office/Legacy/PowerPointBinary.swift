internal import ImporterSupport

/// The text of a PowerPoint presentation since version 97: texts of slides and notes, in the order
/// of the file.
enum PowerPointBinary {
  private static let maximumRecordCount = 1 << 20

  static func appendText(of file: CompoundFile, to text: TextSink) throws {
    guard let stream = file.stream("PowerPoint Document") else { return }
    if file.stream("EncryptedSummary") != nil { throw ImportError.encrypted }
    var offset = 0
    var endOfHeaders = 0
    for _ in 0..<maximumRecordCount {
      guard let version = stream.integer(at: offset, as: UInt16.self, .little),
        let kind = stream.integer(at: offset + 2, as: UInt16.self, .little),
        let length = stream.integer(at: offset + 4, as: UInt32.self, .little)
      else { return }
      offset += 8
      // The texts of a master say only where texts belong.
      if kind == 0x03F8 {
        offset += Int(length)
        continue
      }
      // Containers have this version; the records in them follow.
      if version & 0x0F == 0x0F {
        if kind == 0x0FD9 { endOfHeaders = offset + Int(length) }
        continue
      }
      // Texts of two bytes or one byte for each character. Other texts are names, unless they are headers and footers.
      if kind == 0x0FA0 || kind == 0x0FA8 || kind == 0x0FBA && offset < endOfHeaders {
        let bytes = stream.bytes(at: offset, count: Int(length))
        // Paragraphs end with a carriage return, and lines with a vertical tab.
        let lines = StoredCharacters(bytes: bytes, encoding: kind == 0x0FA8 ? .latin1 : .wide).utf8.map {
          $0 == 0x0D || $0 == 0x0B ? 0x0A : $0
        }
        try text.append(utf8: (lines + [0x0A]).span)
      }
      offset += Int(length)
    }
  }
}
