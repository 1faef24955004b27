// SPDX-License-Identifier: Apache-2.0

package import AttributeSets
internal import CxxPoppler
package import ImporterSupport
internal import Markup
internal import UniformTypeIdentifiers

/// Imports documents: plain text and source code in any encoding, notebooks, HTML, RTF, PDF, DjVu and compiled help.
package final class DocumentImporter: CSImportExtension, DescriptorImporter {
  package static let importerName = "Document"
  package static let importerVersion = 14
  package static let readsText = true
  package static let contentTypes =
    [
      "com.adobe.pdf", "public.html", "public.json", "public.script", "public.source-code", "public.text", "public.xhtml",
    ] + DocumentFormat.djvuTypes + [DocumentFormat.compiledHelp].compactMap(\.self) + DocumentFormat.otherTextTypes
  /// Encodings of Chinese, Japanese and Korean in PDF.
  package static let dataPaths = ["/usr/share/poppler"]

  /// The interface for PDF. Tests choose one.
  package var poppler = PopplerInterface.preferred

  /// The syntax of escapes in texts of each type that occurred. To find it takes as long as to read a short text.
  private var syntaxes: [String: EscapeDecoder.Syntax?] = [:]

  /// Whether each type that occurred is one of XML.
  private var xmlTypes: [String: Bool] = [:]

  func isXML(_ typeIdentifier: String) -> Bool {
    if let known = xmlTypes[typeIdentifier] { return known }
    let isXML = TypeDatabase.shared.tree(forIdentifier: typeIdentifier).contains("public.xml")
    xmlTypes[typeIdentifier] = isXML
    return isXML
  }

  func escapeSyntax(of file: ImportedFile) -> EscapeDecoder.Syntax? {
    let typeIdentifier = file.typeIdentifier
    // They have no type of their own.
    if file.name.suffix(propertiesSuffix.count).map({ $0 | 0x20 }) == propertiesSuffix { return .properties }
    if let known = syntaxes[typeIdentifier] { return known }
    let syntax = EscapeDecoder.Syntax(typeIdentifier: typeIdentifier)
    syntaxes[typeIdentifier] = .some(syntax)
    return syntax
  }

  private let propertiesSuffix = ".properties".utf8.map { $0 | 0x20 }

  package static func prepare() {
    pdf_prepare(PopplerInterface.preferred.raw)
    XMLParser.prepare()
  }

  package func update(_ attributes: CSSearchableItemAttributeSet, from file: ImportedFile, text: TextSink) throws {
    switch DocumentFormat(typeIdentifier: file.typeIdentifier) {
    case .pdf: try importPDF(file, into: attributes, text: text)
    case .html: try importHTML(file, into: attributes, text: text)
    case .markdown: try importMarkdown(file, into: attributes, text: text)
    case .djvu: try importDjVu(file, into: attributes, text: text)
    case .help: try importHelp(file, into: attributes, text: text)
    case .lines(let format): try importLines(file, format, into: attributes, text: text)
    case .notebook: try importNotebook(file, into: attributes, text: text)
    case .playlist: try importPlaylist(file, into: attributes, text: text)
    case .rtf: try importRTF(file, into: attributes, text: text)
    case .structured(let format): try importStructured(file, format, into: attributes, text: text)
    case .plain:
      if isXML(file.typeIdentifier) { try importXMLMetadata(file, into: attributes) }
      try importText(file, text: text)
      if file.typeIdentifier == DocumentFormat.internetShortcut { try importAddress(of: file, into: attributes) }
    }
  }
}
