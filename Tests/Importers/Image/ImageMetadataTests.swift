// SPDX-License-Identifier: Apache-2.0

import Attributes
import AttributeSets
import Foundation
import ImageImporter
import ImporterSupport
import Testing
import UniformTypeIdentifiers

/// Metadata blocks: where they are in each format, and what counts if they contradict each other.
@Suite struct ImageMetadataTests {
  private static let camera = PacketFixture.packet(
    """
    exif:ExposureTime="1/250" exif:FNumber="28/10" exif:FocalLength="50/1" exif:FocalLengthIn35mmFilm="75" exif:ExposureProgram="3" \
    exif:MeteringMode="5" exif:ApertureValue="297/100" exif:GPSLatitude="33,52.128S" exif:GPSLongitude="70,40,30W" \
    exif:GPSAltitude="25/2" exif:GPSAltitudeRef="1" exif:GPSImgDirection="1234/10" exif:GPSTimeStamp="2020-01-31T12:30:15Z"
    """, "<exif:ISOSpeedRatings><rdf:Seq><rdf:li>200</rdf:li></rdf:Seq></exif:ISOSpeedRatings>")

  @Test func `XMP alone provides the exposure and the place`() throws {
    let attributes = try MediaImport(ImageImporter(), PacketFixture.jpeg(packet: Self.camera)).attributes
    #expect(attributes.exposureTime == 0.004)
    #expect(attributes.exposureTimeString == "1/250")
    #expect(attributes.fNumber == 2.8)
    #expect(attributes.aperture == 2.97)
    #expect(attributes.focalLength == 50)
    #expect(attributes.focalLength35mm == 75)
    #expect(attributes.isoSpeed == 200)
    #expect(attributes.exposureProgram == "Aperture priority")
    #expect(attributes.meteringMode == "Pattern")
    #expect(abs(try #require(attributes.latitude).doubleValue + 33.8688) < 1e-9)
    #expect(abs(try #require(attributes.longitude).doubleValue + 70.675) < 1e-9)
    #expect(attributes.altitude == -12.5)
    #expect(attributes.imageDirection == 123.4)
    #expect(attributes.timestamp == Date(timeIntervalSince1970: 1_580_473_815))
  }

  @Test(arguments: [
    #"exif:GPSLatitude="33,52.128" exif:GPSLongitude="70,40,30W""#, #"exif:GPSLatitude="95,0N" exif:GPSLongitude="70,40,30W""#,
    #"exif:GPSLatitude="N" exif:GPSLongitude="1,2,3,4E""#, #"exif:FNumber="28/0" exif:ExposureTime="a/b" exif:FocalLength="1/x""#,
  ])
  func `impossible numbers of XMP are ignored`(properties: String) throws {
    let attributes = try MediaImport(ImageImporter(), PacketFixture.jpeg(packet: PacketFixture.packet(properties))).attributes
    #expect(attributes.latitude == nil)
    #expect(attributes.fNumber == nil)
    #expect(attributes.exposureTime == nil)
    #expect(attributes.focalLength == nil)
  }

