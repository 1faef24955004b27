// SPDX-License-Identifier: Apache-2.0

package import AttributeSets
internal import CxxRecognition
package import ImporterSupport

/// Reads the text in pictures, and on the pages of documents that consist of pictures.
package final class PictureTextImporter: CSImportExtension, DescriptorImporter {
  package static let importerName = "PictureText"
  package static let importerVersion = 1
  /// What Leptonica decodes, and PDF, which Poppler draws.
  package static let contentTypes = [
    "com.adobe.pdf", "com.compuserve.gif", "com.microsoft.bmp", "org.webmproject.webp", "public.jpeg", "public.jpeg-2000", "public.pbm",
    "public.png", "public.tiff",
  ]

  /// Larger files would take the memory that recognition needs.
  private static let maximumByteCount = 128 << 20

  // The worker has one thread, and `load` comes before the first file.
  nonisolated(unsafe) private static var recognizer: Recognizer?

  /// Loads what can no longer be opened in the sandbox.
  ///
  /// - Parameters:
  ///   - languages: ISO 639 codes of the languages besides English; `nil` for the languages of the user.
  ///   - locales: The names of the user's locales, such as `zh_TW.UTF-8`.
  package static func load(_ languages: [String]?, locales: [String]) throws(RecognitionError) {
    pages_prepare()
    unsafe recognizer = try Recognizer(languages, locales: locales)
  }

  package func update(_ attributes: CSSearchableItemAttributeSet, from file: ImportedFile, text: TextSink) throws {
    guard let recognizer = unsafe Self.recognizer else { preconditionFailure("the data of Tesseract are loaded before the first file") }
    let contents = try file.contents(limit: Self.maximumByteCount)
    func append(_ picture: borrowing Picture) throws {
      guard let found = recognizer.text(in: picture) else { throw ImportError.unsupported("Tesseract fails on one of its pictures") }
      for line in found.lines { try text.append(line + "\n") }
    }
    guard contents.has("%PDF-") || file.typeIdentifier == "com.adobe.pdf" else {
      return try Picture.forEach(in: contents, orientation: Orientation.ofJPEG(contents), append)
    }
    let pages = try DrawnPages(contents)
    for page in 0..<pages.count {
      // The other pages are worth reading without it.
      guard let picture = pages.picture(of: page) else { continue }
      try append(picture)
    }
  }
}
