// SPDX-License-Identifier: Apache-2.0

/// Which parts of an XML vocabulary are text that people read.
struct XMLVocabulary {
  /// The elements whose characters are text, with the elements in them; `nil` if all characters are.
  var texts: Set<String>?
  /// The attributes whose values are text, by element; `nil` if all values are.
  var attributes: [String: [String]]? = [:]
  /// The elements that are left out with all in them.
  var skipped: Set<String> = []
  /// The elements whose ends do not end a word.
  var inline: Set<String> = []
  /// The elements that contain the metadata.
  var metadata: Set<String> = []
  /// The element and the attribute whose first value is the title.
  var title: (element: String, attribute: String)?
  /// Elements whose characters are text only if an attribute has a value.
  var conditions: [String: (attribute: String, value: String)] = [:]

  /// All characters and all values of attributes.
  static let any = XMLVocabulary(texts: nil, attributes: nil)

  /// The vocabulary of the documents with a root element; `nil` if it is not known.
  init?(root: XMLRoot) {
    switch root.name {
    case "map" where root.tag.contains("version") && root.rest.contains("<node"): self = .mindMap
    case "diagram" where root.tag.contains("/dia/"): self = .dia
    case "gnc-v2", "gnc": self = .gnuCash
    case "abiword": self = .abiWord
    case "VisioDocument": self = .visio
    case "Workbook" where root.tag.contains("gnumeric"): self = .gnumeric
    case "Workbook" where root.tag.contains("office:spreadsheet"): self = .spreadsheetML
    case "wordDocument" where root.tag.contains("office/word"): self = .wordML
    case "xmap-content": self = .xmind
    default: return nil
    }
  }

  private init(
    texts: Set<String>?, attributes: [String: [String]]? = [:], skipped: Set<String> = [], inline: Set<String> = [],
    metadata: Set<String> = [], title: (element: String, attribute: String)? = nil,
    conditions: [String: (attribute: String, value: String)] = [:]
  ) {
    (self.texts, self.attributes, self.skipped, self.inline) = (texts, attributes, skipped, inline)
    (self.metadata, self.title, self.conditions) = (metadata, title, conditions)
  }

  /// FreeMind and Freeplane: topics are attributes, or HTML in elements.
  private static let mindMap = XMLVocabulary(
    texts: ["richcontent"], attributes: ["node": ["TEXT", "LINK"], "attribute": ["NAME", "VALUE"]], skipped: ["head", "style", "hook"],
    inline: formatted, title: ("node", "TEXT"))

  private static let dia = XMLVocabulary(texts: ["string"], skipped: ["diagramdata"])

  /// GnuCash: names of accounts and partners, descriptions, memos and notes, but no numbers.
  private static let gnuCash = XMLVocabulary(
    texts: ["name", "description", "memo", "num", "notes", "code", "company", "addr", "value"], skipped: ["commodity"],
    conditions: ["value": ("type", "string")])

  private static let abiWord = XMLVocabulary(
    texts: ["p"], skipped: ["data", "styles", "lists", "ignoredwords"], inline: ["a", "bookmark", "c", "field", "image"],
    metadata: ["metadata"])

  /// Visio in one XML file (“DatadiagramML”).
  private static let visio = XMLVocabulary(
    texts: ["Text"], attributes: ["Page": ["Name"]], skipped: ["Masters", "StyleSheets"], inline: ["cp", "fld", "pp", "tp"],
    metadata: ["DocumentProperties", "CustomDocumentProperties"])

  private static let gnumeric = XMLVocabulary(
    texts: ["Cell", "Name", "Content"],
    attributes: ["CellComment": ["Text"], "SheetWidgetButton": ["Label"], "SheetObjectText": ["Label"]],
    skipped: ["Attributes", "Names", "PrintInformation", "Styles"], metadata: ["document-meta"])

  /// Excel since 2002 in one XML file.
  private static let spreadsheetML = XMLVocabulary(
    texts: ["Data"], attributes: ["Worksheet": ["Name"]], skipped: ["Styles"], inline: formatted,
    metadata: ["DocumentProperties", "CustomDocumentProperties"])

  /// Word 2003 in one XML file.
  private static let wordML = XMLVocabulary(
    texts: ["t"], attributes: ["docPr": ["descr"], "hlink": ["dest"]], skipped: ["binData", "del", "fonts", "lists", "styles"],
    inline: ["r", "rPr", "t", "proofErr", "aml:annotation"], metadata: ["DocumentProperties", "CustomDocumentProperties"])

  /// XMind before 2020.
  private static let xmind = XMLVocabulary(texts: ["title", "plain", "label"], title: nil)

  /// Formatting in HTML.
  private static let formatted: Set<String> = [
    "B", "Font", "I", "S", "Sub", "Sup", "U", "a", "b", "em", "font", "i", "span", "strong", "u",
  ]
}
