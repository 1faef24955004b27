// SPDX-License-Identifier: Apache-2.0

/// Small images of each format, built byte by byte. None has pixels.
enum ImageFixture {
  static let exif = TIFFBuilder.photograph.bytes

  static let xmp = """
    <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" \
    xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Dusk</rdf:li></rdf:Alt>\
    </dc:title><dc:subject><rdf:Bag><rdf:li>boats</rdf:li><rdf:li>sea</rdf:li></rdf:Bag></dc:subject></rdf:Description></rdf:RDF>\
    </x:xmpmeta><?xpacket end="w"?>
    """

  /// Photoshop's resource of IPTC datasets: city, headline and keywords, one of which XMP repeats.
  static let photoshop: [UInt8] = {
    let dataset = { (number: UInt8, text: String) in Bytes.all([0x1C, 2, number], Bytes.big(UInt16(text.utf8.count)), Bytes.text(text)) }
    let datasets = Bytes.all(dataset(25, "sea"), dataset(25, "harbour"), dataset(90, "Reykjavík"), dataset(105, "Evening"))
    let padding: [UInt8] = datasets.count.isMultiple(of: 2) ? [] : [0]
    return Bytes.all(
      Bytes.text("Photoshop 3.0\0"), Bytes.text("8BIM"), Bytes.big(UInt16(0x0404)), [0, 0], Bytes.big(UInt32(datasets.count)), datasets,
      padding)
  }()

  /// A version 2 colour profile that contains only its name.
  static let profile: [UInt8] = {
    let name = "Made Profile"
    let tag = Bytes.all(Bytes.text("desc\0\0\0\0"), Bytes.big(UInt32(name.utf8.count + 1)), Bytes.text(name + "\0"))
    return Bytes.all(
      [UInt8](repeating: 0, count: 128), Bytes.big(UInt32(1)), Bytes.text("desc"), Bytes.big(UInt32(144), UInt32(tag.count)), tag)
  }()

  static let jpeg: [UInt8] = {
    let segment = { (marker: UInt8, body: [UInt8]) in [0xFF, marker] + Bytes.big(UInt16(body.count + 2)) + body }
    return Bytes.all(
      [0xFF, 0xD8], segment(0xE0, Bytes.all(Bytes.text("JFIF\0"), [1, 2, 2], Bytes.big(UInt16(100), UInt16(50)), [0, 0])),
      segment(0xE1, Bytes.all(Bytes.text("Exif\0\0"), exif)),
      segment(0xE1, Bytes.all(Bytes.text("http://ns.adobe.com/xap/1.0/\0"), Bytes.text(xmp))),
      segment(0xE2, Bytes.all(Bytes.text("ICC_PROFILE\0"), [1, 1], profile)), segment(0xED, photoshop),
      segment(0xFE, Bytes.text("A comment")),
      segment(0xC0, Bytes.all([8], Bytes.big(UInt16(20), UInt16(30)), [3], [UInt8](repeating: 0, count: 9))), segment(0xDA, [0, 0]),
      [0xFF, 0xD9])
  }()

  static let png: [UInt8] = {
    let chunk = { (type: String, body: [UInt8]) in Bytes.big(UInt32(body.count)) + Bytes.text(type) + body + [0, 0, 0, 0] }
    return Bytes.all(
      [0x89], Bytes.text("PNG\r\n\u{1A}\n"), chunk("IHDR", Bytes.all(Bytes.big(UInt32(30), UInt32(20)), [16, 6, 0, 0, 0])),
      chunk("pHYs", Bytes.all(Bytes.big(UInt32(3937), UInt32(3937)), [1])), chunk("sRGB", [0]),
      chunk("IDAT", [UInt8](repeating: 7, count: 300)), chunk("tEXt", Bytes.text("Title\0Dusk")),
      chunk("tEXt", Bytes.text("Author\0Somebody")), chunk("iTXt", Bytes.text("Comment\0\0\0en\0Kommentar\0Übergröße")),
      chunk("iTXt", Bytes.text("XML:com.adobe.xmp\0\0\0\0\0" + xmp)), chunk("eXIf", exif), chunk("IEND", []))
  }()

  static let gif = Bytes.all(
    Bytes.text("GIF89a"), Bytes.little(UInt16(30), UInt16(20)), [0x80, 0, 0], [UInt8](repeating: 0, count: 6),
    [0x21, 0xF9, 4, 1, 0, 0, 0, 0], [0x21, 0xFE, 9], Bytes.text("A comment"), [0], [0x2C], [UInt8](repeating: 0, count: 9),
    [2, 2, 0x44, 1, 0, 0x3B])

