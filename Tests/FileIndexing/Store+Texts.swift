// SPDX-License-Identifier: Apache-2.0

import Segments
import TextAnalysis

@testable import IndexStore

extension Store {
  /// The documents whose text contains a word, ascending.
  func documents(withText word: String) throws -> [DocumentID] {
    try read { snapshot throws(StoreError) in
      var found: [DocumentID] = []
      for segment in try snapshot.segmentSet().text {
        try translatingSegmentErrors { () throws(SegmentError) in
          let matching = try segment.reader.textMatches(TextPattern(parts: [word], folding: []))
          for ordinal in matching.intersection(segment.live).ordinals {
            found.append(DocumentID(rawValue: try segment.reader.documentID(of: ordinal)))
          }
        }
      }
      return found.sorted()
    }
  }

  /// The text of a document that the catalog stores.
  func keptText(of document: DocumentID) throws -> [UInt8] {
    try read { snapshot throws(StoreError) in
      var text: [UInt8] = []
      try snapshot.forEachTextChunk(of: document) { chunk throws(StoreError) in
        text += chunk.withUnsafeBufferPointer { [UInt8]($0) }
        return true
      }
      return text
    }
  }

  /// Number of listed segments in the text layer.
  func textSegmentCount() throws -> Int {
    try read { snapshot throws(StoreError) in try snapshot.segmentRecords().count { $0.layer == .text } }
  }

  /// Segment files that no commit has listed.
  func temporarySegments() throws -> [String] { try namesInFolder(path + "/segments").filter { $0.hasPrefix("new-") } }
}
