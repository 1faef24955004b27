// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import TextRecognition
import WorkerProtocol

@testable import FileIndexing

/// What the worker reads in pictures, inside its sandbox.
struct RecognitionWorkerTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// The results and texts of files, by their names.
  private func read(
    _ files: KeyValuePairs<String, [UInt8]>, languages: String = "de"
  ) throws -> [String: (content: FinishedJob<String>.Content, text: String)] {
    var launch = try TestWorkers.recognition().worker
    launch.options = ["--languages", languages]
    let jobs = try files.map { name, content in
      let type = try #require(TestWorkers.types[String(name.split(separator: ".").last ?? "")])
      return ImportJob(tag: name, path: Array(try folder.write(name, content).utf8), typeIdentifier: type, isTypeCertain: true)
    }
    let rest = Mutex(jobs[...])
    var texts: [String: [UInt8]] = [:]
    var found: [String: (content: FinishedJob<String>.Content, text: String)] = [:]
    try WorkerPool<String>(launch, count: 1).run(next: { rest.withLock { $0.popFirst() } }) { event in
      switch event {
      case .text(let name, let piece): texts[name, default: []] += piece
      case .end(let job): found[job.tag] = (job.content, String(decoding: texts[job.tag] ?? [], as: UTF8.self))
      }
    }
    return found
  }

  private func reason(_ content: FinishedJob<String>.Content?) -> String? {
    switch content {
    case .failed(_, let problem): problem.reason
    case .finished(_, let result, _): result.warning?.message
    default: nil
    }
  }

  /// The part of the words that must be found.
  private static let minimumRecall = 0.97

  @Test(arguments: [300.0, 200, 150], [(PageText.english, Scan.serif), (PageText.german, Scan.sans)])
  func `nearly all words of a scanned page are found`(resolution: Double, page: (text: String, font: String)) throws {
    let clean = try Scan(page: page.text, font: page.font, resolution: resolution)
    let worn = try Scan(page: page.text, font: page.font, resolution: resolution, tilt: 1.5, noise: 14, quality: 35)
    let turned = try Scan(page: page.text, font: page.font, resolution: resolution, tilt: -3, noise: 6, quality: 60)
    let found = try read(["clean.png": clean.bytes, "worn.jpg": worn.bytes, "turned.jpg": turned.bytes])
    for name in ["clean.png", "worn.jpg", "turned.jpg"] {
      let recall = PageText.recall(found[name]?.text ?? "", of: page.text)
      #expect(recall >= Self.minimumRecall, "\(name): \(recall) of the words\n\(found[name]?.text ?? "")")
    }
  }

  @Test func `all pages of a scanned document are read`() throws {
    let pages = [PageText.english, PageText.german].map { try? Scan(page: $0, resolution: 200, noise: 5, quality: 60) }.compactMap(\.self)
    try #require(pages.count == 2)
    let found = try read(["scan.pdf": Scan.document(of: pages)])
    let recall = PageText.recall(found["scan.pdf"]?.text ?? "", of: PageText.english + "\n" + PageText.german)
    #expect(recall >= Self.minimumRecall, "\(recall)")
  }

  @Test func `all pictures of a file are read`() throws {
    let pages = [
      try Scan(page: "The first page", size: 24, resolution: 100, quality: 70),
      try Scan(page: "And the second one", size: 24, resolution: 100, quality: 70),
    ]
    #expect(try read(["fax.tif": Scan.faxes(of: pages)])["fax.tif"]?.text == "The first page\nAnd the second one\n")
  }

  /// The numbers of EXIF, and by how many right angles the page lies to the right in the file.
  @Test(arguments: [(UInt8(1), 0), (3, 2), (6, 3), (8, 1)])
  func `a photograph is turned as its camera says`(orientation: UInt8, turns: Int) throws {
    let page = try Scan(page: "Photograph of a receipt\nTotal eleven euros", size: 20, resolution: 100, quality: 80, turns: turns)
    let found = try read(["a.jpg": page.oriented(orientation)])["a.jpg"]?.text
    #expect(found == "Photograph of a receipt\nTotal eleven euros\n", "\(found ?? "")")
  }

  @Test func `letters of the size on screens are read`() throws {
    let text = "Quarterly figures are missing\nPlease open the attached document\nBackup finished on Tuesday"
    let screen = try Scan(page: text, font: Scan.sans, size: 11, resolution: 96)
    let found = try read(["Screenshot.png": screen.bytes], languages: "en")
    #expect(PageText.recall(found["Screenshot.png"]?.text ?? "", of: text) >= Self.minimumRecall, "\(found)")
  }

  @Test func `hardly any picture without text gets one`() throws {
    let wrong = try (0..<50).filter { seed in
      let name = "\(seed).jpg"
      let found = try read([name: try Scan(scene: seed).bytes])
      if case .finished(_, let result, _) = found[name]?.content { #expect(result.importer == PictureTextImporter.importerName) }
      return found[name]?.text != ""
    }
    #expect(wrong.count <= 5, "\(wrong)")
  }

  @Test func `damaged files have a reason, and the next file is read`() throws {
    let page = try Scan(page: "A whole page with words", size: 20, resolution: 100, quality: 80)
    let document = Scan.document(of: [page])
    let found = try read([
      "cut.jpg": Array(page.bytes.prefix(200)), "other.png": Array("no picture at all, but text".utf8),
      "cut.pdf": Array(document.prefix(60)),
      "short.png": [1, 2], "good.jpg": page.bytes,
    ])
    #expect(reason(found["cut.jpg"]?.content)?.contains("cannot be decoded") == true, "\(found)")
    #expect(reason(found["other.png"]?.content)?.contains("format of pictures") == true, "\(found)")
    #expect(reason(found["cut.pdf"]?.content)?.contains("no pages") == true, "\(found)")
    #expect(reason(found["short.png"]?.content)?.contains("cannot be decoded") == true, "\(found)")
    #expect(found["good.jpg"]?.text == "A whole page with words\n", "\(found)")
  }

  @Test func `files cut at any length end no worker`() throws {
    let page = try Scan(page: "Words", size: 30, resolution: 50, quality: 60)
    let plain = try Scan(page: "Words", size: 30, resolution: 50)
    for whole in [("jpg", page.bytes), ("png", plain.bytes), ("pdf", Scan.document(of: [page]))] {
      for part in 1..<12 {
        let name = "\(part).\(whole.0)"
        let found = try read([name: Array(whole.1.prefix(whole.1.count * part / 12))], languages: "en")
        if let reason = reason(found[name]?.content) { #expect(!reason.contains("worker"), "\(name): \(reason)") }
      }
    }
  }

  @Test func `the worker is in the whole sandbox, and its types are those of the queue`() throws {
    let importers = try ImporterSet(of: try TestWorkers.recognition().worker)
    #expect(importers.sandbox == .complete)
    #expect(importers.builtIn.map(\.name) == [PictureTextImporter.importerName])
    #expect(importers.builtIn.flatMap(\.contentTypes) == PictureQueue.types)
  }

  @Test func `a language without data is no obstacle`() throws {
    let page = try Scan(page: "Words of a page", size: 20, resolution: 100)
    #expect(try read(["a.png": page.bytes], languages: "tlh,de")["a.png"]?.text == "Words of a page\n")
  }
}
