internal import CPoppler
internal import Glibc
internal import ImporterSupport

/// An open PDF document; poppler-glib.
@safe struct PDFDocument: ~Copyable {
  private let raw: OpaquePointer

  /// Opens the document that `descriptor` is open on.
  ///
  /// - Parameter descriptor: Stays the caller's. Poppler reads by position: the descriptor's own is left alone.
  /// - Throws: `encrypted` when it asks for a password; `damaged` when it is so broken that Poppler finds no pages.
  init(descriptor: CInt) throws(ImportError) {
    PopplerMessages.silence()
    let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard own >= 0 else { throw .system(code: errno, call: "fcntl") }
    var problem: UnsafeMutablePointer<GError>?
    // Poppler closes the descriptor it is given, also when it fails.
    guard let document = unsafe poppler_document_new_from_fd(own, nil, &problem) else {
      defer { unsafe g_clear_error(&problem) }
      throw unsafe ImportError(problem)
    }
    unsafe raw = document
  }

  deinit { unsafe g_object_unref(UnsafeMutableRawPointer(raw)) }

  var pageCount: Int { unsafe Int(poppler_document_get_n_pages(raw)) }

  var title: String? { unsafe string(poppler_document_get_title(raw)) }
  var author: String? { unsafe string(poppler_document_get_author(raw)) }
  var subject: String? { unsafe string(poppler_document_get_subject(raw)) }
  var keywords: String? { unsafe string(poppler_document_get_keywords(raw)) }
  /// The program in which the document was written.
  var creator: String? { unsafe string(poppler_document_get_creator(raw)) }
  /// The program that made the PDF of it.
  var producer: String? { unsafe string(poppler_document_get_producer(raw)) }
  /// Seconds since 1970.
  var creationTime: Int64? { unsafe seconds(poppler_document_get_creation_date_time(raw)) }
  /// Seconds since 1970.
  var modificationTime: Int64? { unsafe seconds(poppler_document_get_modification_date_time(raw)) }

  /// The version of the format, as `1.7`.
  var version: String {
    var major: guint = 0
    var minor: guint = 0
    unsafe poppler_document_get_pdf_version(raw, &major, &minor)
    return "\(major).\(minor)"
  }

  /// Whether encryption forbids the reader to do something. A document may be encrypted and forbid nothing.
  var hasRestrictions: Bool {
    unsafe poppler_document_get_permissions(raw).rawValue != POPPLER_PERMISSIONS_FULL.rawValue
  }

  /// - Returns: `nil` if the page is so broken that it cannot be read, or does not exist.
  func page(at index: Int) -> PDFPage? {
    unsafe poppler_document_get_page(raw, CInt(index)).map { unsafe PDFPage(owning: $0) }
  }

  /// Names of the fonts that the first pages use, without the tags of subsets (`BAAAAA+`), in order of appearance.
  ///
  /// - Parameter pages: How many pages to look at.
  func fontNames(onFirst pages: Int) -> [String] {
    let fonts = unsafe poppler_font_info_new(raw)
    defer { unsafe poppler_font_info_free(fonts) }
    var iterator: OpaquePointer?
    guard unsafe poppler_font_info_scan(fonts, CInt(pages), &iterator) != 0, unsafe iterator != nil else { return [] }
    defer { unsafe poppler_fonts_iter_free(iterator) }
    var names: [String] = []
    repeat {
      if let name = unsafe poppler_fonts_iter_get_name(iterator) { unsafe names.appendNew(String(cString: name)) }
    } while unsafe poppler_fonts_iter_next(iterator) != 0
    return names
  }
}

/// A page of an open document, with what Poppler keeps about it.
@safe struct PDFPage: ~Copyable {
  private let raw: OpaquePointer

  fileprivate init(owning page: OpaquePointer) { unsafe raw = page }

  deinit { unsafe g_object_unref(UnsafeMutableRawPointer(raw)) }

  /// Width and height as shown, in points.
  var size: (width: Double, height: Double) {
    var width = 0.0
    var height = 0.0
    unsafe poppler_page_get_size(raw, &width, &height)
    return (width, height)
  }

  /// Calls `body` with the page's text in UTF-8, in reading order, piece by piece; not at all for a page of images.
  func withText(_ body: (borrowing Span<UInt8>) throws -> Void) rethrows {
    guard let text = unsafe poppler_page_get_text(raw) else { return }
    defer { unsafe g_free(text) }
    let bytes = unsafe Span<UInt8>(_unsafeBytes: UnsafeRawBufferPointer(start: text, count: strlen(text)))
    var boxes: UnsafeMutablePointer<PopplerRectangle>?
    var count: guint = 0
    // The page's layout is known by now: asking for it again costs next to nothing.
    guard unsafe poppler_page_get_text_layout(raw, &boxes, &count) != 0, let boxes = unsafe boxes else { return try body(bytes) }
    defer { unsafe g_free(boxes) }
    try bytes.putWords(placedAt: unsafe UnsafeBufferPointer(start: boxes, count: Int(count)).span, into: body)
  }
}

extension ImportError {
  fileprivate init(_ problem: UnsafePointer<GError>?) {
    guard let problem = unsafe problem else {
      self = .damaged("no reason given")
      return
    }
    if unsafe problem.pointee.code == CInt(POPPLER_ERROR_ENCRYPTED.rawValue) {
      self = .encrypted
    } else {
      self = unsafe .damaged(String(cString: problem.pointee.message))
    }
  }
}

/// Takes over a string that GLib allocated.
///
/// - Returns: `nil` for none, and for one of only white space.
private func string(_ text: UnsafeMutablePointer<CChar>?) -> String? {
  guard let text = unsafe text else { return nil }
  defer { unsafe g_free(text) }
  let value = unsafe String(cString: text)
  return value.allSatisfy(\.isWhitespace) ? nil : value
}

/// Takes over a date that GLib allocated.
private func seconds(_ date: OpaquePointer?) -> Int64? {
  guard let date = unsafe date else { return nil }
  defer { unsafe g_date_time_unref(date) }
  return unsafe Int64(g_date_time_to_unix(date))
}
