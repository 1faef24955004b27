// SPDX-License-Identifier: Apache-2.0

import Attributes
import IndexStore

/// Generated documents for a store, without a disk to crawl. Directories have 20 files, names have
/// two or three words, and a tenth of the files has 2 KB of text. The word for queries is in one of
/// 10,000 names and in one of 100 texts.
struct GeneratedTree {
  private let vocabulary: [String]
  private let word: String
  private var random = RandomNumbers(seed: 7)

  init(word: String) {
    self.word = word
    var random = RandomNumbers(seed: 1)
    vocabulary = (0..<20_000).map { _ in String(decoding: (0..<random.below(7) + 3).map { _ in random.letter() }, as: UTF8.self) }
  }

  /// Words with a frequency distribution as in a natural language; about 2,000 bytes.
  mutating func makeText(with word: String?) -> [UInt8] {
    var text: [UInt8] = []
    if let word { text += Array("\(word) ".utf8) }
    while text.count < 2000 {
      let index = random.below(vocabulary.count) * random.below(vocabulary.count) / vocabulary.count
      text += vocabulary[index].utf8
      text.append(UInt8(ascii: " "))
    }
    return text
  }

  func fill(_ store: Store, files: Int) throws {
    var tree = self
    var made = 0
    while made < files {
      // 200 documents per commit, as an indexer does.
      made += try tree.addDirectories(to: store, made / 20..<min(files / 20 + 1, made / 20 + 10))
    }
  }

  private mutating func addDirectories(to store: Store, _ numbers: Range<Int>) throws -> Int {
    let contents = numbers.map { directory in
      (path: Array("/benchmark/\(directory / 100)/\(directory)".utf8), files: (0..<20).map { makeFile(directory * 20 + $0) })
    }
    let found = try store.write { transaction throws(StoreError) in
      try contents.map { path, files throws(StoreError) in
        let directory = try transaction.directory(for: path, creating: true) ?? .root
        return try transaction.reconcile(directory, with: files.map(\.entry), modified: 1).added
      }
    }
    let run = try TextSegmentWriter(for: store)
    var texts: [(document: DocumentReference, status: FileStatus, textDocument: TextSegmentWriter.Document)] = []
    for (document, file) in zip(found.joined(), contents.map(\.files).joined()) {
      guard let text = file.text else { continue }
      texts.append((document, file.entry.status, try run.beginDocument(document.document)))
      try run.add(text.span)
    }
    try run.finish()
    try store.write { transaction throws(StoreError) in
      try transaction.add(run)
      for text in texts {
        _ = try transaction.setContent(
          text.document, ifStatusIs: text.status, record: [], type: nil, textChunks: 0, text: text.textDocument)
      }
    }
    return contents.count * 20
  }

  private mutating func makeFile(_ number: Int) -> (entry: ListedFile, text: [UInt8]?) {
    var name = "\(vocabulary[random.below(vocabulary.count)]) \(vocabulary[random.below(vocabulary.count)]) \(number).txt"
    if number % 10_000 == 5000 { name = "\(word) \(name)" }
    let entry = ListedFile(
      name: Array(name.utf8), status: FileStatus(inode: UInt64(1000 + number), size: UInt64(random.below(100_000)), modified: 1),
      type: .unknown)
    return (entry, number % 10 == 0 ? makeText(with: number % 1000 == 0 ? word : nil) : nil)
  }
}

extension FileStatus {
  /// The status of a regular file. All its dates are `modified` seconds after a fixed time.
  init(inode: UInt64, size: UInt64, modified: Int64) {
    let time = (1_760_000_000 + modified) * 1_000_000_000
    self.init(
      kind: .regular, inode: inode, size: size, allocatedBlocks: (size + 4095) / 4096 * 8, modified: time, changed: time, born: 1,
      userID: 1000, groupID: 1000, mode: 0o644, linkCount: 1)
  }
}
