// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// An image format, detected by the first bytes of a file. Names and declared types are ignored
/// because they are wrong too often.
enum ImageFormat: CaseIterable {
  case bmp
  case canonRaw
  case ciff
  case dds
  case dicom
  case eps
  case fujiRaw
  case gif
  case heif
  case icon
  case jpeg
  case jpeg2000
  case jpegXL
  case minoltaRaw
  case openEXR
  case pcx
  case photoCD
  case photoshop
  case png
  case pnm
  case qoi
  case sigmaRaw
  case svg
  case tga
  case tiff
  case webP
  case xcf

  /// - Returns: `nil` for an unsupported format.
  init?(_ file: FileBytes) {
    let start = file.bytes(at: 0, count: 512)
    switch true {
    case start.starts(with: [0xFF, 0xD8]): self = .jpeg
    case start.starts(with: [0x89]) && start.has("PNG\r\n", at: 1): self = .png
    case PNM.begins(start): self = .pnm
    case start.has("GIF8"): self = .gif
    case start.has("RIFF") && start.has("WEBP", at: 8): self = .webP
    case start.has("BM"): self = .bmp
    case start.has("%!PS"), start.starts(with: [0xC5, 0xD0, 0xD3, 0xC6]): self = .eps
    case start.has("II*\0"), start.has("MM\0*"), start.has("II+\0"), start.has("MM\0+"),
      start.has("IIRO"), start.has("IIRS"), start.has("MMOR"), start.has("IIU\0"):
      self = .tiff
    case start.has("FUJIFILMCCD-RAW "): self = .fujiRaw
    case start.has("II") && start.has("HEAPCCDR", at: 6): self = .ciff
    case start.has("\0MRM"): self = .minoltaRaw
    case start.has("FOVb"): self = .sigmaRaw
    // A TGA picture begins like this, too, but has zeros instead of the number of images.
    case (start.starts(with: [0, 0, 1, 0]) || start.starts(with: [0, 0, 2, 0]))
      && start.integer(at: 4, as: UInt16.self, .little).map { $0 > 0 } ?? false:
      self = .icon
    case start.has("8BPS"): self = .photoshop
    case start.has("gimp xcf "): self = .xcf
    case start.has("qoif"): self = .qoi
    case start.has("DDS "): self = .dds
    case start.starts(with: [0x76, 0x2F, 0x31, 0x01]): self = .openEXR
    case start.has("jP  ", at: 4), start.starts(with: JPEG2000.codestreamMark): self = .jpeg2000
    case start.has("JXL ", at: 4), start.starts(with: [0xFF, 0x0A]): self = .jpegXL
    case start.has("ftypcrx ", at: 4): self = .canonRaw
    case start.has("ftyp", at: 4) && HEIF.hasBrand(start): self = .heif
    case DICOM.begins(start): self = .dicom
    case PCX.begins(start): self = .pcx
    case start.starts(with: [0x1F, 0x8B]), start.first.map { "< \n\r\t\u{FEFF}".utf8.contains($0) } ?? false: self = .svg
    case PhotoCD.begins(file): self = .photoCD
    case TGA.begins(start): self = .tga
    default: return nil
    }
  }

  /// Reads the facts in a file of this format.
  func facts(of file: FileBytes) -> ImageFacts {
    switch self {
    case .bmp: BMP.read(file)
    case .canonRaw: CanonRaw.read(file)
    case .ciff: CIFF.read(file)
    case .dds: DDS.read(file)
    case .dicom: DICOM.read(file)
    case .eps: EPS.read(file)
    case .fujiRaw: FujiRaw.read(file)
    case .gif: GIF.read(file)
    case .heif: HEIF.read(file)
    case .icon: Icon.read(file)
    case .jpeg: JPEG.read(file)
    case .jpeg2000: JPEG2000.read(file)
    case .jpegXL: JPEGXL.read(file)
    case .minoltaRaw: MinoltaRaw.read(file)
    case .openEXR: OpenEXR.read(file)
    case .pcx: PCX.read(file)
    case .photoCD: PhotoCD.read(file)
    case .photoshop: Photoshop.read(file)
    case .png: PNG.read(file)
    case .pnm: PNM.read(file)
    case .qoi: QOI.read(file)
    case .sigmaRaw: SigmaRaw.read(file)
    case .svg: SVG.read(file)
    case .tga: TGA.read(file)
    case .tiff: TIFF.read(file)
    case .webP: WebP.read(file)
    case .xcf: XCF.read(file)
    }
  }
}
