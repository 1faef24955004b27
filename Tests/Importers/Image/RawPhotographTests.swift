// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import Foundation
import ImageImporter
import ImporterSupport
import Testing

/// Raw photographs of several makers.
@Suite struct RawPhotographTests {
  @Test func `the size is that of the photograph, not of its preview`() throws {
    var builder = TIFFBuilder.photograph
    builder.isBig = false
    // The preview, and a directory with the photograph after everything else.
    builder.image += [(0x00FE, .long([1])), (0x0100, .long([16])), (0x0101, .short([12])), (0x014A, .long([0]))]
    let position = builder.bytes.count
    builder.image.removeLast()
    builder.image.append((0x014A, .long([UInt32(position)])))
    let photograph = TIFFBuilder(image: [
      (0x0100, .long([3000])), (0x0101, .long([2000])), (0x0102, .short([14])), (0x0106, .short([32_803])),
    ])
    let attributes = try MediaImport(ImageImporter(), builder.bytes + photograph.bytes.dropFirst(8)).attributes
    #expect(attributes.pixelWidth == 3000)
    #expect(attributes.pixelHeight == 2000)
    #expect(attributes.bitsPerSample == 14)
    #expect(attributes.colorSpace == "RGB")
    #expect(attributes.acquisitionModel == "Model 1")
    #expect(attributes.exposureTimeString == "1/250")
  }

  @Test(arguments: ["IIRO", "IIRS", "IIU\0"])
  func `marks of makers are those of TIFF files`(mark: String) throws {
    var builder = TIFFBuilder.photograph
    builder.isBig = false
    builder.image +=
      mark == "IIU\0"
      ? [(4, .short([10])), (5, .short([10])), (6, .short([2010])), (7, .short([3010]))]
      : [
        (0x0100, .short([3000])), (0x0101, .short([2000])),
      ]
    let attributes = try MediaImport(ImageImporter(), Bytes.text(mark) + builder.bytes.dropFirst(4)).attributes
    #expect(attributes.pixelWidth == 3000)
    #expect(attributes.pixelHeight == 2000)
    #expect(attributes.acquisitionMake == "Maker")
  }

  @Test func `a raw photograph of Canon has its EXIF directories in boxes`() throws {
    let photograph = TIFFBuilder.photograph
    let part = { (entries: [(tag: UInt16, value: TIFFBuilder.Value)]) in TIFFBuilder(isBig: false, image: entries).bytes }
    let size: [(tag: UInt16, value: TIFFBuilder.Value)] = [(0x0100, .short([3000])), (0x0101, .short([2000]))]
    let boxes = Bytes.all(
      Bytes.box("CMT1", part(photograph.image + size)), Bytes.box("CMT2", part(photograph.exif)), Bytes.box("CMT4", part(photograph.gps)))
    let identifier: [UInt8] = [0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48]
    let packet: [UInt8] = [0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC]
    let bytes = Bytes.all(
      Bytes.box("ftyp", Bytes.text("crx \0\0\0\u{1}crx isom")), Bytes.box("moov", Bytes.box("uuid", identifier, boxes)),
      Bytes.box("uuid", packet, Bytes.text(ImageFixture.xmp)))
    let found = try MediaImport(ImageImporter(), bytes)
    #expect(found.failure == nil)
    #expect(found.attributes.pixelWidth == 3000)
    #expect(found.attributes.acquisitionModel == "Model 1")
    #expect(found.attributes.fNumber == 2.8)
    #expect(found.attributes.rating == 4)
    #expect(abs(try #require(found.attributes.latitude).doubleValue + 33.8688) < 1e-9)
  }

  @Test func `a raw photograph of Fujifilm has its metadata in the preview`() throws {
    let preview = PacketFixture.jpeg(exif: ImageFixture.exif)
    let records = Bytes.all(
      Bytes.big(UInt32(2)), Bytes.big(UInt16(0x0110), UInt16(4), UInt16(1), UInt16(1)),
      Bytes.big(UInt16(0x0111), UInt16(4), UInt16(2000), UInt16(3000)))
    let start = Bytes.text("FUJIFILMCCD-RAW 0201FF393101X-T1") + [UInt8](repeating: 0, count: 52)
    let header = start + Bytes.big(UInt32(100), UInt32(preview.count), UInt32(100 + preview.count), UInt32(records.count))
    let attributes = try MediaImport(ImageImporter(), header + preview + records).attributes
    #expect(attributes.pixelWidth == 3000)
    #expect(attributes.pixelHeight == 2000)
    #expect(attributes.acquisitionModel == "Model 1")
  }

  /// 17:54:36 of local time.
  private static let captureDate: Date? = {
    var parts = DateComponents(year: 2005, month: 4, day: 23, hour: 17, minute: 54, second: 36)
    parts.timeZone = .current
    return Calendar(identifier: .gregorian).date(from: parts)
  }()

