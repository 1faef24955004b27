import Attributes
import Glibc
import Segments
import Synchronization
import Testing
import TextAnalysis
import Threading

@testable import IndexStore

/// Changes of many threads that are committed together.
struct GroupCommitterTests {
  private let indexed: IndexedFolder
  private let committer: GroupCommitter
  private static let count = 24

  init() throws {
    indexed = try IndexedFolder()
    committer = GroupCommitter(indexed.store)
    _ = try indexed.store.write { transaction throws(StoreError) in
      try transaction.reconcile(indexed.directory, with: (0..<Self.count).map { file("f\($0)", inode: UInt64($0) + 10) })
    }
  }

  private func document(_ index: Int) throws -> FileRecord { try #require(try indexed.record("/home/ann/f\(index)")) }

  private func title(_ index: Int) throws -> AttributeValue? {
    let document = try document(index).document
    return try indexed.store.read { snapshot throws(StoreError) in try snapshot.attributes(of: document)?[.title] }
  }

  private func latestCommit() throws -> UInt64 { try indexed.store.read { snapshot throws(StoreError) in snapshot.number } }

  private func texts(with word: String) throws -> [UInt64] {
    try indexed.store.read { snapshot throws(StoreError) in
      var found: [UInt64] = []
      for segment in try snapshot.segmentSet().text {
        try translatingSegmentErrors { () throws(SegmentError) in
          let matching = try segment.reader.textMatches(TextPattern(parts: [word], folding: []))
          for ordinal in matching.intersection(segment.live).ordinals { found.append(try segment.reader.documentID(of: ordinal)) }
        }
      }
      return found.sorted()
    }
  }

  /// Gives a file a title, and optionally a text; `isBad` fails after it has written.
  private func submit(_ file: FileRecord, title: String, text: String? = nil, isBad: Bool = false) throws(StoreError) {
    var record = AttributeRecord()
    record[.title] = .string(title)
    let encoded = record.encoded()
    let text = text.map { GroupCommitter.Text(of: file.document, Array($0.utf8)) }
    let isKept = try committer.commit(text: text) { transaction, textDocument throws(StoreError) in
      let isKept = try transaction.setContent(
        file.reference, ifStatusIs: file.status, record: encoded, type: nil, textChunks: 0, text: textDocument)
      if isBad { throw .invalidName(encoded) }
      return isKept
    }
    #expect(isKept)
  }

  /// Has a thread submit each change while the store cannot be written, so that all but the first wait together.
  ///
  /// - Returns: The errors, by index.
  private func submitTogether(_ body: @escaping @Sendable (Int) throws(StoreError) -> Void) throws -> [Int: StoreError] {
    let errors = Mutex<[Int: StoreError]>([:])
    var threads: [Thread] = []
    try indexed.store.write { _ throws(StoreError) in
      for index in 0..<Self.count {
        let thread = try? Thread {
          do throws(StoreError) { try body(index) } catch { errors.withLock { $0[index] = error } }
        }
        if let thread { threads.append(thread) }
      }
      while committer.pendingCount < Self.count { sched_yield() }
    }
    for thread in threads { thread.join() }
    #expect(threads.count == Self.count)
    return errors.withLock { $0 }
  }

  @Test func `a change alone is committed when the call returns`() throws {
    let file = try document(0)
    try submit(file, title: "alone", text: "some gooseberries")
    #expect(try title(0) == .string("alone"))
    #expect(try texts(with: "gooseberries") == [file.document.rawValue])
  }

  @Test func `what waits is committed together`() throws {
    let files = try (0..<Self.count).map(document)
    let before = try latestCommit()
    let errors = try submitTogether { index throws(StoreError) in
      try submit(files[index], title: "title \(index)", text: "berries \(index)")
    }
    #expect(errors.isEmpty)
    // Those that the first one found, and the rest.
    #expect(try latestCommit() <= before + 2)
    for index in 0..<Self.count { #expect(try title(index) == .string("title \(index)")) }
    #expect(try texts(with: "berries") == files.map(\.document.rawValue).sorted())
    #expect(try texts(with: "7") == [files[7].document.rawValue])
  }

  @Test(arguments: [[3], [3, 4, 20], Array(0..<count)])
  func `a change that fails has its error and undoes no other`(bad: [Int]) throws {
    let files = try (0..<Self.count).map(document)
    let errors = try submitTogether { index throws(StoreError) in
      try submit(files[index], title: "title \(index)", text: "berries \(index)", isBad: bad.contains(index))
    }
    #expect(errors.keys.sorted() == bad)
    for index in 0..<Self.count {
      #expect(try title(index) == (bad.contains(index) ? nil : .string("title \(index)")))
    }
    let good = (0..<Self.count).filter { !bad.contains($0) }
    #expect(try texts(with: "berries") == good.map { files[$0].document.rawValue }.sorted())
    try submit(files[3], title: "later")
    #expect(try title(3) == .string("later"))
  }

  @Test func `a transaction that cannot be made is everybody's error`() throws {
    let reading = GroupCommitter(try Store.open(indexed.store.path, .read))
    let path = indexed.store.path
    #expect(throws: StoreError.openedForReading(path: path)) {
      try reading.commit { _, _ throws(StoreError) in }
    }
    #expect(throws: StoreError.openedForReading(path: path)) {
      try reading.commit { _, _ throws(StoreError) in }
    }
  }

