// SPDX-License-Identifier: Apache-2.0

internal import UniformTypeIdentifiers

/// Formats of plain text whose first lines contain metadata.
enum StructuredText: Equatable {
  case asciiDoc
  case bibliography
  case cueSheet
  case manualPage
  case orgMode
  case reStructuredText
  case teX
  case translation
  case typst

  /// - Returns: `nil` for the type of another format.
  init?(typeIdentifier: String) {
    guard let format = Self.types[typeIdentifier] else { return nil }
    self = format
  }

  /// Whether accents are written as commands.
  var hasAccentCommands: Bool { self == .teX || self == .bibliography }

  func metadata(in head: TextHead) -> TextMetadata {
    switch self {
    case .asciiDoc: AsciiDoc.metadata(in: head.lines)
    case .bibliography: TextMetadata()
    case .cueSheet: CueSheet.metadata(in: head.lines)
    case .manualPage: ManualPage.metadata(in: head.lines)
    case .orgMode: OrgMode.metadata(in: head.lines)
    case .reStructuredText: ReStructuredText.metadata(in: head.lines)
    case .teX: TeXPreamble.metadata(in: head.text)
    case .translation: Translation.metadata(in: head.lines)
    case .typst: Typst.metadata(in: head.text)
    }
  }

  private static let types: [String: Self] = {
    let formats: [(String, Self)] = [
      ("application/x-troff-man", .manualPage), ("text/troff", .manualPage), ("text/x-bibtex", .bibliography),
      ("text/x-gettext-translation", .translation), ("text/x-gettext-translation-template", .translation),
      ("text/asciidoc", .asciiDoc), ("application/x-cue", .cueSheet), ("text/vnd.typst", .typst), ("text/x-typst", .typst),
      ("text/org", .orgMode), ("text/x-rst", .reStructuredText), ("text/x-tex", .teX),
    ]
    return Dictionary(
      formats.compactMap { mimeType, format in UTType(mimeType: mimeType).map { ($0.identifier, format) } },
      uniquingKeysWith: { first, _ in first })
  }()
}
