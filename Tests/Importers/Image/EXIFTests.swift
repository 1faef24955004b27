// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import Foundation
import ImageImporter
import ImporterSupport
import Testing

/// Fields of EXIF that not all cameras and programs write in the same way.
@Suite struct EXIFTests {
  private typealias Entries = [(tag: UInt16, value: TIFFBuilder.Value)]

  private func attributes(
    isBig: Bool = false, image: [(tag: UInt16, value: TIFFBuilder.Value)] = [], exif: [(tag: UInt16, value: TIFFBuilder.Value)] = [],
    packet: [UInt8] = []
  ) throws -> CSSearchableItemAttributeSet {
    let block = TIFFBuilder(isBig: isBig, image: image, exif: exif).bytes
    let segment = packet.isEmpty ? [] : PacketFixture.segment(0xE1, Bytes.text("http://ns.adobe.com/xap/1.0/\0"), packet)
    let jpeg = PacketFixture.jpeg(PacketFixture.segment(0xE1, Bytes.text("Exif\0\0"), block), segment)
    return try MediaImport(ImageImporter(), jpeg).attributes
  }

  @Test func `APEX values replace a missing exposure time and f-number`() throws {
    let apex: Entries = [(0x9201, .rational([(6, 1)])), (0x9202, .rational([(297, 100)]))]
    let old = try attributes(exif: apex)
    #expect(old.exposureTime == 0.015625)
    #expect(old.exposureTimeString == "1/64")
    #expect(old.fNumber == 2.8)
    let new = try attributes(exif: apex + [(0x829A, .rational([(1, 60)])), (0x829D, .rational([(27, 10)]))])
    #expect(new.exposureTimeString == "1/60")
    #expect(new.fNumber == 2.7)
    let unknown = try attributes(exif: [(0x9201, .rational([(4000, 1)])), (0x9202, .rational([(0, 1)]))])
    #expect(unknown.exposureTime == nil)
    #expect(unknown.fNumber == nil)
    let packet = PacketFixture.packet("exif:ShutterSpeedValue=\"6/1\" exif:ApertureValue=\"297/100\"")
    #expect(try attributes(packet: packet).exposureTime == 0.015625)
    #expect(try attributes(packet: packet).fNumber == 2.8)
  }

  @Test func `fields of the camera are also found in the directory of the image`() throws {
    let attributes = try attributes(image: [
      (0x829A, .rational([(32, 10)])), (0x829D, .rational([(9, 1)])), (0x8827, .short([250])), (0x920A, .rational([(24, 1)])),
    ])
    #expect(attributes.exposureTime == 3.2)
    #expect(attributes.fNumber == 9)
    #expect(attributes.isoSpeed == 250)
    #expect(attributes.focalLength == 24)
  }

  /// The name of the encoding, the text, and the byte order of the block.
  @Test(
    arguments: [
      ("ASCII\0\0\0", Array("Größe\0".utf8), false), ("UNICODE\0", wide("Größe\0", isBig: true), true),
      ("UNICODE\0", wide("Größe", isBig: false), false), ("UNICODE\0", wide("Größe", isBig: false), true),
      ("UNICODE\0", wide("\u{FEFF}Größe", isBig: true), false), ("\0\0\0\0\0\0\0\0", Array("Größe   ".utf8), true),
    ] as [(String, [UInt8], Bool)])
  func `a comment is read in the encoding that it names`(encoding: String, text: [UInt8], isBig: Bool) throws {
    let comment = TIFFBuilder.Value.undefined(Bytes.text(encoding) + text)
    #expect(try attributes(isBig: isBig, exif: [(0x9286, comment)]).comment == "Größe")
  }

  @Test(arguments: [
    Bytes.text("\0\0\0\0\0\0\0\0") + [0xFF, 0xD8, 0xFF], Bytes.text("JIS\0\0\0\0\0") + [0x24, 0x22], [UInt8](repeating: 0, count: 64),
  ])
  func `a comment without a known encoding is ignored if it is not UTF-8`(bytes: [UInt8]) throws {
    #expect(try attributes(exif: [(0x9286, .undefined(bytes))]).comment == nil)
  }

  private static let windows: Entries = [
    (0x4746, .short([3])), (0x9C9B, .bytes(wide("Hafen\0", isBig: false))), (0x9C9C, .bytes(wide("Größe\0", isBig: false))),
    (0x9C9D, .bytes(wide("One; Two\0", isBig: false))), (0x9C9E, .bytes(wide("boats;sea;\0", isBig: false))),
    (0x9C9F, .bytes(wide("עברית\0", isBig: false))),
  ]

  @Test(arguments: [false, true])
  func `properties that Windows stores are found`(isBig: Bool) throws {
    let attributes = try attributes(isBig: isBig, image: Self.windows)
    #expect(attributes.title == "Hafen")
    #expect(attributes.comment == "Größe")
    #expect(attributes.authorNames == ["One", "Two"])
    #expect(attributes.keywords == ["boats", "sea"])
    #expect(attributes.subject == "עברית")
    #expect(attributes.rating == 3)
  }

  @Test func `XMP takes precedence over properties of Windows`() throws {
    let attributes = try attributes(image: Self.windows, packet: Bytes.text(ImageFixture.xmp))
    #expect(attributes.title == "Dusk")
    #expect(attributes.keywords == ["boats", "sea"])
    #expect(attributes.rating == 4)
    #expect(attributes.comment == "Größe")
  }
}

private func wide(_ text: String, isBig: Bool) -> [UInt8] {
  text.utf16.flatMap { isBig ? Bytes.big($0) : Bytes.little($0) }
}
