// SPDX-License-Identifier: Apache-2.0

internal import UniformTypeIdentifiers

/// The format of a document.
enum DocumentFormat: Equatable {
  case djvu
  case pdf
  case help
  case html
  case lines(LineFormat)
  case markdown
  case notebook
  case rtf
  case playlist
  case structured(StructuredText)
  case plain

  /// The format for a type. All other types of this importer are text: source code, logs, scripts,
  /// data.
  init(typeIdentifier: String) {
    switch typeIdentifier {
    case "com.adobe.pdf": self = .pdf
    case "public.html", "public.xhtml": self = .html
    case _ where typeIdentifier == Self.mathML: self = .html
    case "net.daringfireball.markdown": self = .markdown
    case _ where Self.markdownTypes.contains(typeIdentifier): self = .markdown
    case _ where typeIdentifier == Self.jupyter: self = .notebook
    case _ where typeIdentifier == Self.compiledHelp: self = .help
    case _ where Self.djvuTypes.contains(typeIdentifier): self = .djvu
    case "org.xspf.xspf-playlist": self = .playlist
    case "public.rtf": self = .rtf
    default:
      if let format = LineFormat(typeIdentifier: typeIdentifier) {
        self = .lines(format)
      } else {
        self = StructuredText(typeIdentifier: typeIdentifier).map { .structured($0) } ?? .plain
      }
    }
  }

  /// The types of DjVu documents of one and of several pages. Both have the same extensions.
  static let djvuTypes = ["image/vnd.djvu", "image/vnd.djvu+multipage"].compactMap { UTType(mimeType: $0)?.identifier }

  /// The type of compiled help of Windows.
  static let compiledHelp = UTType(mimeType: "application/vnd.ms-htmlhelp")?.identifier

  /// The type of bookmarks of Windows.
  static let internetShortcut = "com.microsoft.internet-shortcut"

  /// Formats of text whose types say that they are something else.
  static let otherTextTypes = [
    "application/smil+xml", "application/vnd.ms-wpl", "application/x-godot-resource", "application/x-godot-scene", "application/x-mswinurl",
  ].compactMap { UTType(mimeType: $0)?.identifier }

  /// Types of Markdown with additions.
  private static let markdownTypes = Set(
    ["text/mdx", "text/x-quarto", "text/x-r-markdown"].compactMap { UTType(mimeType: $0)?.identifier })

  /// The type of notebooks.
  private static let jupyter = UTType(mimeType: "application/x-ipynb+json")?.identifier

  /// The type of formulas, whose markup is as little text as that of HTML.
  private static let mathML = UTType(mimeType: "application/mathml+xml")?.identifier
}