  static let bmp = Bytes.all(
    Bytes.text("BM"), Bytes.little(UInt32(0), UInt32(0), UInt32(54)), Bytes.little(UInt32(40), UInt32(30)), Bytes.little(Int32(-20)),
    Bytes.little(UInt16(1), UInt16(24)), Bytes.little(UInt32(0), UInt32(0), UInt32(3937), UInt32(3937)), Bytes.little(UInt32(0), UInt32(0)))

  static let webP: [UInt8] = {
    let body = Bytes.all(
      Bytes.text("WEBP"), Bytes.chunk("VP8X", [0x1C, 0, 0, 0, 29, 0, 0, 19, 0, 0]), Bytes.chunk("EXIF", exif),
      Bytes.chunk("XMP ", Bytes.text(xmp)))
    return Bytes.all(Bytes.text("RIFF"), Bytes.little(UInt32(body.count)), body)
  }()

  static let tiff: [UInt8] = {
    var builder = TIFFBuilder.photograph
    builder.isBig = false
    builder.image += [
      (0x0100, .long([30])), (0x0101, .short([20])), (0x0102, .short([8, 8, 8, 8])), (0x0106, .short([2])), (0x0115, .short([4])),
      (0x0152, .short([2])),
      (0x02BC, .bytes(Bytes.text(xmp))), (0x8773, .undefined(profile)),
    ]
    return builder.bytes
  }()

  static let icon = Bytes.all(
    Bytes.little(UInt16(0), UInt16(1), UInt16(1)), [30, 20, 0, 0], Bytes.little(UInt16(1), UInt16(32)), Bytes.little(UInt32(0), UInt32(22)))

  static let jpeg2000 = Bytes.all(
    Bytes.box("jP  ", [0x0D, 0x0A, 0x87, 0x0A]), Bytes.box("ftyp", Bytes.text("jp2 \0\0\0\0jp2 ")),
    Bytes.box(
      "jp2h", Bytes.box("ihdr", Bytes.big(UInt32(20), UInt32(30)), Bytes.big(UInt16(3)), [7, 7, 0, 0]),
      Bytes.box("colr", [1, 0, 0], Bytes.big(UInt32(16)))))

  static let heif: [UInt8] = {
    let type = Bytes.box("ftyp", Bytes.text("mif1\0\0\0\0mif1"))
    let metadata = { (position: Int) in
      Bytes.box(
        "meta", [0, 0, 0, 0], Bytes.box("pitm", [0, 0, 0, 0], Bytes.big(UInt16(1))),
        Bytes.box(
          "iinf", [0, 0, 0, 0], Bytes.big(UInt16(2)), Bytes.box("infe", [2, 0, 0, 0, 0, 1, 0, 0], Bytes.text("hvc1\0")),
          Bytes.box("infe", [2, 0, 0, 0, 0, 2, 0, 0], Bytes.text("Exif\0"))),
        Bytes.box(
          "iloc", [0, 0, 0, 0, 0x44, 0], Bytes.big(UInt16(1), UInt16(2), UInt16(0), UInt16(1)),
          Bytes.big(UInt32(position), UInt32(exif.count + 4))),
        Bytes.box(
          "iprp",
          Bytes.box(
            "ipco", Bytes.box("ispe", [0, 0, 0, 0], Bytes.big(UInt32(30), UInt32(20))),
            Bytes.box("ispe", [0, 0, 0, 0], Bytes.big(UInt32(999), UInt32(999))), Bytes.box("irot", [1])),
          Bytes.box("ipma", [0, 0, 0, 0], Bytes.big(UInt32(1)), Bytes.big(UInt16(1)), [2, 0x81, 0x83])))
    }
    let position = type.count + metadata(0).count
    return Bytes.all(type, metadata(position), [0, 0, 0, 0], exif)
  }()

  /// 24 by 16 pixels. The compact form of the size is used, because both are small multiples of
  /// eight.
  static let jpegXL: [UInt8] = [0xFF, 0x0A, 0x01 | 1 << 1, 0x02 << 1 | 0]

  static let svg = Bytes.text(
    """
    <svg xmlns="http://www.w3.org/2000/svg" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:cc="c" width="30" height="20px">
    <metadata><dc:title>Dusk</dc:title><dc:creator><cc:Agent><dc:title>Somebody</dc:title></cc:Agent></dc:creator></metadata>
    <g><text>Fish &amp; <tspan>boats</tspan></text></g></svg>
    """)

