// SPDX-License-Identifier: Apache-2.0

import Attributes
import Testing
import WordVectors

@testable import IndexStore

/// A store with documents for ranked queries.
final class RankedFolder {
  struct Document {
    var title = ""
    var keywords: [String] = []
    var text = ""
    var hint: Int64?
    var modified: Int64 = 1_700_000_000_000_000_000
    var inode: UInt64 = 0
    var mode: UInt16 = 0o644
  }

  private let indexed: IndexedFolder
  var store: Store { indexed.store }
  private(set) var documents: [String: Document] = [:]
  private var lastInode: UInt64 = 100

  init(vectors: WordVectorModel? = nil) throws { indexed = try IndexedFolder(vectors: vectors) }

  /// Adds or replaces documents in one commit.
  func put(_ added: [String: Document]) throws {
    for (name, document) in added {
      lastInode += documents[name] == nil ? 1 : 0
      let inode = documents[name]?.inode ?? lastInode
      documents[name] = document
      documents[name]?.inode = inode
    }
    try list()
    let texts = try TextSegmentWriter(for: store)
    var contents: [(reference: DocumentReference, listed: ListedFile, record: AttributeRecord, text: TextSegmentWriter.Document?)] = []
    for name in added.keys.sorted() {
      let document = try #require(documents[name])
      let reference = try reference(name)
      var record = AttributeRecord()
      if !document.title.isEmpty { record[.title] = .string(document.title) }
      if !document.keywords.isEmpty { record[.keywords] = .array(document.keywords.map { .string($0) }) }
      if let hint = document.hint { record[.rankingHint] = .integer(hint) }
      let text = document.text.isEmpty ? nil : try texts.beginDocument(reference.document)
      if !document.text.isEmpty { try texts.add(bytes(document.text).span) }
      contents.append((reference, listed(name, document), record, text))
    }
    try texts.finish()
    let committed = contents
    try store.write { transaction throws(StoreError) in
      try transaction.add(texts)
      for content in committed {
        _ = try transaction.setContent(
          content.reference, ifStatusIs: content.listed.status, record: content.record.encoded(), type: nil, textChunks: 0,
          text: content.text)
      }
    }
  }

  func remove(_ name: String) throws {
    documents[name] = nil
    try list()
  }

  private func listed(_ name: String, _ document: Document) -> ListedFile {
    var listed = file(name, inode: document.inode, modified: document.modified)
    listed.status.mode = document.mode
    return listed
  }

  private func list() throws {
    let files = documents.keys.sorted().map { listed($0, documents[$0] ?? Document()) }
    try store.write { transaction throws(StoreError) in _ = try transaction.reconcile(indexed.directory, with: files) }
  }

  func reference(_ name: String) throws -> DocumentReference { try #require(try indexed.reference("/home/ann/\(name)")) }

  func name(_ reference: DocumentReference) throws -> String {
    String(try #require(try indexed.path(reference)).dropFirst("/home/ann/".count))
  }

  /// The names of the hits, the best first.
  func found(_ typed: String, limit: Int = 100) throws -> [String] {
    try store.ranked(RankedQuery(typed), limit: limit).map { try name($0.reference) }
  }
}
