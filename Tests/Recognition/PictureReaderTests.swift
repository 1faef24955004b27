// SPDX-License-Identifier: Apache-2.0

import Attributes
import Foundation
import QueryLanguage
import Synchronization
import Testing

@testable import FileIndexing
@testable import IndexStore

/// Which pictures are searched for text, when, and what is remembered of it.
struct PictureReaderTests {
  private let folder: TestFolder
  private let store: Store
  private let root: [UInt8]

  init() throws {
    folder = try TestFolder()
    store = try Store.open(folder.path + "/store", .write(creating: true))
    root = Array((folder.path + "/tree").utf8)
    try FileManager.default.createDirectory(atPath: folder.path + "/tree", withIntermediateDirectories: true)
  }

  private func write(_ name: String, _ content: [UInt8]) throws { try folder.write("tree/" + name, content) }

  private func page(_ text: String) throws -> [UInt8] { try Scan(page: text, size: 20, resolution: 100).bytes }

  @discardableResult
  private func index() throws -> FileIndexer {
    let indexer = try FileIndexer(store: store, configuration: IndexingConfiguration(), launch: try TestWorkers.importing())
    _ = try indexer.indexNames(of: [root]) { _ in }
    _ = try indexer.indexContents(of: nil) { _ in }
    return indexer
  }

  private struct Searched {
    var progress = RecognitionProgress()
    var problems: [String] = []
    var delay: Duration?
  }

  /// Searches all pictures that are left, as the daemon's thread does.
  @discardableResult
  private func search(dailyTime: Duration = .seconds(3600), day: Int64 = 1, gate: BulkGate? = nil) throws -> Searched {
    var recognition = try TestWorkers.recognition()
    recognition.dailyTime = dailyTime
    let noted = Mutex(Searched())
    var budget = RecognitionBudget(dailyTime: dailyTime)
    budget.now = { day * 86_400 + 43_200 }
    let reader = PictureReader(
      store, recognition, budget: budget, gate: try gate ?? BulkGate(systemRoot: folder.path), stopSignal: try StopSignal()
    ) { notice in
      noted.withLock { noted in
        switch notice {
        case .searched(let progress):
          noted.progress.files += progress.files
          noted.progress.filesWithText += progress.filesWithText
          noted.progress.failed += progress.failed
        case .problem(let problem): noted.problems.append("\(problem)")
        }
      }
    }
    let delay = try reader.search()
    return noted.withLock { noted in
      noted.delay = delay
      return noted
    }
  }

  private func names(_ query: String) throws -> [String] {
    try store.search(Query(parsing: query)).hits().map { String(decoding: $0.path.lastComponent, as: UTF8.self) }.sorted()
  }

  private func found(_ word: String) throws -> [String] { try names("kMDItemTextContent == \"\(word)\"c") }

  private func origins(_ origin: TextOrigin) throws -> [String] { try names("\(TextOrigin.attributeName) == \(origin)") }

  private func left() throws -> Int { try PictureQueue().count(in: store) }

  @Test func `pictures and scanned documents are searched once`() throws {
    try write("note.png", try page("Lighthouse keeper"))
    try write("scan.pdf", Scan.document(of: [try Scan(page: "Seven wooden bridges", size: 20, resolution: 100, quality: 80)]))
    try write("leaves.jpg", try Scan(scene: 1).bytes)
    try write("typed.txt", Array("lighthouse".utf8))
    try write("broken.png", Array(try page("Lost words").prefix(300)))
    try index()
    #expect(try left() == 4)
    let first = try search()
    #expect(first.progress == RecognitionProgress(files: 4, filesWithText: 2, failed: 1))
    #expect(try found("lighthouse") == ["note.png", "typed.txt"])
    #expect(try found("bridges") == ["scan.pdf"])
    #expect(try origins(.recognized) == ["note.png", "scan.pdf"])
    #expect(try origins(.none) == ["leaves.jpg"])
    #expect(try origins(.unreadable) == ["broken.png"])
    let failures = try store.read { snapshot throws(StoreError) in try snapshot.failures() }
    #expect(failures.contains { $0.reason.contains("no text can be searched in its picture") }, "\(failures)")
    // Also after all of it is in segments, nothing is left.
    try store.indexPending()
    #expect(try left() == 0)
    #expect(try search().progress == RecognitionProgress())
    #expect(try store.verify().isEmpty)
  }

