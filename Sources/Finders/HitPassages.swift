// SPDX-License-Identifier: Apache-2.0

package import IndexStore
internal import SystemPlatform

/// Finds the passages of hits, which show why they match.
package struct HitPassages {
  private let finder: PassageFinder

  /// Number of bytes of a plain text file that are read and searched at a time.
  private static let pieceLength = 1 << 20
  /// Maximum number of such pieces.
  private static let maximumPieces = 64

  private let mayRead: (([UInt8]) -> Bool)?

  /// - Parameter mayRead: Whether a plain text file may be read, by the path at which it is after it was opened: since it was indexed, a
  ///   symbolic link may have taken its place. `nil` for no limit.
  package init(_ query: RankedQuery, reading mayRead: (([UInt8]) -> Bool)? = nil) {
    (finder, self.mayRead) = (PassageFinder(query), mayRead)
  }

  /// The best passage of the text in the index. Texts that are the contents of plain text files are not in
  /// the index, so these files are read.
  ///
  /// - Returns: `nil` if the text has none of the words, or cannot be read.
  package func passage(of hit: SearchHit, in store: Store) throws(StoreError) -> Passage? {
    let (passage, file) = try store.read { snapshot throws(StoreError) -> (Passage?, FileStatus?) in
      if let passage = try finder.passage(of: hit.reference.document, in: snapshot) { return (passage, nil) }
      guard let record = try snapshot.record(of: hit.reference), record.status.kind == .regular, record.content == .current else {
        return (nil, nil)
      }
      return (nil, try snapshot.storesText(of: hit.reference.document) ? nil : record.status)
    }
    return if let file { self.passage(ofPlainText: hit.path, file) } else { passage }
  }

  /// - Parameter status: What the index knows of the file.
  private func passage(ofPlainText path: [UInt8], _ status: FileStatus) -> Passage? {
    guard let file = try? ReadableFile(Path(path)), file.kind == .regular else { return nil }
    if let mayRead {
      guard let current = file.currentPath(), mayRead(current) else { return nil }
    }
    let isOutdated = file.modified != status.modified || file.byteCount != status.size
    guard var passage = passage(of: file) else {
      guard isOutdated else { return nil }
      var nothing = Passage(text: "", matches: [])
      nothing.isOutdated = true
      return nothing
    }
    passage.isOutdated = isOutdated
    return passage
  }

  /// The best passage of the first piece of a text that has one. A piece ends with a line, if it contains the end of one.
  private func passage(of file: borrowing ReadableFile) -> Passage? {
    var (offset, linesBefore) = (0, 0)
    for _ in 0..<Self.maximumPieces {
      guard let bytes = try? file.bytes(at: offset, count: Self.pieceLength), !bytes.isEmpty else { return nil }
      let end =
        bytes.count < Self.pieceLength ? nil : bytes.lastIndex(of: UInt8(ascii: "\n")) ?? bytes.lastIndex { $0 < 0x80 }
      let piece = bytes.span.extracting(..<(end.map { $0 + 1 } ?? bytes.count))
      // A file without text, such as an image.
      guard !bytes.contains(0), (try? UTF8Span(validating: piece)) != nil else { return nil }
      if var passage = finder.passage(of: piece) {
        passage.line? += linesBefore
        return passage
      }
      linesBefore += PassageFinder.lineEnds(in: piece)
      offset += piece.count
    }
    return nil
  }
}
