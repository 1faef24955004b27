// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Foundation
internal import ImporterSupport
internal import Markup

/// A package in the sense of Office Open XML: parts with content types in a ZIP archive.
///
/// The parts to read are found by their content types, not by their names, which writers choose.
struct OpenPackage {
  static let contentTypesPart = "[Content_Types].xml"

  private let archive: ZipArchive
  private let parts: [Part]
  /// Filled from the workbook and its styles, which precede the sheets.
  private let formats = CellFormats()

  private struct Part {
    let name: String
    let kind: PartKind

    /// The order of the text: slides in the order of their numbers, each followed by its notes.
    var order: (Int, Int, String) { (number, kind.rank, name) }

    /// The number at the end of the name, without its extension; 0 if there is none.
    private var number: Int {
      let stem = name.prefix(upTo: name.lastIndex(of: ".") ?? name.endIndex)
      let digits = stem.reversed().prefix { $0.isASCII && $0.isNumber }.reversed()
      return Int(String(digits)) ?? 0
    }
  }

  init(_ archive: ZipArchive) throws {
    self.archive = archive
    let types = ContentTypes()
    let result = Result { _ = try archive.parse(Self.contentTypesPart, into: types) }
    parts = archive.names.compactMap { name in types.type(ofPart: name).flatMap(PartKind.init).map { Part(name: name, kind: $0) } }
      .sorted { $0.order < $1.order }
    if parts.isEmpty { try result.get() }
  }

  /// Sets the attributes, then delivers the text. Damage of one part does not prevent reading the
  /// others.
  ///
  /// - Parameter isKnown: Whether the type says that it is a document of which parts are known. The text of others is that of all parts.
  func fill(_ attributes: CSSearchableItemAttributeSet, _ text: TextSink, isKnown: Bool) throws {
    guard !parts.isEmpty || !isKnown else { throw ImportError.damaged("it has none of the parts of a document") }
    var failure: (any Error)?
    for part in parts where part.kind.isProperties || text.isWanted {
      do { try read(part, attributes, text) } catch { failure = failure ?? error }
    }
    // Not every program counts them.
    let slideCount = parts.count { $0.kind == .slide }
    if attributes.pageCount == nil, slideCount > 0 { attributes.pageCount = slideCount as NSNumber }
    if let failure { throw failure }
    if !parts.contains(where: { !$0.kind.isProperties || $0.kind == .model }), !isKnown { try UnknownArchive.read(archive, to: text) }
  }

  private func read(_ part: Part, _ attributes: CSSearchableItemAttributeSet, _ text: TextSink) throws {
    switch part.kind {
    case .coreProperties, .applicationProperties, .customProperties: attributes.take(try values(part), part.kind)
    case .drawing: try archive.appendText(of: part.name, readBy: DrawingText(), to: text)
    case .model:
      let model = ModelText()
      let result = Result { try archive.appendText(of: part.name, readBy: model, to: text) }
      attributes.take(model.facts)
      attributes.copyright = model.copyright
      _ = try result.get()
    case .content, .notes, .slide:
      try archive.appendText(of: part.name, readBy: PartText(), to: text)
      try appendLinks(of: part, to: text)
    case .chart: try archive.appendText(of: part.name, readBy: ChartText(), to: text)
    case .sheet:
      try archive.appendText(of: part.name, readBy: SheetText(formats), to: text)
      try appendLinks(of: part, to: text)
    case .styles: try archive.parse(part.name, into: formats)
    case .workbook: try archive.appendText(of: part.name, readBy: WorkbookText(formats), to: text)
    case .table: try archive.appendText(of: part.name, readBy: AttributeText(element: "table", attribute: "displayName"), to: text)
    case .page: try archive.appendText(of: part.name, readBy: GlyphText(), to: text)
    case .binarySheet, .binaryWorkbook:
      var sheet = BinarySheet(formats)
      try archive.read(part.name) { piece in
        sheet.read(piece)
        try text.append(utf8: sheet.takeText().span)
      }
      try text.append("\n")
      if sheet.isDamaged { throw ImportError.damaged("its part \(part.name) contains records that are too long") }
    }
  }

  private func appendLinks(of part: Part, to text: TextSink) throws {
    let relationships = Relationships()
    try archive.parse(Relationships.part(of: part.name), into: relationships)
    try text.append(relationships.takeText())
  }

  private func values(_ part: Part) throws -> ElementValues {
    let values = ElementValues()
    try archive.parse(part.name, into: values)
    return values
  }
}

extension CSSearchableItemAttributeSet {
  /// Takes the values of a part with properties.
  func take(_ values: ElementValues, _ kind: PartKind) {
    switch kind {
    case .coreProperties: takeCoreProperties(values)
    case .applicationProperties: takeApplicationProperties(values)
    case .customProperties: for property in values.elements { if let name = property.key { setCustom(name, property.text) } }
    default: break
    }
  }

  /// Sets what is not set yet: by a type for all files with an extension, a package can declare
  /// that other parts are core properties too.
  fileprivate func takeCoreProperties(_ values: ElementValues) {
    title = title ?? values.first("title")
    subject = subject ?? values.first("subject")
    authorNames = authorNames ?? values.first("creator")?.listElements(separatedBy: ";").nonEmpty
    editors = editors ?? values.first("lastModifiedBy")?.listElements(separatedBy: ";").nonEmpty
    let words = values.elements.filter { $0.name == "keywords" || $0.parent == "keywords" }
    keywords = keywords ?? words.flatMap { $0.text.listElements(separatedBy: ",;") }.nonEmpty
    contentDescription = contentDescription ?? values.first("description")
    contentCreationDate = contentCreationDate ?? values.first("created").flatMap { Date(documentDate: $0) }
    contentModificationDate = contentModificationDate ?? values.first("modified").flatMap { Date(documentDate: $0) }
    languages = languages ?? values.all("language").languageTags
    version = version ?? values.first("version")
    identifier = identifier ?? values.first("identifier")
    if let category = values.first("category") { setCustom("Category", category) }
    if let status = values.first("contentStatus") { setCustom("Status", status) }
  }

  fileprivate func takeApplicationProperties(_ values: ElementValues) {
    creator = values.first("Application")
    organizations = values.all("Company").nonEmpty
    if let manager = values.first("Manager") { setCustom("Manager", manager) }
    let count = (values.first("Slides") ?? values.first("Pages")).flatMap { Int($0) } ?? 0
    pageCount = count > 0 ? count as NSNumber : nil
  }
}
