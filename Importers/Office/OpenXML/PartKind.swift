// SPDX-License-Identifier: Apache-2.0

/// How to read a part of a package.
enum PartKind: Equatable {
  case coreProperties
  case applicationProperties
  case customProperties
  /// Paragraphs: the body of a text, a slide, a diagram, the texts that the cells of sheets share.
  case content
  /// A slide.
  case slide
  /// A chart.
  case chart
  /// Text beside the content: headers, footnotes, comments, notes of slides.
  case notes
  case workbook
  /// The formats of cells.
  case styles
  case sheet
  /// A part of a binary workbook: its list of sheets, styles, texts, cells or comments.
  case binaryWorkbook
  case binarySheet
  /// A range of a sheet that is a table with a name.
  case table
  /// A page of an XPS document.
  case page
  /// A page of a drawing of Visio, the list of its pages, or its comments.
  case drawing
  /// A model of 3MF.
  case model

  /// - Parameter contentType: In lower case. Those of strict, transitional and macro-enabled documents and
  ///   templates differ only before the last words.
  init?(contentType: String) {
    let suffixes: [(String, PartKind)] = [
      ("core-properties+xml", .coreProperties), ("extended-properties+xml", .applicationProperties),
      ("custom-properties+xml", .customProperties),
      ("word.document.macroenabled.main+xml", .content), ("word.template.macroenabledtemplate.main+xml", .content),
      ("wordprocessingml.document.main+xml", .content), ("wordprocessingml.template.main+xml", .content),
      ("wordprocessingml.header+xml", .notes), ("wordprocessingml.footer+xml", .notes), ("wordprocessingml.footnotes+xml", .notes),
      ("wordprocessingml.endnotes+xml", .notes), ("wordprocessingml.comments+xml", .notes),
      ("presentationml.slide+xml", .slide), ("presentationml.notesslide+xml", .notes), ("presentationml.comments+xml", .notes),
      ("powerpoint.comments+xml", .notes), ("drawingml.diagramdata+xml", .notes), ("officedocument.drawing+xml", .notes),
      ("drawingml.chart+xml", .chart), ("office.chartex+xml", .chart), ("spreadsheetml.sharedstrings+xml", .content),
      ("spreadsheetml.worksheet+xml", .sheet),
      ("spreadsheetml.table+xml", .table),
      ("spreadsheetml.comments+xml", .notes), ("spreadsheetml.styles+xml", .styles),
      ("ms-excel.threadedcomments+xml", .notes), ("sheet.main+xml", .workbook),
      ("spreadsheetml.template.main+xml", .workbook), ("sheet.macroenabled.main+xml", .workbook),
      ("template.macroenabled.main+xml", .workbook), ("ms-excel.sheet.binary.macroenabled.main", .binaryWorkbook),
      ("ms-excel.styles", .binaryWorkbook),
      ("ms-excel.sharedstrings", .binarySheet), ("ms-excel.worksheet", .binarySheet), ("ms-excel.comments", .binarySheet),
      ("xps-fixedpage+xml", .page), ("fixedpage+xml", .page), ("ms-visio.page+xml", .drawing), ("ms-visio.pages+xml", .drawing),
      ("ms-visio.comments+xml", .drawing),
      ("3dmanufacturing-3dmodel+xml", .model),
    ]
    guard let kind = suffixes.first(where: { contentType.hasSuffix($0.0) })?.1 else { return nil }
    self = kind
  }

  /// Whether the part contains values of attributes.
  var isProperties: Bool { [.coreProperties, .applicationProperties, .customProperties, .model].contains(self) }

  /// The order among parts with the same number.
  var rank: Int {
    switch self {
    case .coreProperties: 0
    case .applicationProperties, .customProperties: 1
    case .binaryWorkbook, .workbook, .styles: 2
    case .content, .drawing, .model, .page, .slide: 3
    case .binarySheet, .sheet: 4
    case .chart, .notes, .table: 5
    }
  }
}
