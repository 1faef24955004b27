internal import CxxPoppler
internal import Foundation
internal import Glibc
internal import ImporterSupport

/// An open PDF document; Poppler.
@safe struct PDFDocument: ~Copyable {
  private let raw: OpaquePointer

  /// Opens the document that `descriptor` is open on.
  ///
  /// - Parameter descriptor: Stays the caller's, and must stay open as long as the document is used. Its position is left alone.
  /// - Throws: `encrypted` when it asks for a password; `damaged` when it is so broken that Poppler finds no pages.
  init(descriptor: CInt) throws(ImportError) {
    var problem = PDF_NONE
    guard let document = unsafe pdf_open(descriptor, &problem) else {
      switch problem {
      case PDF_ENCRYPTED: throw .encrypted
      case PDF_UNREADABLE: throw .system(code: errno, call: "pread")
      default: throw .damaged("it has no readable pages")
      }
    }
    unsafe raw = document
  }

  deinit { unsafe pdf_close(raw) }

  var pageCount: Int { unsafe Int(pdf_page_count(raw)) }

  /// Whether it is encrypted, though it asked for no password.
  var isEncrypted: Bool { unsafe pdf_is_encrypted(raw) }

  /// The version of the format, as `1.7`.
  var version: String {
    var major: CInt = 0
    var minor: CInt = 0
    unsafe pdf_version(raw, &major, &minor)
    return "\(major).\(minor)"
  }

  /// The text under a key of the information dictionary.
  ///
  /// - Returns: `nil` for none, and for one of only white space.
  func information(_ key: InformationKey) -> String? {
    var scalars = unsafe String(pdf_information(raw, key.rawValue)).unicodeScalars
    // Half of a character, as some versions of hyperref put at the end, and the NULs of those who count them as part of a string.
    scalars.removeAll { $0 == "\u{FFFD}" || $0 == "\0" }
    return scalars.allSatisfy(\.properties.isWhitespace) ? nil : String(scalars)
  }

  /// The date under a key of the information dictionary; `nil` for none, and for one that does not exist.
  func date(_ key: InformationKey) -> Date? {
    var seconds: Int64 = 0
    guard unsafe pdf_information_date(raw, key.rawValue, &seconds) else { return nil }
    return Date(timeIntervalSince1970: Double(seconds))
  }

  /// Width and height of a page as shown, in points; `nil` if it is so broken that it cannot be read, or does not exist.
  func size(ofPage index: Int) -> (width: Double, height: Double)? {
    var width = 0.0
    var height = 0.0
    return unsafe pdf_page_size(raw, CInt(index), &width, &height) ? (width, height) : nil
  }

  /// Names of the fonts that the first pages may use, without the tags of subsets (`BAAAAA+`), in order of appearance.
  ///
  /// - Parameter pages: How many pages to look at.
  func fontNames(onFirst pages: Int) -> [String] {
    var names: [String] = []
    for page in 0..<pages {
      for number in 0... {
        let name = unsafe String(pdf_page_font_name(raw, CInt(page), number))
        if name.isEmpty { break }
        names.append(name)
      }
    }
    return names
  }

  /// Calls `body` with a page's text in UTF-8, in reading order, piece by piece; not at all for a page of images.
  func withText(ofPage index: Int, _ body: (borrowing Span<UInt8>) throws -> Void) rethrows {
    let page = unsafe pdf_page_text(raw, CInt(index))
    guard let text = unsafe page.text.bytes, unsafe page.text.count > 0 else { return }
    let bytes = unsafe Span<UInt8>(_unsafeBytes: UnsafeRawBufferPointer(start: text, count: page.text.count))
    try bytes.putWords(placedAt: unsafe UnsafeBufferPointer(start: page.boxes, count: page.box_count).span, into: body)
  }
}

extension PDFDocument {
  /// What the information dictionary tells.
  enum InformationKey: String {
    case title = "Title"
    case author = "Author"
    case subject = "Subject"
    case keywords = "Keywords"
    /// The program in which the document was written.
    case creator = "Creator"
    /// The program that made the PDF of it.
    case producer = "Producer"
    case creationDate = "CreationDate"
    case modificationDate = "ModDate"
  }
}

extension String {
  /// A copy of what Poppler holds.
  fileprivate init(_ string: pdf_string) {
    self = unsafe String(decoding: UnsafeRawBufferPointer(start: string.bytes, count: string.count), as: UTF8.self)
  }
}
