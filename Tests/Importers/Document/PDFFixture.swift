// SPDX-License-Identifier: Apache-2.0

/// A small PDF document with a classic cross-reference table, one content stream per page, and one
/// font.
struct PDFFixture {
  var version = "1.4"
  /// The text of each page.
  var pages = ["Hello World"]
  var pageSize = (width: 612.0, height: 792.0)
  /// Entries of the information dictionary in PDF's syntax.
  var information =
    "/Title (A Title) /Author (Ada; Bob) /Subject (S) /Keywords (one, two; three) /Creator (Pen) /Producer (Press 1.0) "
    + "/CreationDate (D:20140701153850+02'00') /ModDate (D:20150203040506Z)"
  /// Content streams in PDF's syntax, instead of the texts of `pages`; the number of `pages` still
  /// counts.
  var contents: [String]?
  /// Entries of a content stream's dictionary, such as `/Filter`.
  var contentEntries = ""
  /// Entries of the pages' resources; one for each page, or one for all.
  var resources = ["/Font << /F1 3 0 R >>"]
  /// Further entries of the pages.
  var pageEntries = ""
  /// Further entries of the catalog.
  var catalog = ""
  /// Further entries of the trailer.
  var trailer = ""
  /// Further objects, numbered from 100 on.
  var extraObjects: [String] = []

  /// A stream object's body.
  static func stream(_ content: String, _ entries: String = "") -> String {
    "<< /Length \(content.unicodeScalars.count) \(entries) >>\nstream\n\(content)\nendstream"
  }

  /// The bytes of the document. Each scalar of the strings is one byte.
  var bytes: [UInt8] {
    var output = "%PDF-\(version)\n"
    var offsets: [(number: Int, offset: Int)] = []
    func add(_ number: Int, _ body: String) {
      offsets.append((number, output.unicodeScalars.count))
      output += "\(number) 0 obj\n\(body)\nendobj\n"
    }
    let pageNumbers = pages.indices.map { 10 + 2 * $0 }
    add(1, "<< /Type /Catalog /Pages 2 0 R \(catalog) >>")
    add(2, "<< /Type /Pages /Count \(pages.count) /Kids [\(pageNumbers.map { "\($0) 0 R" }.joined(separator: " "))] >>")
    add(3, "<< /Type /Font /Subtype /Type1 /BaseFont /BAAAAA+Helvetica /Encoding /WinAnsiEncoding >>")
    add(4, "<< \(information) >>")
    for (index, number) in pageNumbers.enumerated() {
      add(
        number,
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(pageSize.width) \(pageSize.height)] /Contents \(number + 1) 0 R "
          + "/Resources << \(resources[index % resources.count]) >> \(pageEntries) >>")
      add(number + 1, Self.stream(contents?[index] ?? "BT /F1 12 Tf 72 700 Td (\(pages[index])) Tj ET", contentEntries))
    }
    for (index, body) in extraObjects.enumerated() { add(100 + index, body) }
    let table = output.unicodeScalars.count
    output += "xref\n0 1\n0000000000 65535 f \n"
    for (number, offset) in offsets { output += "\(number) 1\n\(Self.digits(offset)) 00000 n \n" }
    output += "trailer\n<< /Size 200 /Root 1 0 R /Info 4 0 R \(trailer) >>\nstartxref\n\(table)\n%%EOF\n"
    return output.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }

  private static func digits(_ number: Int) -> String {
    String(repeating: "0", count: 10 - String(number).count) + String(number)
  }
}