  @Test func `records of older Canon cameras describe the camera and the exposure`() throws {
    let found = try MediaImport(ImageImporter(), RawFixture.ciff)
    let attributes = found.attributes
    #expect(found.failure == nil)
    #expect(attributes.orientation == 1)
    #expect(attributes.acquisitionMake == "Maker")
    #expect(attributes.acquisitionModel == "Model 1")
    #expect(attributes.cameraOwner == "Somebody")
    #expect(attributes.contentCreationDate == Self.captureDate)
    #expect(attributes.isoSpeed == 200)
    #expect(attributes.fNumber == 2.9)
    #expect(attributes.exposureTimeString == "1/15")
    #expect(attributes.focalLength == 7.09)
  }

  @Test func `a speed, an aperture or a time of 0 is unknown in Canon's records`() throws {
    let attributes = try MediaImport(ImageImporter(), RawFixture.ciff(basicSpeed: 0, aperture: 0, time: 0)).attributes
    #expect(attributes.acquisitionModel == "Model 1")
    #expect(attributes.isoSpeed == nil)
    #expect(attributes.fNumber == nil)
    #expect(attributes.exposureTime == nil)
  }

  @Test func `a block of Minolta's raw photographs contains EXIF data`() throws {
    let attributes = try MediaImport(ImageImporter(), RawFixture.minolta).attributes
    #expect(attributes.bitsPerSample == 12)
    #expect(attributes.colorSpace == "RGB")
    #expect(attributes.acquisitionModel == "Model 1")
    #expect(attributes.exposureTimeString == "1/250")
    #expect(attributes.resolutionWidthDPI == 300)
  }

  @Test func `properties of Sigma's first cameras describe the camera and the exposure`() throws {
    let attributes = try MediaImport(ImageImporter(), RawFixture.sigma).attributes
    #expect(attributes.orientation == 1)
    #expect(attributes.acquisitionMake == "Maker")
    #expect(attributes.acquisitionModel == "Model 1")
    #expect(attributes.contentCreationDate == Self.captureDate)
    #expect(attributes.exposureTimeString == "1/250")
    #expect(attributes.fNumber == 2.8)
    #expect(attributes.isoSpeed == 200)
    #expect(attributes.focalLength == 50)
    #expect(attributes.focalLength35mm == 85)
    #expect(attributes.exposureProgram == "Aperture priority")
  }

  @Test(arguments: [2 << 16 | 3, 4 << 16 | 1] as [UInt32])
  func `later cameras of Sigma have EXIF data in a preview`(version: UInt32) throws {
    let preview = [UInt8](repeating: 0, count: 28) + PacketFixture.jpeg(exif: ImageFixture.exif)
    let bytes = RawFixture.sigma(version: version, sections: [("CAMF", [1, 2, 3]), ("IMA2", preview)])
    let attributes = try MediaImport(ImageImporter(), bytes).attributes
    #expect(attributes.pixelWidth == 30)
    #expect(attributes.pixelHeight == 20)
    #expect(attributes.lensModel == "Lens 50mm")
    #expect(attributes.exposureTimeString == "1/250")
  }

  @Test func `the preview of Panasonic's raw photographs has more EXIF data than the directory`() throws {
    let directory = TIFFBuilder(
      image: [
        (2, .short([3724])), (4, .short([10])), (5, .short([10])), (6, .short([2010])), (7, .short([3010])), (10, .short([12])),
        (0x010F, .text("Maker")), (0x002E, .undefined(PacketFixture.jpeg(exif: ImageFixture.exif))),
      ], exif: [(0x829A, .rational([(1, 250)]))])
    let attributes = try MediaImport(ImageImporter(), Bytes.text("IIU\0") + directory.bytes.dropFirst(4)).attributes
    #expect(attributes.pixelWidth == 3000)
    #expect(attributes.bitsPerSample == 12)
    #expect(attributes.fNumber == 2.8)
    #expect(attributes.lensModel == "Lens 50mm")
  }

  @Test func `the first image of Phase One's raw photographs is a preview`() throws {
    var builder = TIFFBuilder(
      image: [(0x0100, .long([1])), (0x0101, .long([1]))],
      exif: [(0x829A, .rational([(1, 250)])), (0xA002, .long([3000])), (0xA003, .long([2000]))])
    builder.start = 32
    var bytes = builder.bytes
    bytes.replaceSubrange(8..<16, with: Bytes.text("IIIICwaR"))
    let attributes = try MediaImport(ImageImporter(), bytes).attributes
    #expect(attributes.pixelWidth == 3000)
    #expect(attributes.pixelHeight == 2000)
    #expect(attributes.exposureTimeString == "1/250")
  }
}
