// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import Attributes
import Foundation
import ImageImporter
import ImporterSupport
import Testing

@Suite struct ImageImporterTests {
  @Test(arguments: ImageFixture.all.filter { $0.name != "JPEG XL" }.map(\.name))
  func `the size is found in every format`(name: String) throws {
    let attributes = try read(name)
    #expect(attributes.pixelWidth == 30)
    #expect(attributes.pixelHeight == 20)
    #expect(attributes.pixelCount == 600)
  }

  @Test func `the size of a JPEG XL codestream is packed into bits`() throws {
    let attributes = try read("JPEG XL")
    #expect(attributes.pixelWidth == 24)
    #expect(attributes.pixelHeight == 16)
  }

  @Test(arguments: [
    ("JPEG", 8, "RGB", 0), ("PNG", 16, "RGB", 1), ("GIF", 8, "RGB", 1), ("BMP", 8, "RGB", 0), ("WebP", 8, "RGB", 1), ("TIFF", 8, "RGB", 1),
    ("icon", 8, "RGB", 1), ("JPEG 2000", 8, "RGB", 0), ("PNM", 8, "RGB", 0), ("PAM", 8, "RGB", 1),
    ("Photoshop", 16, "RGB", 1), ("TGA", 8, "RGB", 1), ("QOI", 8, "RGB", 1),
  ])
  func `depth, colour space and alpha come from the header`(name: String, bits: Int, space: String, alpha: Int) throws {
    let attributes = try read(name)
    #expect(attributes.bitsPerSample == bits as NSNumber)
    #expect(attributes.colorSpace == space)
    #expect(attributes.hasAlphaChannel == alpha as NSNumber)
  }

  @Test(arguments: [
    ("P1 3 2\n101 010", 1, "Gray"), ("P4\n3 2\n\u{50}", 1, "Gray"), ("P2\n3 2 15\n1 2 3", 4, "Gray"), ("P5#c\r3 2#c\n65535 ", 16, "Gray"),
    ("P3\n3\n2\n1\n", 1, "RGB"), ("P6 3 2 256 ", 9, "RGB"), ("P7\nMAXVAL 255\nDEPTH 1\nHEIGHT 2\nWIDTH 3\nENDHDR\nWIDTH 9 ", 8, "Gray"),
  ])
  func `every kind of Netpbm image provides its size and depth`(content: String, bits: Int, space: String) throws {
    let attributes = try MediaImport(ImageImporter(), Array(content.utf8)).attributes
    #expect(attributes.pixelWidth == 3)
    #expect(attributes.pixelHeight == 2)
    #expect(attributes.bitsPerSample == bits as NSNumber)
    #expect(attributes.colorSpace == space)
  }

  @Test(arguments: [
    ("JPEG", 254.0, 127.0), ("PNG", 99.9998, 99.9998), ("BMP", 99.9998, 99.9998), ("TIFF", 300, 300), ("WebP", 300, 300),
    ("Photoshop", 300, 300), ("GIMP", 300, 300),
  ])
  func `resolution is in dots per inch`(name: String, width: Double, height: Double) throws {
    let attributes = try read(name)
    #expect(abs(try #require(attributes.resolutionWidthDPI).doubleValue - width) < 0.001)
    #expect(abs(try #require(attributes.resolutionHeightDPI).doubleValue - height) < 0.001)
  }

  @Test(arguments: ["JPEG", "PNG", "WebP", "TIFF", "HEIF", "Photoshop"])
  func `EXIF data is found in every container`(name: String) throws {
    let attributes = try read(name)
    #expect(attributes.acquisitionMake == "Maker")
    #expect(attributes.acquisitionModel == "Model 1")
    #expect(attributes.lensModel == "Lens 50mm")
    #expect(attributes.creator == "Program 2")
    #expect(attributes.copyright == "Holder")
    #expect(attributes.contentDescription == "A harbour")
    #expect(attributes.exifVersion == "2.2.1")
    #expect(attributes.exposureTime == 0.004)
    #expect(attributes.exposureTimeString == "1/250")
    #expect(attributes.fNumber == 2.8)
    #expect(attributes.aperture == 2.97)
    #expect(attributes.maxAperture == 3)
    #expect(attributes.isoSpeed == 200)
    #expect(attributes.focalLength == 50)
    #expect(attributes.flashOn == 1)
    #expect(attributes.redEyeOn == 1)
    #expect(attributes.exposureMode == 1)
    #expect(attributes.whiteBalance == 0)
    #expect(attributes.meteringMode == "Pattern")
    #expect(attributes.exposureProgram == "Aperture priority")
    #expect(attributes.record.inCameraForm[.exposureProgram] == .integer(3))
    #expect(attributes.contentCreationDate == Date(timeIntervalSince1970: 1_580_474_863))
    #expect(attributes.orientation == 1, "30 by 20 pixels are shown upright")
  }

