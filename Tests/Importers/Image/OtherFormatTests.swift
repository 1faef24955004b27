// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import Foundation
import ImageImporter
import ImporterSupport
import TestSupport
import Testing

/// Formats of old programs, of scanners and of medicine, and diagrams in pictures.
@Suite struct OtherFormatTests {
  private func imported(_ bytes: [UInt8]) throws -> MediaImport { try MediaImport(ImageImporter(), bytes) }

  @Test func `a PCX image has its size`() throws {
    let header = Bytes.all(
      [0x0A, 5, 1, 8], Bytes.little(UInt16(10), 20, 39, 39, 300, 300), [UInt8](repeating: 0, count: 49), [3], Bytes.little(UInt16(30), 1),
      [UInt8](repeating: 0, count: 58))
    let found = try imported(header + [1, 2, 3])
    #expect(found.failure == nil)
    #expect(found.attributes.pixelWidth == 30)
    #expect(found.attributes.pixelHeight == 20)
    #expect(found.attributes.bitsPerSample == 8)
    #expect(found.attributes.resolutionWidthDPI == 300)
  }

  @Test(arguments: [(UInt8(0), 768, 512, 0), (4, 1536, 1024, 0), (9, 3072, 2048, 1)])
  func `a Photo CD image has the size of its largest picture`(mark: UInt8, width: Int, height: Int, orientation: Int) throws {
    var bytes = [UInt8](repeating: 0xFF, count: 2048) + Bytes.text("PCD_IPI") + [UInt8](repeating: 0x20, count: 2041)
    bytes[2048 + 1538] = mark
    let found = try imported(bytes)
    #expect(found.failure == nil)
    #expect(found.attributes.pixelWidth == width as NSNumber)
    #expect(found.attributes.pixelHeight == height as NSNumber)
    #expect(found.attributes.orientation == orientation as NSNumber)
  }

  private func element(_ group: UInt16, _ number: UInt16, _ representation: String, _ value: [UInt8], isImplicit: Bool) -> [UInt8] {
    let tag = Bytes.little(group, number)
    if isImplicit { return Bytes.all(tag, Bytes.little(UInt32(value.count)), value) }
    guard representation == "SQ" else { return Bytes.all(tag, Bytes.text(representation), Bytes.little(UInt16(value.count)), value) }
    return Bytes.all(tag, Bytes.text("SQ"), [0, 0], Bytes.little(UInt32.max), value, Bytes.little(UInt16(0xFFFE), 0xE0DD, 0, 0))
  }

  @Test(arguments: [false, true])
  func `a DICOM file has the size of its image and the texts about it`(isImplicit: Bool) throws {
    let syntax = isImplicit ? "1.2.840.10008.1.2\0" : "1.2.840.10008.1.2.1\0"
    func add(_ group: UInt16, _ number: UInt16, _ representation: String, _ value: [UInt8]) -> [UInt8] {
      element(group, number, representation, value, isImplicit: isImplicit)
    }
    let item = Bytes.all(Bytes.little(UInt16(0xFFFE), 0xE000), Bytes.little(UInt32.max), add(0x0008, 0x1030, "LO", Bytes.text("no")))
    let bytes = Bytes.all(
      [UInt8](repeating: 0, count: 128), Bytes.text("DICM"),
      element(0x0002, 0x0010, "UI", Bytes.text(syntax), isImplicit: false), add(0x0008, 0x0020, "DA", Bytes.text("20140701")),
      add(0x0008, 0x0060, "CS", Bytes.text("MR")),
      isImplicit ? [] : add(0x0008, 0x1140, "SQ", item + Bytes.little(UInt16(0xFFFE), 0xE00D, 0, 0)),
      add(0x0008, 0x1030, "LO", Bytes.text("Knee left ")), add(0x0010, 0x0010, "PN", Bytes.text("Lovelace^Ada")),
      add(0x0028, 0x0010, "US", Bytes.little(UInt16(20))), add(0x0028, 0x0011, "US", Bytes.little(UInt16(30))),
      Bytes.little(UInt16(0x7FE0), 0x0010), Bytes.text("OW"), [0, 0], Bytes.little(UInt32(2)), [1, 2])
    let found = try imported(bytes)
    #expect(found.failure == nil)
    #expect(found.attributes.pixelWidth == 30)
    #expect(found.attributes.pixelHeight == 20)
    #expect(found.attributes.title == "Knee left")
    #expect(found.attributes.contentCreationDate != nil)
    #expect(found.text == "MR\nKnee left\nLovelace Ada\n")
  }

  @Test(arguments: [
    ("ISO_IR 144", [0xBB, 0xEE] as [UInt8], "Лю"), ("\\ISO 2022 IR 87", [0x1B, 0x24, 0x42, 0x3B, 0x33, 0x1B, 0x28, 0x42], "山"),
    ("ISO_IR 192", [0xC3, 0x84], "Ä"), ("ISO 2022 IR 6\\ISO 2022 IR 126", [0x1B, 0x2D, 0x46, 0xC4], "Δ"),
  ])
  func `names in a DICOM file are in its character set, and a report without an image is not damaged`(
    set: String, name: [UInt8], text: String
  ) throws {
    func add(_ group: UInt16, _ number: UInt16, _ value: [UInt8]) -> [UInt8] { element(group, number, "LO", value, isImplicit: false) }
    let bytes = Bytes.all(
      [UInt8](repeating: 0, count: 128), Bytes.text("DICM"), add(8, 5, Bytes.text(set)), add(0x0010, 0x0010, Bytes.text("Ada^") + name))
    let found = try imported(bytes)
    #expect(found.failure == nil)
    #expect(found.text == "Ada \(text)\n")
  }

  @Test func `a diagram in a picture has its labels`() throws {
    let diagram =
      "<mxfile><diagram name=\"Plan\"><mxGraphModel><root><mxCell value=\"&lt;b&gt;Pump&lt;/b&gt;\"/></root></mxGraphModel></diagram></mxfile>"
    let escaped = diagram.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9' content=\"\(escaped)\"><rect width='9'/></svg>"
    #expect(try imported(Bytes.text(svg)).text.split(separator: "\n") == ["Plan", "Pump"])
    let text = Bytes.text("mxfile\0" + (diagram.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""))
    let chunk = { (type: String, body: [UInt8]) in Bytes.big(UInt32(body.count)) + Bytes.text(type) + body + [0, 0, 0, 0] }
    let png = Bytes.all(
      [0x89], Bytes.text("PNG\r\n\u{1A}\n"), chunk("IHDR", Bytes.all(Bytes.big(UInt32(3), UInt32(2)), [8, 2, 0, 0, 0])),
      chunk("tEXt", text),
      chunk("IEND", []))
    #expect(try imported(png).text.split(separator: "\n") == ["Plan", "Pump"])
  }

  @Test func `damage of these formats does no harm`() throws {
    var generator = SeededGenerator(seed: 1)
    let dicom =
      [UInt8](repeating: 0, count: 128) + Bytes.text("DICM") + (0..<40).flatMap { element(8, $0, "LO", [1, 2], isImplicit: false) }
    for _ in 0..<300 { _ = try imported(Array(dicom.prefix(132)) + Array(dicom.dropFirst(132)).damaged(using: &generator)) }
    for count in 128..<dicom.count { _ = try imported(Array(dicom.prefix(count))) }
  }
}