  @Test func `a changed picture is searched again, and others are not`() throws {
    try write("a.png", try page("First words here"))
    try write("b.png", try page("Other words here"))
    try index()
    try search()
    try write("a.png", try page("Second version now"))
    try index()
    #expect(try found("first") == [])
    #expect(try found("other") == ["b.png"])
    #expect(try left() == 1)
    #expect(try search().progress == RecognitionProgress(files: 1, filesWithText: 1))
    #expect(try found("second") == ["a.png"])
    #expect(try found("first") == [])
    #expect(try origins(.recognized) == ["a.png", "b.png"])
  }

  @Test func `a picture that an importer reads again keeps its text, until the user has it searched again`() throws {
    try write("a.png", try page("First words here"))
    let indexer = try index()
    #expect(try indexer.markForReading("public.png") == 1)
    // Nothing is searched while contents are left to read.
    #expect(try search().progress == RecognitionProgress())
    try index()
    try search()
    #expect(try indexer.markForReading("public.png") == 1)
    try index()
    #expect(try left() == 0)
    #expect(try found("first") == ["a.png"])
    #expect(try indexer.markForReading("PictureText") == 1)
    #expect(try left() == 1)
    #expect(try found("first") == [])
    try search()
    #expect(try found("first") == ["a.png"])
  }

  @Test func `icons, and what importers leave alone, are not in the queue`() throws {
    try write("icon.jpg", try Scan(scene: 3, width: 24, height: 24).bytes)
    for number in 0..<40 { try write("project/node_modules/x/\(number).jpg", try Scan(scene: number, width: 64, height: 64).bytes) }
    try write("project/package.json", Array("{}".utf8))
    try write("a.png", try page("First words here"))
    try index()
    #expect(try left() == 1)
    #expect(try search().progress == RecognitionProgress(files: 1, filesWithText: 1))
  }

  @Test func `documents with text, and files that no importer reads, are left alone`() throws {
    let text = Array("BT /F 20 Tf 60 700 Td (Typed words) Tj ET".utf8)
    let objects = [
      "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
      "<</Length \(text.count)>>stream\n" + String(decoding: text, as: UTF8.self) + "\nendstream",
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    ]
    let body = objects.enumerated().map { "\($0.offset + 1) 0 obj\n\($0.element)\nendobj\n" }.joined()
    try write("typed.pdf", Array("%PDF-1.4\n\(body)trailer<</Size 6/Root 1 0 R>>\n".utf8))
    try write("data.bin", [1, 2, 3])
    try write("empty.png", [])
    try index()
    #expect(try found("typed") == ["typed.pdf"])
    #expect(try search().progress == RecognitionProgress())
  }

  @Test func `each day has its time, and the next day goes on`() throws {
    for number in 0..<6 { try write("\(number).png", try page("Page with words")) }
    try index()
    // The first picture uses up the time. The worker may have the next one by then.
    let first = try search(dailyTime: .milliseconds(1))
    #expect((1...2).contains(first.progress.files))
    #expect(try #require(first.delay) >= .seconds(3600))
    #expect(try search(dailyTime: .milliseconds(1)).progress.files == 0)
    let today = try #require(try store.read { snapshot throws(StoreError) in try snapshot.recognitionDay() })
    #expect((today.files, today.filesWithText) == (first.progress.files, first.progress.files))
    #expect(today.processorTime > .zero)
    let second = try search(dailyTime: .milliseconds(1), day: 2)
    #expect((1...2).contains(second.progress.files))
    #expect(try search(day: 2).progress.files == 6 - first.progress.files - second.progress.files)
    #expect(try left() == 0)
    #expect(try search(day: 2).delay == nil)
  }

