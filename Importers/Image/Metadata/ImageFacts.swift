// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// The facts that a format reader finds in a file, and metadata blocks that other readers decode.
///
/// All values are optional: of a damaged file, only the part before the damage is read.
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
  /// Whether the container rotates the image by 90 degrees. EXIF has its own field for that.
  var isTurned = false

  /// Pages, for formats that have them.
  var pageCount: Int?

  /// A TIFF structure, without the `Exif` header that JPEG puts before it.
  var exif: [UInt8]?
  /// What the file says of the camera outside EXIF.
  var camera: CameraFacts?
  /// IPTC datasets.
  var iptc: [UInt8]?
  /// An XMP packet.
  var xmp: [UInt8]?
  /// A second packet, with the properties for which the first one has no room.
  var extendedXMP: [UInt8]?
  /// Comments of the container, in file order.
  var comments: [String] = []
  /// Keyword and text, as PNG has them.
  var texts: [(keyword: String, text: String)] = []
  /// Documents of draw.io in the image.
  var diagrams: [String] = []
  /// Text in the image, for formats that store it as text.
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

  /// `nil` for impossible values, which files use for an unknown resolution.
  init?(width: Double, height: Double) {
    guard width.isFinite, height.isFinite, width > 0, height > 0 else { return nil }
    // Without the noise of the last digits, which comes from converting units.
    (self.width, self.height) = (width.rounded(toPlaces: 4), height.rounded(toPlaces: 4))
  }

  init?(perMetre width: Double, _ height: Double) {
    self.init(width: width * 0.0254, height: height * 0.0254)
  }

  init?(perCentimetre width: Double, _ height: Double) {
    self.init(width: width * 2.54, height: height * 2.54)
  }
}
