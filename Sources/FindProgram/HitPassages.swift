// SPDX-License-Identifier: Apache-2.0

import CommandLine
import IndexStore

/// Finds the passages of hits, which show why they match.
struct HitPassages {
  private let finder: PassageFinder

  /// Maximum number of bytes that are read of a plain text file.
  private static let maximumFileLength = 1 << 20

  init(_ query: RankedQuery) { finder = PassageFinder(query) }

  /// The best passage of the text in the index. Texts that are the contents of plain text files are not in
  /// the index, so these files are read.
  ///
  /// - Returns: `nil` if the text has none of the words, or cannot be read.
  func passage(of hit: SearchHit, in store: Store) throws(StoreError) -> Passage? {
    let (passage, isFileText) = try store.read { snapshot throws(StoreError) -> (Passage?, Bool) in
      if let passage = try finder.passage(of: hit.reference.document, in: snapshot) { return (passage, false) }
      guard let record = try snapshot.record(of: hit.reference), record.status.kind == .regular, record.content == .current else {
        return (nil, false)
      }
      return (nil, try !snapshot.storesText(of: hit.reference.document))
    }
    return isFileText ? self.passage(ofPlainText: hit.path) : passage
  }

  private func passage(ofPlainText path: [UInt8]) -> Passage? {
    guard var bytes = try? SmallFile.beginning(of: path, limit: Self.maximumFileLength), !bytes.contains(0) else { return nil }
    if bytes.count == Self.maximumFileLength, let end = bytes.lastIndex(of: UInt8(ascii: "\n")) { bytes.removeSubrange(end...) }
    let text = bytes.span
    // A file without text, such as an image.
    guard (try? UTF8Span(validating: text)) != nil else { return nil }
    return finder.passage(of: text)
  }
}
