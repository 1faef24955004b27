/// What a reader of one format finds in a file: facts of the picture, and blocks of metadata that other readers decode.
///
/// Everything is optional: a damaged file gives what could be read before the damage.
struct ImageFacts {
  /// Pixels as stored, before any rotation that the metadata asks for.
  var width: Int?
  var height: Int?
  /// Bits of one component.
  var bitsPerSample: Int?
  var colorSpace: ColorSpace?
  var hasAlpha: Bool?
  var resolution: Resolution?
  var profileName: String?
  /// A quarter turn that the container itself asks for. EXIF says the same in its own way.
  var isTurned = false

  /// Pages, for formats that have them.
  var pageCount: Int?

  /// A TIFF structure, without the `Exif` header that JPEG puts before it.
  var exif: [UInt8]?
  /// IPTC datasets.
  var iptc: [UInt8]?
  /// An XMP packet.
  var xmp: [UInt8]?
  /// Comments of the container, in file order.
  var comments: [String] = []
  /// Keyword and text, as PNG has them.
  var texts: [(keyword: String, text: String)] = []
  /// Text in the picture itself, for formats that keep it as text.
  var content = ""
}

enum ColorSpace: String {
  case cmyk = "CMYK"
  case gray = "Gray"
  case lab = "Lab"
  case rgb = "RGB"
}

/// Dots per inch.
struct Resolution {
  var width: Double
  var height: Double

  /// `nil` for values that no picture has, which files use to say that they do not know.
  init?(width: Double, height: Double) {
    guard width.isFinite, height.isFinite, width > 0, height > 0 else { return nil }
    (self.width, self.height) = (width, height)
  }

  init?(perMetre width: Double, _ height: Double) {
    self.init(width: width * 0.0254, height: height * 0.0254)
  }

  init?(perCentimetre width: Double, _ height: Double) {
    self.init(width: width * 2.54, height: height * 2.54)
  }
}