  @Test func `an extended packet is put together from its segments`() throws {
    let digest = "0123456789ABCDEF0123456789ABCDEF"
    let other = "F" + digest.dropFirst()
    let long = PacketFixture.packet(#"photoshop:City="Reykjavík""#)
    let jpeg = PacketFixture.jpeg(
      PacketFixture.segment(
        0xE1, Bytes.text("http://ns.adobe.com/xap/1.0/\0"), PacketFixture.packet(#"xmpNote:HasExtendedXMP="\#(digest)""#)),
      PacketFixture.extendedSegment(digest, of: long.count, at: 100, long[100...]),
      PacketFixture.extendedSegment(other, of: 4, at: 0, [1, 2, 3, 4]),
      PacketFixture.extendedSegment(digest, of: long.count, at: 0, long[..<100]))
    #expect(try MediaImport(ImageImporter(), jpeg).attributes.city == "Reykjavík")
  }

  @Test func `a GIF file contains its packet between other extensions`() throws {
    let attributes = try MediaImport(ImageImporter(), PacketFixture.gif(Bytes.text(ImageFixture.xmp))).attributes
    #expect(attributes.title == "Dusk")
    #expect(attributes.keywords == ["boats", "sea"])
    #expect(attributes.comment == "Later")
  }

  @Test func `boxes of JPEG 2000 contain EXIF, XMP and IPTC`() throws {
    let exif = Bytes.box("uuid", Bytes.text("JpgTiffExif->JP2"), ImageFixture.exif)
    let xmp = Bytes.box(
      "uuid", [0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC],
      Bytes.text(ImageFixture.xmp))
    let iptc = Bytes.box(
      "uuid", [0x33, 0xC7, 0xA4, 0xD2, 0xB8, 0x1D, 0x47, 0x23, 0xA0, 0xBA, 0xF1, 0xA3, 0xE0, 0x97, 0xAD, 0x38],
      Bytes.all([0x1C, 2, 90], Bytes.big(UInt16(4)), Bytes.text("Oslo")))
    let attributes = try MediaImport(ImageImporter(), PacketFixture.jpeg2000(exif, xmp, iptc)).attributes
    #expect(attributes.acquisitionModel == "Model 1")
    #expect(attributes.title == "Dusk")
    #expect(attributes.city == "Oslo")
  }

  @Test func `a bare JPEG 2000 codestream provides its size`() throws {
    let grid = Bytes.big(UInt32(40), UInt32(25), UInt32(10), UInt32(5))
    let tiles = Bytes.big(UInt32(30), UInt32(20), UInt32(0), UInt32(0))
    let bytes = Bytes.all([0xFF, 0x4F, 0xFF, 0x51], Bytes.big(UInt16(47), UInt16(0)), grid, tiles, Bytes.big(UInt16(3)), [11, 1, 1])
    let attributes = try MediaImport(ImageImporter(), bytes).attributes
    #expect(attributes.pixelWidth == 30)
    #expect(attributes.pixelHeight == 20)
    #expect(attributes.bitsPerSample == 12)
    #expect(attributes.colorSpace == "RGB")
  }

  @Test func `raw profiles of ImageMagick contain EXIF, XMP and IPTC`() throws {
    let resources = Array(ImageFixture.photoshop.dropFirst(14))
    let png = PacketFixture.png(
      PacketFixture.rawProfile("exif", Bytes.text("Exif\0\0") + ImageFixture.exif), PacketFixture.rawProfile("iptc", resources),
      PacketFixture.rawProfile("xmp", Bytes.text(ImageFixture.xmp)))
    let attributes = try MediaImport(ImageImporter(), png).attributes
    #expect(attributes.acquisitionModel == "Model 1")
    #expect(attributes.city == "Reykjavík")
    #expect(attributes.title == "Dusk")
  }

  @Test func `comments of Netpbm and TGA are read`() throws {
    #expect(try MediaImport(ImageImporter(), ImageFixture.pnm).attributes.comment == "by hand")
    var tga = ImageFixture.tga
    tga[0] = 5
    tga.insert(contentsOf: Bytes.text("Boats"), at: 18)
    #expect(try MediaImport(ImageImporter(), tga).attributes.comment == "Boats")
  }

  @Test func `a raw profile of ExifTool has a name of two words`() throws {
    let resources = Array(ImageFixture.photoshop.dropFirst(14))
    let png = PacketFixture.png(PacketFixture.rawProfile("iptc", resources, name: "IPTC profile"))
    #expect(try MediaImport(ImageImporter(), png).attributes.city == "Reykjavík")
  }

  @Test func `properties of XMP without an attribute are found by their words`() throws {
    let packet = PacketFixture.packet(
      """
      xmlns:core="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/" xmlns:ext="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" \
      xmlns:own="http://example.org/own/" xmlns:mm="http://ns.adobe.com/xap/1.0/mm/" own:Mood="calm" own:Number="42" own:IsOn="True" \
      mm:DocumentID="xmp.did:abc" exif:FNumber="28/10"
      """,
      """
      <core:AltTextAccessibility><rdf:Alt><rdf:li xml:lang="x-default">A heron</rdf:li></rdf:Alt></core:AltTextAccessibility>\
      <core:Scene><rdf:Bag><rdf:li>One</rdf:li><rdf:li>Two</rdf:li></rdf:Bag></core:Scene>\
      <core:CreatorContactInfo rdf:parseType="Resource"><core:CiEmailWork>ada@example.org</core:CiEmailWork></core:CreatorContactInfo>\
      <ext:Event><rdf:Alt><rdf:li xml:lang="x-default">Regatta</rdf:li></rdf:Alt></ext:Event>
      """)
    let record = try MediaImport(ImageImporter(), PacketFixture.jpeg(packet: packet)).attributes.record
    #expect(record[custom: "AltTextAccessibility"] == .string("A heron"))
    #expect(record[custom: "Scene"] == .array([.string("One"), .string("Two")]))
    #expect(record[custom: "CiEmailWork"] == .string("ada@example.org"))
    #expect(record[custom: "Event"] == .string("Regatta"))
    #expect(record[custom: "Mood"] == .string("calm"))
    for name in ["Number", "IsOn", "DocumentID", "FNumber"] { #expect(record[custom: name] == nil, "\(name)") }
  }

  @Test func `keywords of PNG count in lower case, too`() throws {
    let text = { (keyword: String, text: String) in PacketFixture.chunk("tEXt", Bytes.text("\(keyword)\0\(text)")) }
    let png = PacketFixture.png(text("title", "Dusk"), text("AUTHOR", "Somebody"), text("creation time", "2020-01-31T13:47:43+01:00"))
    let attributes = try MediaImport(ImageImporter(), png).attributes
    #expect(attributes.title == "Dusk")
    #expect(attributes.authorNames == ["Somebody"])
    #expect(attributes.contentCreationDate == Date(timeIntervalSince1970: 1_580_474_863))
  }

  @Test(arguments: [
    "Fri Jan 31 13:47:43 2020 +0100", "Fri, 31 Jan 2020 12:47:43 GMT", "31 January 2020 12:47:43 UTC", "1/31/2020 12:47:43 PM GMT",
    "31/1/2020 12:47:43 GMT",
  ])
  func `dates in words are understood`(text: String) throws {
    let png = PacketFixture.png(PacketFixture.chunk("tEXt", Bytes.text("Creation Time\0\(text)")))
    let date = Date(timeIntervalSince1970: 1_580_474_863)
    #expect(try MediaImport(ImageImporter(), png).attributes.contentCreationDate == date)
    let eps = Bytes.text("%!PS-Adobe-3.0 EPSF-3.0\n%%CreationDate: (\(text))\n%%EndComments\n")
    #expect(try MediaImport(ImageImporter(), eps).attributes.contentCreationDate == date)
  }

  @Test(arguments: ["Tue", "Thu Feb 1 10:11:12", "T 1 2 3", "0001-02-03T04:05:06", "yesterday", "13/13/2020"])
  func `text that is no date gives none`(text: String) throws {
    let png = PacketFixture.png(PacketFixture.chunk("tEXt", Bytes.text("Creation Time\0\(text)")))
    #expect(try MediaImport(ImageImporter(), png).attributes.contentCreationDate == nil)
  }

  @Test(arguments: [0x011A, 0x011B] as [UInt16])
  func `one resolution in a TIFF file counts for both directions`(tag: UInt16) throws {
    let tiff = TIFFBuilder(image: [(0x0100, .long([30])), (0x0101, .long([20])), (tag, .rational([(300, 1)]))]).bytes
    let attributes = try MediaImport(ImageImporter(), tiff).attributes
    #expect(attributes.resolutionWidthDPI == 300)
    #expect(attributes.resolutionHeightDPI == 300)
  }

  @Test func `XMP names the people in the picture`() throws {
    let face = { (type: String, name: String) in
      "<rdf:li rdf:parseType='Resource'><r:Name>\(name)</r:Name><r:Type>\(type)</r:Type></rdf:li>"
    }
    let packet = """
      <x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description rdf:about=''
      xmlns:i='http://iptc.org/std/Iptc4xmpExt/2008-02-29/' xmlns:r='http://www.metadataworkinggroup.com/schemas/regions/'>
      <i:PersonInImage><rdf:Bag><rdf:li>Ada</rdf:li></rdf:Bag></i:PersonInImage>
      <r:Regions rdf:parseType='Resource'><r:RegionList><rdf:Bag>\(face("Face", "Bob"))\(face("Pet", "Rex"))\(face("Face", "Ada"))</rdf:Bag>
      </r:RegionList></r:Regions></rdf:Description></rdf:RDF></x:xmpmeta>
      """
    let attributes = try MediaImport(ImageImporter(), PacketFixture.gif(Bytes.text(packet))).attributes
    #expect(attributes.participants == ["Ada", "Bob"])
  }

  @Test func `the description of XMP takes precedence over that of the camera`() throws {
    let exif = TIFFBuilder(image: [(0x010E, .text("OLYMPUS DIGITAL CAMERA"))]).bytes
    let jpeg = PacketFixture.jpeg(
      PacketFixture.segment(0xE1, Bytes.text("Exif\0\0"), exif),
      PacketFixture.segment(0xE1, Bytes.text("http://ns.adobe.com/xap/1.0/\0"), PacketFixture.description("Anna at the lake")))
    #expect(try MediaImport(ImageImporter(), jpeg).attributes.contentDescription == "Anna at the lake")
    #expect(try MediaImport(ImageImporter(), PacketFixture.jpeg(exif: exif)).attributes.contentDescription == "OLYMPUS DIGITAL CAMERA")
  }

  @Test func `values that no camera produces are left out`() throws {
    var builder = TIFFBuilder()
    builder.exif = [
      (0x829A, .rational([(122_400, 1)])), (0x829D, .rational([(4_000_000, 1)])), (0x8827, .long([.max])),
      (0x9202, .rational([(4_000_000, 1)])), (0x920A, .rational([(.max, 1)])),
    ]
    builder.gps = [(0x0006, .rational([(.max, 1)])), (0x0011, .rational([(361, 1)]))]
    let attributes = try MediaImport(ImageImporter(), PacketFixture.jpeg(exif: builder.bytes)).attributes
    #expect(attributes.exposureTime == nil)
    #expect(attributes.exposureTimeString == nil)
    #expect(attributes.fNumber == nil)
    #expect(attributes.isoSpeed == nil)
    #expect(attributes.aperture == nil)
    #expect(attributes.focalLength == nil)
    #expect(attributes.altitude == nil)
    #expect(attributes.imageDirection == nil)
  }

  @Test(arguments: [
    ("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", 1), ("urn:mpeg:hevc:2015:auxid:1", 1), ("urn:mpeg:hevc:2015:auxid:2", 0),
  ])
  func `an auxiliary image of HEIF contains the alpha channel`(name: String, alpha: Int) throws {
    let properties = Bytes.box(
      "ipco", Bytes.box("ispe", [0, 0, 0, 0], Bytes.big(UInt32(30), UInt32(20))), Bytes.box("auxC", [0, 0, 0, 0], Bytes.text(name + "\0")))
    let heif = Bytes.all(
      Bytes.box("ftyp", Bytes.text("mif1\0\0\0\0")), Bytes.box("meta", [0, 0, 0, 0], Bytes.box("iprp", properties)))
    #expect(try MediaImport(ImageImporter(), heif).attributes.hasAlphaChannel == alpha as NSNumber)
  }

  /// One kind of header each: without fields, gray with 16 bits, colours with alpha.
  @Test(arguments: [("1", 8, "RGB", 0), ("00" + "0 11 111100" + "0 00 1 0 0 10", 16, "Gray", 0), ("00" + "0 00 0 10 1 1 1", 8, "RGB", 1)])
  func `the header of JPEG XL contains depth, colours and alpha`(bits: String, depth: Int, space: String, alpha: Int) throws {
    // A small height of 16, and a ratio of 1 to 1.
    let all = Array(("1" + "10000" + "100" + bits).filter { $0 != " " })
    var bytes = [UInt8](repeating: 0, count: 16)
    for (index, bit) in all.enumerated() where bit == "1" { bytes[index / 8] |= 1 << (index % 8) }
    let attributes = try MediaImport(ImageImporter(), [0xFF, 0x0A] + bytes).attributes
    #expect(attributes.pixelWidth == 16)
    #expect(attributes.pixelHeight == 16)
    #expect(attributes.bitsPerSample == depth as NSNumber)
    #expect(attributes.colorSpace == space)
    #expect(attributes.hasAlphaChannel == alpha as NSNumber)
  }

  @Test func `PostScript contains an XMP packet`() throws {
    let program = Bytes.text("%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 30 20\n%%EndComments\n% \0\u{7F}\n")
    let found = try MediaImport(ImageImporter(), program + Bytes.text(ImageFixture.xmp) + Bytes.text("\n%%Trailer\n"))
    #expect(found.attributes.title == "Dusk")
    #expect(found.attributes.keywords == ["boats", "sea"])
    #expect(found.attributes.pixelWidth == 30)
    let truncated = try MediaImport(ImageImporter(), program + Bytes.text(ImageFixture.xmp).dropLast(100))
    #expect(truncated.attributes.title == nil)
  }

  @Test func `resources of plug-ins are no end of a Photoshop document`() throws {
    var bytes = ImageFixture.photoshopDocument
    let first = try #require(bytes.indices.first { bytes[$0...].starts(with: Bytes.text("8BIM")) })
    bytes.replaceSubrange(first..<(first + 4), with: Bytes.text("AgHg"))
    #expect(try MediaImport(ImageImporter(), bytes).attributes.title == "Dusk")
  }

  @Test func `GIMP's earlier versions store an XMP packet`() throws {
    let packet = Bytes.text("GIMP_XMP_1" + ImageFixture.xmp)
    let parasite = Bytes.all(
      Bytes.big(UInt32(14)), Bytes.text("gimp-metadata\0"), Bytes.big(UInt32(1), UInt32(packet.count)), packet)
    let bytes = Bytes.all(
      Bytes.text("gimp xcf file\0"), Bytes.big(UInt32(30), UInt32(20), UInt32(0), UInt32(21), UInt32(parasite.count)), parasite,
      Bytes.big(UInt32(0), UInt32(0)))
    #expect(try MediaImport(ImageImporter(), bytes).attributes.title == "Dusk")
  }

  @Test func `lists of Dublin Core in a drawing are read`() throws {
    let list = { (name: String, kind: String, items: [String]) in
      "<dc:\(name)><rdf:\(kind)>" + items.map { "<rdf:li>\($0)</rdf:li>" }.joined() + "</rdf:\(kind)></dc:\(name)>"
    }
    let svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><metadata>\(list("title", "Alt", ["Dusk"]))\
      \(list("creator", "Seq", ["One", "Two"]))\(list("subject", "Bag", ["boats", "sea"]))<rdf:Bag><rdf:li>no</rdf:li></rdf:Bag>\
      </metadata></svg>
      """
    let attributes = try MediaImport(ImageImporter(), Bytes.text(svg)).attributes
    #expect(attributes.title == "Dusk")
    #expect(attributes.authorNames == ["One", "Two"])
    #expect(attributes.keywords == ["boats", "sea"])
  }

  @Test(arguments: [
    ("lr='http://ns.adobe.com/lightroom/1.0/'", "lr:hierarchicalSubject", ["Animals|Birds|Heron", "boats", "Animals|Birds"]),
    ("d='http://www.digikam.org/ns/1.0/'", "d:TagsList", ["Animals/Birds/Heron", "_Digikam_Internal_Tags_/Color Label None", "sea"]),
    ("m='http://ns.microsoft.com/photo/1.0/'", "m:LastKeywordXMP", ["Animals/Birds/ Heron "]),
    ("i='http://ns.iview-multimedia.com/mediapro/1.0/'", "i:CatalogSets", ["Animals|Birds||Heron", "|"]),
  ])
  func `names in hierarchies of keywords are keywords`(namespace: String, name: String, paths: [String]) throws {
    let list = { (items: [String]) in "<rdf:Bag>" + items.map { "<rdf:li>\($0)</rdf:li>" }.joined() + "</rdf:Bag>" }
    let packet = PacketFixture.packet(
      "xmlns:\(namespace)", "<dc:subject>\(list(["boats", "sea"]))</dc:subject><\(name)>\(list(paths))</\(name)>")
    let attributes = try MediaImport(ImageImporter(), PacketFixture.jpeg(packet: packet)).attributes
    #expect(attributes.keywords == ["boats", "sea", "Animals", "Birds", "Heron"])
  }

  @Test func `attributes of Dublin Core in a drawing are read`() throws {
    let svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><metadata><rdf:RDF>\
      <rdf:Description dc:title="Dusk" dc:description="A harbour" dc:format="image/svg+xml" title="no"/></rdf:RDF></metadata></svg>
      """
    let attributes = try MediaImport(ImageImporter(), Bytes.text(svg)).attributes
    #expect(attributes.title == "Dusk")
    #expect(attributes.contentDescription == "A harbour")
  }

  @Test(arguments: ["20200131", "2020-01-31", "2020:01:31"])
  func `the day of IPTC may have separators`(day: String) throws {
    let dataset = Bytes.all([0x1C, 2, 55], Bytes.big(UInt16(day.utf8.count)), Bytes.text(day))
    let resource = Bytes.all(
      Bytes.text("Photoshop 3.0\0"), Bytes.text("8BIM"), Bytes.big(UInt16(0x0404)), [0, 0], Bytes.big(UInt32(dataset.count)), dataset, [0])
    let attributes = try MediaImport(ImageImporter(), PacketFixture.jpeg(PacketFixture.segment(0xED, resource))).attributes
    let date = try #require(attributes.contentCreationDate)
    let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: date)
    #expect([parts.year, parts.month, parts.day] == [2020, 1, 31])
  }

  @Test func `a packet of XMP beside a photograph has attributes of its own`() throws {
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
       xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4"><dc:subject><rdf:Bag>
      <rdf:li>heron</rdf:li></rdf:Bag></dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>
      """
    let type = try #require(UTType(mimeType: "application/x-xmp")?.identifier)
    let found = try MediaImport(ImageImporter(), Bytes.text(packet), type: type)
    #expect(found.failure == nil)
    #expect(found.attributes.keywords == ["heron"])
    #expect(found.attributes.rating == 4)
    #expect(found.text == packet)
    #expect(try MediaImport(ImageImporter(), Bytes.text("no packet"), type: type).failure != nil)
  }
}
