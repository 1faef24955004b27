// SPDX-License-Identifier: Apache-2.0

internal import CxxRecognition
internal import ImporterSupport

/// A picture in shades of grey, of a size in which Tesseract reads it.
@safe struct Picture: ~Copyable {
  /// Pixels of a picture. More take longer and much more memory, and tell Tesseract hardly more: an A4 page has these
  /// at 200 dots per inch.
  static let pixelCount = 4_000_000.0
  /// A page is not drawn at more dots per inch.
  static let pageResolution = 300.0
  /// Letters on screens are small for Tesseract. More than this makes nothing better.
  private static let enlargement = 2.0
  /// A photograph of 200 megapixels is decoded at a quarter of its size, and counts as that.
  private static let decodedByteCount: Int64 = 160 << 20

  private let raw: OpaquePointer

  fileprivate init(owning raw: OpaquePointer) { unsafe self.raw = raw }

  deinit { unsafe picture_free(raw) }

  var width: Int { unsafe Int(picture_width(raw)) }
  var height: Int { unsafe Int(picture_height(raw)) }

  func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result { unsafe body(raw) }

  /// Calls `body` with each picture in a file.
  ///
  /// - Parameter orientation: EXIF's number for how the picture must be turned.
  /// - Throws: ``ImportError`` for the first picture that cannot be read, and what `body` throws.
  static func forEach(in file: [UInt8], orientation: Int, _ body: (borrowing Picture) throws -> Void) throws {
    let limits = picture_limits(pixels: pixelCount, enlargement: enlargement, decoded_bytes: decodedByteCount)
    var position = 0
    repeat {
      var problem = PICTURE_NONE
      let read = unsafe file.withUnsafeBufferPointer { bytes in
        unsafe bytes.baseAddress.flatMap { unsafe picture_read($0, bytes.count, limits, &position, &problem) }
      }
      guard let read = unsafe read else { throw ImportError(problem) }
      let picture = unsafe Picture(owning: read)
      unsafe picture_orient(picture.raw, Int32(orientation))
      try body(picture)
    } while position != 0
  }
}

/// The pages of a document in PDF, drawn as pictures.
@safe struct DrawnPages: ~Copyable {
  private let raw: OpaquePointer
  /// Poppler reads it as long as the document is open.
  private let contents: UnsafeMutableBufferPointer<CChar>

  /// - Throws: ``ImportError`` if the document cannot be opened.
  init(_ file: [UInt8]) throws(ImportError) {
    let contents = UnsafeMutableBufferPointer<CChar>.allocate(capacity: max(file.count, 1))
    _ = unsafe contents.initialize(from: file.lazy.map { CChar(bitPattern: $0) })
    var problem = PAGES_NONE
    guard let base = contents.baseAddress, let opened = unsafe pages_open(base, file.count, &problem) else {
      unsafe contents.deallocate()
      throw problem == PAGES_ENCRYPTED ? .encrypted : .damaged("it has no pages that can be drawn")
    }
    unsafe self.contents = contents
    unsafe raw = opened
  }

  deinit {
    unsafe pages_close(raw)
    unsafe contents.deallocate()
  }

  var count: Int { unsafe Int(pages_count(raw)) }

  /// A page, from 0 on; `nil` if it cannot be drawn.
  func picture(of page: Int) -> Picture? {
    guard let drawn = unsafe pages_draw(raw, Int32(page), Picture.pixelCount, Picture.pageResolution) else { return nil }
    return unsafe Picture(owning: drawn)
  }
}

extension ImportError {
  fileprivate init(_ problem: picture_problem) {
    self =
      switch problem {
      case PICTURE_UNSUPPORTED: .unsupported("a format of pictures that Leptonica does not know")
      case PICTURE_TOO_LARGE: .unsupported("it has too many pixels to look for text in it")
      default: .damaged("its picture cannot be decoded")
      }
  }
}