  @Test func `nothing is searched on battery or during a pause`() throws {
    try write("a.png", try page("First words here"))
    try index()
    let gate = try BulkGate(systemRoot: folder.path)
    #expect(gate.mayPass(.recognition))
    gate.setPaused(true)
    #expect(!gate.mayPass(.recognition) && gate.isClosedForRecognition)
    gate.setPaused(false)
    try folder.write("sys/class/power_supply/BAT0/type", Array("Battery\n".utf8))
    try folder.write("sys/class/power_supply/BAT0/status", Array("Discharging\n".utf8))
    let other = try BulkGate(systemRoot: folder.path)
    // Contents may be read on battery if the user says so, and text in pictures is not.
    other.setWorksOnBattery(true)
    #expect(other.mayPass(.contents))
    #expect(!other.mayPass(.recognition) && other.isClosedForRecognition)
  }

  @Test func `scans and screenshots come first, and photographs last`() throws {
    /// A photograph of a camera, by its metadata.
    func photograph() throws -> [UInt8] {
      let make = Array("Canon\0".utf8)
      let tiff: [UInt8] = Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x0F, 1, 2, 0, 6, 0, 0, 0, 26, 0, 0, 0, 0, 0, 0, 0] + make
      let body = Array("Exif\0\0".utf8) + tiff
      let picture = try Scan(scene: 2, width: 64, height: 64).bytes
      return picture.prefix(2) + [0xFF, 0xE1, 0, UInt8(body.count + 2)] + body + picture.dropFirst(2)
    }
    let picture = try Scan(scene: 3, width: 64, height: 64).bytes
    try write("IMG_1.jpg", try photograph())
    try write("drawing.jpg", picture)
    try write("Papers/IMG_2.jpg", try photograph())
    try write("Screenshot from 2026.jpg", picture)
    try write("Bildschirmfoto.jpg", picture)
    try write("scan.pdf", Scan.document(of: [try Scan(scene: 4, width: 64, height: 64)]))
    try index()
    let queue = PictureQueue(documentFolders: [root + Array("/Papers".utf8)])
    func order(_ limit: Int, except skipped: Set<DocumentID> = []) throws -> [String] {
      try queue.next(limit, in: store, except: skipped).map { file in
        try store.read { snapshot throws(StoreError) in try snapshot.path(of: file.reference) }
          .map { String(decoding: $0.lastComponent, as: UTF8.self) } ?? ""
      }
    }
    let all = try order(10)[...]
    #expect(Set(all.prefix(3)) == ["Screenshot from 2026.jpg", "Bildschirmfoto.jpg", "scan.pdf"], "\(all)")
    #expect(all.dropFirst(3) == ["IMG_2.jpg", "drawing.jpg", "IMG_1.jpg"], "\(all)")
    #expect(try order(4)[...] == all.prefix(4))
    let known = Set(try queue.next(4, in: store).map(\.reference.document))
    #expect(try order(10, except: known)[...] == all.dropFirst(4))
  }

  @Test func `a worker that cannot start is one message`() throws {
    try write("a.png", try page("First words here"))
    try index()
    var recognition = try TestWorkers.recognition()
    recognition.worker.executable = folder.path + "/nothing"
    let reader = PictureReader(
      store, recognition, budget: RecognitionBudget(dailyTime: .seconds(60)), gate: try BulkGate(systemRoot: folder.path),
      stopSignal: try StopSignal()
    ) { _ in }
    #expect(throws: WorkerStartError.self) { _ = try reader.search() }
    #expect(try left() == 1)
  }

  @Test(arguments: [
    (#"XDG_DOCUMENTS_DIR="$HOME/Dokumente""#, "/home/ann/Dokumente"), ("# XDG_DOCUMENTS_DIR=\"$HOME/x\"\n", "/home/ann/Documents"),
    (#"XDG_DOCUMENTS_DIR="/data/papers""#, "/data/papers"), (#"XDG_DOCUMENTS_DIR="$HOME/""#, "/home/ann/Documents"),
    ("", "/home/ann/Documents"),
  ])
  func `the folder for documents is that of the desktop`(text: String, path: String) throws {
    try folder.write("config/user-dirs.dirs", Array(text.utf8))
    let folders = try UserFolders(configurationFolder: folder.path + "/config", home: Array("/home/ann".utf8))
    #expect(String(decoding: folders.documents, as: UTF8.self) == path)
  }
}
