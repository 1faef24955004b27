import TestSupport
import ImporterSupport
import Testing

@testable import DocumentImporter

/// A document whose information is object 7, in object stream 5, and whose table is a stream.
private func compressed(predictor: Bool = true) -> (bytes: [UInt8], table: Int) {
  var bytes = Array("%PDF-1.5\n".utf8)
  let container = bytes.count
  let information = "<< /Title (A \\(B\\) (C)\\\n\\053) /Trapped /True /Author <4164 6> >>"
  let objects = "6 0 7 5 null \(information)"
  bytes += Array("5 0 obj << /Type /ObjStm /N 2 /First 8 >>\nstream\r\n".utf8) + stored(Array(objects.utf8)) + Array("\nendstream".utf8)
  let table = bytes.count
  let entries: [[UInt8]] = [[1, UInt8(container >> 8), UInt8(container & 255), 0], [2, 0, 5, 0], [2, 0, 5, 1]]
  var above: [UInt8] = [0, 0, 0, 0]
  var rows: [UInt8] = []
  for entry in entries {
    rows += predictor ? [2] + zip(entry, above).map { $0 &- $1 } : entry
    above = entry
  }
  let parameters = predictor ? "/DecodeParms << /Columns 4 /Predictor 12 >>" : ""
  bytes += Array("9 0 obj << /Type /XRef /W [1 2 1] /Index [5 3] /Info 7 0 R \(parameters) >> stream\n".utf8) + stored(rows)
  return (bytes, table)
}

/// A zlib stream of one block that is not compressed.
private func stored(_ data: [UInt8]) -> [UInt8] {
  let length = UInt16(data.count)
  return [0x78, 0x01, 0x01] + [length, ~length].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] } + data + [0, 0, 0, 0]
}

@Suite struct PDFObjectsTests {
  @Test(arguments: [true, false])
  func `information is found in an object stream`(predictor: Bool) throws {
    let (bytes, table) = compressed(predictor: predictor)
    let information = try #require(PDFObjects(FileBytes(bytes), newestTable: table).information())
    #expect(information == ["Title": Array("A (B) (C)+".utf8), "Author": Array("Ad`".utf8)])
  }

  @Test func `a table that is its own predecessor ends`() {
    let text = "xref\n0 1\n0000000000 65535 f \ntrailer << /Info 7 0 R /Prev 0 >>"
    #expect(PDFObjects(FileBytes(Array(text.utf8)), newestTable: 0).information() == nil)
  }

  @Test func `an object stream inside itself ends`() {
    var bytes = Array("9 0 obj << /W [1 2 1] /Index [5 3] /Info 7 0 R >> stream\n".utf8)
    bytes += stored([2, 0, 7, 0, 2, 0, 7, 0, 2, 0, 7, 0])
    #expect(PDFObjects(FileBytes(bytes), newestTable: 0).information() == nil)
  }

  @Test(arguments: ["9223372036854775807 9223372036854775807", "0 9223372036854775807", "9223372036854775807 1", "1 922337203685477580"])
  func `counts that no file can hold are not believed`(section: String) {
    let plain = "xref\n\(section)\n0000000000 65535 f \ntrailer << /Info 7 0 R >>"
    #expect(PDFObjects(FileBytes(Array(plain.utf8)), newestTable: 0).information() == nil)
    let stream = Array("9 0 obj << /W [1 2 1] /Index [\(section)] /Info 7 0 R >> stream\n".utf8) + stored([1, 0, 7, 0])
    #expect(PDFObjects(FileBytes(stream), newestTable: 0).information() == nil)
  }

  @Test(arguments: 1...200) func `changed bytes are survived`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for (original, table) in [compressed(), (PDFFixture().bytes, 0)] {
      var bytes = original
      for _ in 0..<Int.random(in: 1...10, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = PDFObjects(FileBytes(bytes), newestTable: table).information()
      _ = PDFObjects(FileBytes(Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))), newestTable: table).information()
    }
  }
}
