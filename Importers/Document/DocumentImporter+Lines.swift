// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import ImporterSupport
internal import Markup

extension DocumentImporter {
  /// Delivers the text in the lines of playlists and subtitles.
  func importLines(_ file: ImportedFile, _ format: LineFormat, into attributes: CSSearchableItemAttributeSet, text: TextSink) throws {
    var reader = format.reader
    var splitter = LineSplitter()
    defer { attributes.title = (reader.title?.oneLine).flatMap { $0.isEmpty ? nil : $0 } }
    let take = { (line: Substring) throws in
      if let found = reader.text(of: line) { try text.append(found + "\n") }
    }
    try file.forEachPieceOfText(declaration: { _ in nil }) { try splitter.take($0.span, take) }
    try splitter.finish(take)
  }

  /// Delivers titles, artists and locations of a playlist in XML.
  func importPlaylist(_ file: ImportedFile, into attributes: CSSearchableItemAttributeSet, text: TextSink) throws {
    let playlist = XSPFHandler()
    let parser = try XMLParser(playlist)
    try file.forEachChunk { chunk in
      parser.parse(chunk)
      try text.append(utf8: playlist.takeText().span)
      return true
    }
    let end = Result { try parser.finish() }
    try text.append(utf8: playlist.takeText().span)
    attributes.title = playlist.title
    attributes.authorNames = playlist.author.map { [$0] }
    attributes.contentDescription = playlist.description
    try end.get()
  }
}