  @Test func `a position has signs, and missing seconds count as zero`() throws {
    let attributes = try read("JPEG")
    #expect(abs(try #require(attributes.latitude).doubleValue + 33.8688) < 1e-9)
    #expect(abs(try #require(attributes.longitude).doubleValue + 70.0 + 40.0 / 60) < 1e-9)
    #expect(attributes.altitude == -12.5)
    #expect(abs(try #require(attributes.speed).doubleValue - 16.09344) < 1e-9)
    #expect(attributes.imageDirection == 123.4)
    #expect(attributes.exifgpsVersion == "2.3")
    #expect(attributes.gpsDateStamp == Date(timeIntervalSince1970: 1_580_428_800))
    #expect(attributes.timestamp == Date(timeIntervalSince1970: 1_580_473_815))
    let written = attributes.record.inCameraForm
    #expect(written[.gpsDateStamp] == .string("2020:01:31"))
    #expect(written[.timestamp] == .string("12:30:15"))
    #expect(written.custom.isEmpty)
  }

  @Test(arguments: [nil, TIFFBuilder.Value.text("N")])
  func `a position of zero counts only with a hemisphere`(reference: TIFFBuilder.Value?) throws {
    var builder = TIFFBuilder(image: [(0x0100, .long([1])), (0x0101, .long([1]))])
    builder.gps = [(0x0002, .rational([(0, 1), (0, 1), (0, 1)])), (0x0004, .rational([(0, 1), (0, 1), (0, 1)]))]
    if let reference { builder.gps += [(0x0001, reference), (0x0003, .text("E"))] }
    let attributes = try MediaImport(ImageImporter(), builder.bytes).attributes
    #expect(attributes.latitude == (reference == nil ? nil : 0))
    #expect(attributes.longitude == (reference == nil ? nil : 0))
  }

  @Test func `XMP takes precedence over IPTC, which provides missing attributes`() throws {
    let attributes = try read("JPEG")
    #expect(attributes.title == "Dusk")
    #expect(attributes.keywords == ["boats", "sea", "harbour"])
    #expect(attributes.rating == 4)
    #expect(attributes.city == "Reykjavík")
    #expect(attributes.headline == "Evening")
    #expect(attributes.comment == "A comment")
    #expect(attributes.authorNames == ["Artist"])
    #expect(attributes.profileName == "Made Profile")
  }

  @Test func `texts of a PNG file take precedence over its EXIF data`() throws {
    let attributes = try read("PNG")
    #expect(attributes.title == "Dusk")
    #expect(attributes.authorNames == ["Somebody"])
    #expect(attributes.comment == "Übergröße")
    #expect(attributes.keywords == ["boats", "sea"])
    #expect(attributes.profileName == "sRGB IEC61966-2.1")
  }

  @Test(arguments: ["GIMP", "OpenEXR"])
  func `comments of pictures are found`(name: String) throws {
    #expect(try read(name).comment == "A comment")
  }

  @Test func `a Photoshop document contains XMP and a profile`() throws {
    let attributes = try read("Photoshop")
    #expect(attributes.title == "Dusk")
    #expect(attributes.profileName == "Made Profile")
  }

  @Test func `an SVG image provides its metadata and its words`() throws {
    let found = try MediaImport(ImageImporter(), ImageFixture.svg)
    #expect(found.attributes.title == "Dusk")
    #expect(found.attributes.authorNames == ["Somebody"])
    #expect(found.text.contains("Fish & boats"))
  }

  @Test func `only the header of an EPS file is read`() throws {
    let attributes = try read("EPS")
    #expect(attributes.title == "Dusk")
    #expect(attributes.contentCreationDate == Date(timeIntervalSince1970: 1_580_474_863))
  }

  @Test(arguments: ["#define a_width 1", "P7 332\n#XVVERSION", "\0\0\0\u{18}ftypisom\0\0\0\0isommp42"])
  func `an unknown format yields nothing and has no reader`(content: String) throws {
    let found = try MediaImport(ImageImporter(), Bytes.text(content))
    #expect(found.failure as? ImportError == .noReader)
    #expect(found.attributes.record.known.isEmpty)
  }

  private func read(_ name: String) throws -> CSSearchableItemAttributeSet {
    let bytes = try #require(ImageFixture.all.first { $0.name == name }).bytes
    let found = try MediaImport(ImageImporter(), bytes)
    #expect(found.failure == nil)
    return found.attributes
  }
}
