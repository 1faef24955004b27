// SPDX-License-Identifier: Apache-2.0

import Glibc
import QueryLanguage
import TestSupport
import Testing

@testable import IndexStore

#if DEBUG
  /// If a process dies between any two durable steps, the store is in the state before or after the
  /// current step.
  @Suite struct CrashTests {
    /// The history of a store from its creation until it is empty. Each step changes the search
    /// results once.
    struct Life {
      let path: String

      static let steps: [@Sendable (Store) throws -> Void] = [
        { try list($0, 0..<12) },
        { try setTexts($0, 0..<6, "first") },
        { try setTexts($0, 6..<12, "second") },
        { try $0.indexPending() },
        { try list($0, 0..<20, size: 7) },
        { try setTexts($0, 3..<9, "third") },
        { try $0.indexPending() },
        { try list($0, 4..<18, size: 7) },
        { try $0.indexPending() },
        { store in try store.merge(records(store).filter { $0.layer == .attributes }) },
        { store in try store.merge(records(store).filter { $0.layer == .text }) },
        { try $0.sweepSegments() },
        { try $0.compact() },
        { try setTexts($0, 10..<14, "fourth") },
        // Simulates a user who deletes the files of segments.
        { store in
          for record in try records(store) { unlink(record.id.path(in: store.path)) }
          _ = try Maintainer.finish(store)
        },
        { try list($0, 0..<9, size: 8) },
        { _ = try Maintainer.finish($0) },
        { try $0.erase() },
        { try $0.sweepSegments() },
        { try list($0, 0..<5) },
        { try $0.indexPending() },
        { try setTexts($0, 0..<4, nil) },
        { try recognizeTexts($0, 0..<3, "fifth") },
      ]

      /// Performs the remaining steps, and records each completed step.
      func run(from first: Int) throws {
        let store = try Self.open(path)
        for (number, step) in Self.steps.enumerated().dropFirst(first) {
          try step(store)
          try writeFile(path + ".journal", [UInt8(number + 1)])
        }
      }

      /// Opens the store with a directory table for any number of directories.
      static func open(_ path: String) throws -> Store { try Store.open(path, .write(creating: true), directoryTableThreshold: 0) }

      /// Number of steps that are known to be complete.
      var done: Int { Int((try? readSmallFile(path + ".journal", limit: 1).first) ?? 0) }

      private static func name(_ number: Int) -> [UInt8] { bytes("file \(number).txt") }

      private static func list(_ store: Store, _ numbers: Range<Int>, size: UInt64 = 10) throws {
        let files = numbers.map { ListedFile(name: name($0), status: status(inode: UInt64($0 + 10), size: size), type: .unknown) }
        try store.write { transaction throws(StoreError) in
          let directory = try transaction.directory(for: bytes("/d"), creating: true) ?? .root
          try transaction.markIndexed(directory, as: folder("d", inode: 1), filesystem: .unknown)
          _ = try transaction.reconcile(directory, with: files)
        }
      }

      private static func file(_ number: Int, _ store: Store) throws -> FileRecord? {
        let path = bytes("/d/") + name(number)
        return try store.read { snapshot throws(StoreError) in
          try snapshot.reference(for: path).flatMap { reference throws(StoreError) in try snapshot.record(of: reference) }
        }
      }

      /// Stores contents, with a text or without.
      private static func setTexts(_ store: Store, _ numbers: Range<Int>, _ text: String?) throws {
        let run = try TextSegmentWriter(for: store)
        var texts: [(FileRecord, TextSegmentWriter.Document?, [TextChunk])] = []
        for number in numbers {
          guard let file = try file(number, store) else { continue }
          guard let text else {
            texts.append((file, nil, []))
            continue
          }
          let textDocument = try run.beginDocument(file.document)
          try run.add(bytes("\(text) of \(number)").span)
          texts.append((file, textDocument, try TextChunk.compress(bytes("\(text) of \(number)").span)))
        }
        try run.finish()
        try store.write { transaction throws(StoreError) in
          try transaction.add(run)
          for (file, textDocument, chunks) in texts {
            try transaction.appendText(of: file.reference, chunks, from: 0)
            _ = try transaction.setContent(
              file.reference, ifStatusIs: file.status, record: [], type: nil, textChunks: chunks.count, text: textDocument)
          }
        }
      }

      /// Stores texts that were recognised in pictures.
      private static func recognizeTexts(_ store: Store, _ numbers: Range<Int>, _ text: String) throws {
        let run = try TextSegmentWriter(for: store)
        var texts: [(FileRecord, TextSegmentWriter.Document, [TextChunk])] = []
        for number in numbers {
          guard let file = try file(number, store) else { continue }
          let textDocument = try run.beginDocument(file.document, isRecognized: true)
          try run.add(bytes("\(text) of \(number)").span)
          texts.append((file, textDocument, try TextChunk.compress(bytes("\(text) of \(number)").span)))
        }
        try run.finish()
        try store.write { transaction throws(StoreError) in
          try transaction.add(run)
          for (file, textDocument, chunks) in texts {
            _ = try transaction.addRecognition(
              .recognized, to: file.reference, ifStatusIs: file.status, chunks: chunks, text: textDocument)
          }
        }
      }

      private static func records(_ store: Store) throws -> [SegmentRecord] { try IndexedTexts.records(store) }

      /// The search results.
      static func answers(_ store: Store) throws -> [[String]] {
        try ["kMDItemFSName == \"*\"", "kMDItemFSSize == 7", "kMDItemFSSize == 8", "\(TextOrigin.attributeName) == \"*\""]
          .map { try find($0, store) }
          + ["first", "second", "third", "fourth", "fifth", "of"].map { try find("kMDItemTextContent == \"\($0)\"", store) }
      }

      private static func find(_ query: String, _ store: Store) throws -> [String] {
        try store.search(Query(parsing: query)).hits().map { String(decoding: $0.path, as: UTF8.self) }.sorted()
      }
    }

    /// The search results before the first step and after each, and the number of times that each
    /// point is passed.
    private static let undisturbed: Result<(answers: [[[String]]], passes: [CrashPoint: Int]), any Error> = Result {
      let temporary = TemporaryFolder()
      var answers = [try Life.answers(try Store.open(temporary.path + "/empty", .write(creating: true)))]
      let passes = try CrashPoint.countingPasses {
        let store = try Life.open(temporary.path + "/store")
        for step in Life.steps {
          try step(store)
          answers.append(try Life.answers(store))
        }
      }
      return (answers, passes)
    }

    @Test func `the steps pass every crash point`() throws {
      let passes = try Self.undisturbed.get().passes
      #expect(CrashPoint.allCases.count > 20)
      for point in CrashPoint.allCases { #expect(passes[point, default: 0] > 0, "\(point)") }
    }

    /// All passes of each point with `SEARCHLIGHT_CRASHES=all`; otherwise the first or the last, and
    /// one between them.
    private static func passes(of point: CrashPoint, _ count: Int) -> [Int] {
      if getenv("SEARCHLIGHT_CRASHES").map({ String(cString: $0) }) == "all" { return Array(0..<count) }
      return Set([point.rawValue % 2 == 0 ? 0 : count - 1, (point.rawValue * 7919) % count]).sorted()
    }

    @Test(arguments: CrashPoint.allCases)
    func `a kill at any point leaves the old or the new state`(point: CrashPoint) async throws {
      let (answers, counts) = try Self.undisturbed.get()
      for pass in Self.passes(of: point, counts[point, default: 0]) {
        let temporary = TemporaryFolder()
        let life = Life(path: temporary.path + "/store")
        let path = life.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, point, pass = pass as Int] in
          CrashPoint.arm(point, after: pass)
          try Life(path: path).run(from: 0)
        }
        let done = life.done
        try #require(done + 1 < answers.count, "\(point), pass \(pass): the process was not killed")
        let store = try Life.open(path)
        #expect(try store.verify().isEmpty || Life.losesFiles(done), "\(point), pass \(pass)")
        // After a step that loses files, searches may fail until the repair.
        if !Life.losesFiles(done) {
          #expect([answers[done], answers[done + 1]].contains(try Life.answers(store)), "\(point), pass \(pass), step \(done)")
        }
        _ = try IndexedTexts.maintain(store)
        #expect(try store.verify().isEmpty, "\(point), pass \(pass)")
        #expect([answers[done], answers[done + 1]].contains(try Life.answers(store)), "\(point), pass \(pass), step \(done)")
        #expect(try store.unlistedSegments().isEmpty, "\(point), pass \(pass)")
        // The remaining steps succeed.
        try life.run(from: done)
        #expect(try Life.answers(store) == answers.last, "\(point), pass \(pass)")
        #expect(try store.verify().isEmpty, "\(point), pass \(pass)")
      }
    }
  }

  extension CrashTests.Life {
    /// Whether the step after this number of completed steps removes files.
    static func losesFiles(_ done: Int) -> Bool { done == 14 }
  }

  extension Maintainer {
    fileprivate static func finish(_ store: Store) throws(StoreError) {
      guard var maintainer = try Maintainer(of: store) else { return }
      try maintainer.finish(.thorough)
    }
  }
#endif
