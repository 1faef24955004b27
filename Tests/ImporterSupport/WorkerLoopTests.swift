// SPDX-License-Identifier: Apache-2.0

import Attributes
import Testing
import WorkerProtocol

@testable import ImporterSupport

/// Complete imports. The test is the parent process, and a thread is the worker.
@Suite struct WorkerLoopTests {
  func finished(_ outcome: ImportOutcome) throws -> (result: ImportResult, record: AttributeRecord) {
    guard case .finished(let result, let record) = outcome else { throw Unexpected(outcome: outcome) }
    return (result, record)
  }

  func failed(_ outcome: ImportOutcome) throws -> ImportFailure {
    guard case .failed(let failure) = outcome else { throw Unexpected(outcome: outcome) }
    return failure
  }

  struct Unexpected: Error { let outcome: ImportOutcome }

  @Test func `attributes and text are returned`() throws {
    var worker = try Worker()
    let (outcome, text) = try worker.run("title\ntext")
    let (result, record) = try finished(outcome)
    #expect(record[.title] == .string("Title"))
    #expect(text == "some text ")
    #expect(result.importer == "Obedient" && result.warning == nil && result.typeIdentifier == "public.plain-text")
  }

  @Test func `text longer than the window is returned completely`() throws {
    var worker = try Worker()
    let (_, text) = try worker.run("long")
    #expect(text.utf8.count == 500_000)
  }

  @Test func `text that is set as an attribute is returned as text`() throws {
    var worker = try Worker()
    let (outcome, text) = try worker.run("text\nattribute")
    #expect(text == "some text text by attribute")
    #expect(try finished(outcome).record.isEmpty)
  }

  @Test func `unwanted text is not returned`() throws {
    var worker = try Worker()
    let (outcome, text) = try worker.run("title\ntext\nattribute", wantsText: false)
    #expect(text == "")
    #expect(try finished(outcome).record[.textContent] == nil)
  }

  /// The actions of the importer, and whether the text finally equals the file's content. The
  /// importer claims this in each case.
  static let contents: [(orders: String, isContent: Bool)] = [
    ("content", true), ("content\ntitle\nä", true), ("content\ntext", false), ("content\nattribute", false),
    ("content\ndamaged", false), ("content\n\0", false),
  ]

  @Test(arguments: contents)
  func `text is the file's content if nothing was added, changed or lost`(row: (orders: String, isContent: Bool)) throws {
    var worker = try Worker()
    let (outcome, text) = try worker.run(row.orders)
    #expect(try finished(outcome).result.textIsFileContent == row.isContent)
    #expect(!row.isContent || text == row.orders)
    #expect(try !finished(try worker.run(row.orders, wantsText: false).outcome).result.textIsFileContent)
  }

  @Test func `a file for which its importer has no reader counts as one without an importer`() throws {
    var worker = try Worker()
    let (result, record) = try finished(try worker.run("title\nforeign").outcome)
    #expect(result.importer == nil && result.warning == nil)
    #expect(record[.title] == .string("Title"))
  }

  @Test func `an import without results has failed`() throws {
    var worker = try Worker()
    #expect(try worker.run("damaged").outcome == .failed(ImportError.damaged("it says so").failure))
    for (order, message) in [
      ("odd", "The file isn’t in the correct format."), ("localized", "It has no title."), ("plain", "title(length: 3)."),
    ] {
      let failure = try failed(try worker.run(order).outcome)
      #expect(failure.code == .importer)
      #expect(failure.message == "The importer failed: \(message)")
    }
    let (outcome, _) = try worker.run("title")
    #expect(try finished(outcome).record[.title] == .string("Title"), "the worker goes on")
  }

  @Test func `the type of a damaged file is kept if its content has told it`() throws {
    var worker = try Worker()
    let (result, record) = try finished(try worker.run("damaged", name: "noextension", type: nil, certain: false).outcome)
    #expect(result.typeIdentifier == "public.html" && result.mimeType == "text/html")
    #expect(result.warning == ImportError.damaged("it says so").failure)
    #expect(record.isEmpty)
  }

  @Test(arguments: ["title", "text", "attribute"])
  func `results from before a failure are kept`(before: String) throws {
    var worker = try Worker()
    let (outcome, text) = try worker.run(before + "\ndamaged")
    let (result, record) = try finished(outcome)
    #expect(result.warning?.code == .damaged)
    #expect(!record.isEmpty || !text.isEmpty)
  }

  @Test func `a value that does not fit into the window is cut, the others are kept, and a warning says so`() throws {
    var worker = try Worker()
    let (result, record) = try finished(try worker.run("title\nhuge").outcome)
    #expect(record[.title] == .string("Title"))
    #expect(record[.comment] == .string(String(repeating: "c", count: 2048)))
    #expect(result.warning?.message.contains("kMDItemComment has 5000 bytes, of which only the beginning is kept") == true)
  }

  @Test func `files without importer and without bytes finish without results`() throws {
    var worker = try Worker()
    let (image, _) = try finished(try worker.run("title", name: "a.jpg", type: "public.jpeg").outcome)
    #expect(image.importer == nil && image.typeIdentifier == "public.jpeg")
    let (empty, record) = try finished(try worker.run("", type: nil, certain: false).outcome)
    #expect(empty.importer == nil && empty.typeIdentifier == nil && record.isEmpty)
  }

  @Test(arguments: [
    ("a.jpg", "public.jpeg", "<!DOCTYPE HTML><p>not found", true), ("a.mp4", "public.mpeg-4", "\n<html>", true),
    ("a.pdf", "com.adobe.pdf", "GIF89a", true), ("a.jpg", "public.jpeg", "%PDF-1.7", true),
    ("a.heic", "public.heic", "\0\0\0\u{18}ftypmp42", true), ("a.ai", "com.adobe.illustrator.ai-image", "%PDF-1.7", true),
    ("a.zip", "public.zip-archive", String(repeating: "Žiadny archív ", count: 8), true),
    ("a.zip", "public.zip-archive", "PK\u{3}\u{4}" + String(repeating: "compressed ", count: 8), false),
    ("a.jpg", "public.jpeg", "GIF89a", false), ("a.pdf", "com.adobe.pdf", "%PDF-1.7", false), ("a.mp3", "public.mp3", "ID3", false),
    ("a.mp4", "public.mpeg-4", "\0\0\0\u{18}ftypM4A ", false), ("a.heic", "public.heic", "\0\0\0\u{18}ftypheic", false),
    ("a.jpg", "public.jpeg", "anything", false), ("a.svg", "public.svg-image", "<html>", false), ("a.txt", "public.jpeg", "%PDF-", false),
  ])
  func `a name is overruled by the content of another kind`(name: String, type: String, content: String, isOverruled: Bool) throws {
    var worker = try Worker()
    let outcome = try worker.run(content, name: name, type: type).outcome
    // The detector of the test takes everything for HTML.
    #expect(try finished(outcome).result.typeIdentifier == (isOverruled ? "public.html" : type))
  }

  @Test func `the content decides if the name leaves the type open`() throws {
    var worker = try Worker()
    let (result, record) = try finished(try worker.run("says", name: "noextension", type: nil, certain: false).outcome)
    #expect(result.typeIdentifier == "public.html" && result.mimeType == "text/html")
    #expect(record[.comment] == .string("says public.html"))
    let (named, _) = try finished(try worker.run("title", name: "a.txt").outcome)
    #expect(named.typeIdentifier == "public.plain-text" && named.mimeType == nil)
  }
}