  static let eps = Bytes.text(
    "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 5 5 35 25\n%%Title: (Dusk)\n%%CreationDate: D:20200131134743+01'00'\n%%EndComments\n%%Title: (no)\n"
  )

  static let pnm = Bytes.text("P6 # by hand\n# 999 999\n30\t20\n255\n") + [UInt8](repeating: 0x23, count: 30)

  static let pam = Bytes.text("P7\n# by hand\nWIDTH 30\nHEIGHT 20\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n7777")

  /// With EXIF data, XMP and a resource whose name has an odd length.
  static let photoshopDocument: [UInt8] = {
    let resource = { (kind: UInt16, name: String, body: [UInt8]) in
      let padding: [UInt8] = name.utf8.count.isMultiple(of: 2) ? [0] : []
      return Bytes.all(
        Bytes.text("8BIM"), Bytes.big(kind), [UInt8(name.utf8.count)], Bytes.text(name), padding, Bytes.big(UInt32(body.count)), body,
        body.count.isMultiple(of: 2) ? [] : [0])
    }
    let resources = Bytes.all(
      resource(1000, "odd", [1, 2, 3]), resource(1005, "", Bytes.big(UInt32(300 << 16), UInt32(0), UInt32(300 << 16), UInt32(0))),
      resource(1058, "", exif), resource(1060, "", Bytes.text(xmp)), resource(1039, "", profile))
    return Bytes.all(
      Bytes.text("8BPS"), Bytes.big(UInt16(1)), [0, 0, 0, 0, 0, 0], Bytes.big(UInt16(4)), Bytes.big(UInt32(20), UInt32(30)),
      Bytes.big(UInt16(16), UInt16(3)), Bytes.big(UInt32(2)), [7, 7], Bytes.big(UInt32(resources.count)), resources)
  }()

  static let xcf: [UInt8] = {
    let parasite = Bytes.all(
      Bytes.big(UInt32(13)), Bytes.text("gimp-comment\0"), Bytes.big(UInt32(1), UInt32(10)), Bytes.text("A comment\0"))
    return Bytes.all(
      Bytes.text("gimp xcf v011\0"), Bytes.big(UInt32(30), UInt32(20), UInt32(0), UInt32(250)),
      Bytes.big(UInt32(19), UInt32(8), Float(300).bitPattern, Float(300).bitPattern), Bytes.big(UInt32(21), UInt32(parasite.count)),
      parasite,
      Bytes.big(UInt32(0), UInt32(0)))
  }()

  static let tga = Bytes.all([0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0], Bytes.little(UInt16(30), UInt16(20)), [32, 8, 1, 2, 3, 4])

  static let qoi = Bytes.all(Bytes.text("qoif"), Bytes.big(UInt32(30), UInt32(20)), [4, 0])

  static let dds = Bytes.all(Bytes.text("DDS "), Bytes.little(UInt32(124), UInt32(0x1007), UInt32(20), UInt32(30)))

  static let openEXR: [UInt8] = {
    let attribute = { (name: String, type: String, value: [UInt8]) in
      Bytes.all(Bytes.text("\(name)\0\(type)\0"), Bytes.little(UInt32(value.count)), value)
    }
    return Bytes.all(
      [0x76, 0x2F, 0x31, 1, 2, 0, 0, 0], attribute("comments", "string", Bytes.text("A comment")),
      attribute("dataWindow", "box2i", Bytes.little(Int32(0), Int32(0), Int32(99), Int32(99))),
      attribute("displayWindow", "box2i", Bytes.little(Int32(-1), Int32(5), Int32(28), Int32(24))), [0])
  }()

  static let all: [(name: String, bytes: [UInt8])] = [
    ("JPEG", jpeg), ("PNG", png), ("GIF", gif), ("BMP", bmp), ("WebP", webP), ("TIFF", tiff), ("icon", icon), ("JPEG 2000", jpeg2000),
    ("HEIF", heif), ("JPEG XL", jpegXL), ("SVG", svg), ("EPS", eps), ("PNM", pnm), ("PAM", pam),
    ("Photoshop", photoshopDocument), ("GIMP", xcf), ("TGA", tga), ("QOI", qoi), ("DDS", dds), ("OpenEXR", openEXR),
    ("CRW", RawFixture.ciff), ("MRW", RawFixture.minolta), ("X3F", RawFixture.sigma),
  ]
}