  @Test func `many threads that go on and on lose nothing`() throws {
    let files = try (0..<Self.count).map(document)
    let failures = Mutex(0)
    let threads = try (0..<8).map { thread in
      try Thread {
        for step in 0..<60 {
          let index = thread * 3 + step % 3
          do throws(StoreError) {
            try submit(files[index], title: "\(thread) \(step)", text: "step\(step)")
          } catch {
            failures.withLock { $0 += 1 }
          }
        }
      }
    }
    for thread in threads { thread.join() }
    #expect(failures.withLock { $0 } == 0)
    for thread in 0..<8 {
      for last in 57..<60 { #expect(try title(thread * 3 + last % 3) == .string("\(thread) \(last)")) }
    }
    #expect(try texts(with: "step59").count == 8)
    #expect(try texts(with: "step12").isEmpty)
  }

  /// Gives a file a title by another committer.
  private func submit(_ file: FileRecord, to committer: GroupCommitter) throws(StoreError) {
    _ = try committer.commit { transaction, textDocument throws(StoreError) in
      try transaction.setContent(file.reference, ifStatusIs: file.status, record: [], type: nil, textChunks: 0, text: textDocument)
    }
  }

  @Test func `a change of another thread soon after a commit waits for others`() throws {
    let file = try document(0)
    let interval = Duration.milliseconds(300)
    let committer = GroupCommitter(indexed.store, interval: interval)
    let outcome = Mutex<Result<Void, StoreError>?>(nil)
    let began = ContinuousClock.now
    let thread = try Thread {
      let result = Result { () throws(StoreError) in try submit(file, to: committer) }
      outcome.withLock { $0 = result }
    }
    thread.join()
    try outcome.withLock { $0 }?.get()
    try submit(file, to: committer)
    let ended = ContinuousClock.now
    #expect(ended - began >= interval)
    // And now this thread goes on alone.
    let before = try latestCommit()
    for _ in 0..<5 { try submit(file, to: committer) }
    #expect(try latestCommit() == before + 5)
    #expect(ContinuousClock.now - ended < interval * 5)
  }

  @Test func `threads that are all there again wait no longer`() throws {
    let files = try (0..<Self.count).map(document)
    let committer = GroupCommitter(indexed.store, interval: .seconds(1))
    let failures = Mutex(0)
    let began = ContinuousClock.now
    let threads = try (0..<2).map { thread in
      try Thread {
        for step in 0..<20 {
          do throws(StoreError) { try submit(files[thread * 10 + step % 10], to: committer) } catch { failures.withLock { $0 += 1 } }
        }
      }
    }
    for thread in threads { thread.join() }
    #expect(failures.withLock { $0 } == 0)
    // Only who is left alone waits, once.
    #expect(ContinuousClock.now - began < .seconds(10))
  }
}
