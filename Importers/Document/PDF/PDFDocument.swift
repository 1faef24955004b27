// SPDX-License-Identifier: Apache-2.0

internal import CxxPoppler
internal import Foundation
internal import ImporterSupport
internal import SystemPlatform

/// An open PDF document, read by Poppler.
@safe struct PDFDocument: ~Copyable {
  private let raw: OpaquePointer

  /// Opens the document of a file.
  ///
  /// - Parameters:
  ///   - file: Its descriptor must stay open while the document is used.
  ///   - poppler: One of the available interfaces.
  /// - Throws: `encrypted` if it needs a password; `damaged` if Poppler finds no pages.
  init(_ file: ImportedFile, poppler: PopplerInterface) throws(ImportError) {
    var problem = PDF_NONE
    guard let document = unsafe pdf_open(file.descriptor, Int64(clamping: file.byteCount), poppler.raw, &problem) else {
      switch problem {
      case PDF_ENCRYPTED: throw .encrypted
      case PDF_UNREADABLE: throw ImportError(.current("pread"))
      default: throw .damaged("it has no readable pages")
      }
    }
    unsafe raw = document
  }

  deinit { unsafe pdf_close(raw) }

  var pageCount: Int { unsafe Int(pdf_page_count(raw)) }

  /// Whether it is encrypted, although it needs no password.
  var isEncrypted: Bool { unsafe pdf_is_encrypted(raw) }

  /// The version of the format, such as `1.7`.
  var version: String {
    var major: CInt = 0
    var minor: CInt = 0
    unsafe pdf_version(raw, &major, &minor)
    return "\(major).\(minor)"
  }

  /// The text under a key of the information dictionary, with marks for ``UndeclaredTexts``.
  ///
  /// - Returns: `nil` if there is none, or only white space.
  func information(_ key: InformationKey) -> String? { information(named: key.rawValue) }

  /// The texts in the information dictionary under other keys, which programs and people choose.
  var furtherInformation: [(name: String, text: String)] {
    var names: [String] = []
    for number in 0... {
      let name = unsafe String(pdf_information_key(raw, number))
      if name.isEmpty { break }
      names.append(name)
    }
    let known = InformationKey.allCases.map(\.rawValue) + ["SourceModified", "Trapped"]
    return names.filter { !known.contains($0) && !$0.hasPrefix("PTEX.") }.compactMap { name in information(named: name).map { (name, $0) } }
  }

  /// The packet of XMP; empty if there is none.
  var metadata: [UInt8] {
    let packet = unsafe pdf_metadata(raw)
    return unsafe Array(UnsafeRawBufferPointer(start: packet.bytes, count: packet.count))
  }

  private func information(named key: String) -> String? {
    var scalars = unsafe String(pdf_information(raw, key)).unicodeScalars
    // Remove half characters, which some versions of hyperref write at the end, and NULs that are
    // counted as part of a string.
    scalars.removeAll { $0 == "\u{FFFD}" || $0 == "\0" }
    return scalars.allSatisfy(\.properties.isWhitespace) ? nil : String(scalars)
  }

  /// The date of a key in the information dictionary; `nil` if there is none or it does not exist
  /// in the calendar.
  func date(_ key: InformationKey) -> Date? {
    var seconds: Int64 = 0
    guard unsafe pdf_information_date(raw, key.rawValue, &seconds) else { return nil }
    return Date(timeIntervalSince1970: Double(seconds))
  }

  /// Width and height of a page as displayed, in points; `nil` if the page does not exist or cannot
  /// be read.
  func size(ofPage index: Int) -> (width: Double, height: Double)? {
    var width = 0.0
    var height = 0.0
    return unsafe pdf_page_size(raw, CInt(index), &width, &height) ? (width, height) : nil
  }

  /// The names of the fonts that the first pages may use, without subset tags (`BAAAAA+`), in order
  /// of appearance.
  ///
  /// - Parameter pages: Number of pages to examine.
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

  /// Calls `body` with pieces of a page's text in UTF-8 in reading order. Does not call it for a
  /// page of images.
  func withText(ofPage index: Int, _ body: (borrowing Span<UInt8>) throws -> Void) rethrows {
    let page = unsafe pdf_page_text(raw, CInt(index))
    guard let text = unsafe page.text.bytes, unsafe page.text.count > 0 else { return }
    let bytes = unsafe Span<UInt8>(_unsafeBytes: UnsafeRawBufferPointer(start: text, count: page.text.count))
    try bytes.putWords(placedAt: unsafe UnsafeBufferPointer(start: page.boxes, count: page.box_count).span, into: body)
  }

  /// The titles of the bookmarks, each followed by a newline.
  var bookmarks: String { unsafe String(pdf_bookmarks(raw)) }

  /// Appends the names and texts of the files in the document. Those of a page follow from the time that its text was read.
  func appendAttachments(to sink: TextSink) throws {
    for number in unsafe 0..<pdf_attachment_count(raw) {
      let name = unsafe String(pdf_attachment_name(raw, number))
      try sink.append(name + "\n")
      guard let files = sink.embeddedFiles, unsafe pdf_open_attachment(raw, number) else { continue }
      try unsafe files.appendText(ofFileNamed: Array(name.utf8), to: sink) { buffer in
        guard let start = buffer.baseAddress else { return 0 }
        return unsafe pdf_read_attachment(raw, start, buffer.count)
      }
    }
  }
}

extension PDFDocument {
  /// Keys of the information dictionary.
  enum InformationKey: String, CaseIterable {
    case title = "Title"
    case author = "Author"
    case subject = "Subject"
    case keywords = "Keywords"
    /// The program that wrote the original document.
    case creator = "Creator"
    /// The program that converted it to PDF.
    case producer = "Producer"
    case creationDate = "CreationDate"
    case modificationDate = "ModDate"
  }
}

extension String {
  /// Copies a string of Poppler.
  fileprivate init(_ string: pdf_string) {
    self = unsafe String(decoding: UnsafeRawBufferPointer(start: string.bytes, count: string.count), as: UTF8.self)
  }
}
