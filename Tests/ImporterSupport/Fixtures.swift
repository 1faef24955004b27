// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import Attributes
import Foundation
import Glibc
import Testing
import WorkerProtocol

@testable import ImporterSupport
import SystemPlatform

/// Follows the orders in the lines of the file.
final class ObedientImporter: CSImportExtension, DescriptorImporter {
  static let importerName = "Obedient"
  static let importerVersion = 7
  static let contentTypes = ["public.text"]

  func update(_ attributes: CSSearchableItemAttributeSet, from file: ImportedFile, text: TextSink) throws {
    let lines = String(decoding: try file.contents(limit: 1 << 20), as: UTF8.self).split(separator: "\n")
    for line in lines {
      switch line {
      case "title": attributes.title = "Title"
      case "text": try text.append("some text ")
      case "long": for _ in 0..<50_000 { try text.append("long text ") }
      case "attribute": attributes.textContent = "text by attribute"
      case "content":
        let content = try file.contents(limit: 1 << 20)
        try text.append(utf8: content.span)
        text.isFileContent = true
      case "huge": attributes.comment = String(repeating: "c", count: 5000)
      case "damaged": throw ImportError.damaged("it says so")
      case "foreign": throw ImportError.noReader
      case "odd": throw CocoaError(.fileReadCorruptFile)
      case "localized": throw Untitled()
      case "plain": throw Surprise.title(length: 3)
      default: attributes.comment = String(line) + " " + file.typeIdentifier
      }
    }
  }
}

private struct Untitled: LocalizedError { var errorDescription: String? { "It has no title." } }

private enum Surprise: Error { case title(length: Int) }

struct Sniffer: TypeSniffing {
  func mimeType(ofFile descriptor: Int32) -> String? { "text/html" }
  func mimeType(ofContent content: Span<UInt8>) -> String? { nil }
}

/// A connection to a worker, which runs until the object is released.
struct Worker: ~Copyable {
  var connection: WorkerConnection
  private var number: UInt64 = 0

  init() throws {
    var connection = try WorkerConnection(windowByteCount: 4096)
    let (socket, window) = (dup(connection.childSocket ?? -1), dup(connection.childWindow ?? -1))
    connection.releaseChildEnds()
    Thread.detachNewThread {
      do {
        let channel = try WorkerChannel(socket: OwnedDescriptor(owning: socket), window: OwnedDescriptor(owning: window))
        try WorkerLoop(channel: channel, importers: [ObedientImporter.self], sniffer: Sniffer()).run()
      } catch {
        Issue.record("the worker failed: \(error)")
      }
    }
    let greeting = try connection.greet(until: Deadline(after: .seconds(20)))
    #expect(greeting.importers == [ImporterDescription(name: "Obedient", version: 7, contentTypes: ["public.text"])])
    self.connection = connection
  }

  mutating func run(
    _ contents: String, name: String = "a.txt", type: String? = "public.plain-text", certain: Bool = true, wantsText: Bool = true
  ) throws -> (outcome: ImportOutcome, text: String) {
    let file = try TemporaryFile(containing: Array(contents.utf8))
    number += 1
    let request = ImportRequest(
      id: .init(number), fileName: Array(name.utf8), byteCount: UInt64(contents.utf8.count),
      modified: Timestamp(secondsSinceReferenceDate: 0), typeIdentifier: type, isTypeCertain: certain, wantsText: wantsText)
    var text = ""
    let outcome = try connection.run(request, file: file.descriptor, until: Deadline(after: .seconds(20))) { piece in
      text += String(copying: try UTF8Span(validating: piece))
    }
    return (outcome, text)
  }
}
