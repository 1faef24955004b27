// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Attributes
import Testing

@testable import WorkerProtocol

@Suite struct FrameTests {
  static let request = ImportRequest(
    id: .init(7), fileName: [0xFF, 0x41], byteCount: .max, modified: Timestamp(secondsSinceReferenceDate: -1.5),
    typeIdentifier: "public.text",
    isTypeCertain: true, wantsText: false)

  static let parentFrames: [ParentFrame] = [
    .importFile(request),
    .importFile(
      ImportRequest(
        id: .init(.max), fileName: [], byteCount: 0, modified: Timestamp(secondsSinceReferenceDate: 0), typeIdentifier: nil,
        isTypeCertain: false, wantsText: true, typesOfOthers: ["com.example.foo", ""], path: [0x2F, 0xFF])),
    .windowIsFree,
  ]

  static let workerFrames: [WorkerFrame] = [
    .hello(protocolVersion: 1, importers: [], sandbox: []),
    .hello(
      protocolVersion: .max,
      importers: [
        ImporterDescription(name: "Document", version: 3, contentTypes: ["public.text", "com.adobe.pdf"]),
        ImporterDescription(name: "", version: -1, contentTypes: []),
      ], sandbox: .complete),
    .hello(protocolVersion: 1, importers: [], sandbox: [.files, .systemCalls]),
    .forbiddenCall("io_uring_setup"),
    .confined([.files, .systemCalls]),
    .notStarted("no such file"),
    .placesUnusable("it has no cities"),
    .text(.init(9), byteCount: 1 << 20),
    .finished(ImportResult(id: .init(0), recordByteCount: 0, typeIdentifier: nil, mimeType: nil, importer: nil)),
    .finished(
      ImportResult(
        id: .init(1), textByteCount: 300, recordByteCount: 12, typeIdentifier: "public.png", mimeType: "image/png", importer: "Image",
        textIsFileContent: true, warning: ImportFailure(.damaged, "Größe fehlt"))),
    {
      var result = ImportResult(id: .init(2), recordByteCount: 9, typeIdentifier: nil, mimeType: nil, importer: nil)
      result.recordHasNames = true
      return .finished(result)
    }(),
    {
      var result = ImportResult(id: .init(2), recordByteCount: 9, typeIdentifier: nil, mimeType: nil, importer: "Image")
      result.namesPosition = true
      return .finished(result)
    }(),
    .failed(.init(3), ImportFailure(.encrypted, "")),
  ]

  @Test(arguments: parentFrames)
  func `frames of the parent are decoded as they were encoded`(frame: ParentFrame) throws {
    #expect(try ParentFrame(decoding: frame.encoded().span) == frame)
  }

  @Test(arguments: workerFrames)
  func `frames of the worker are decoded as they were encoded`(frame: WorkerFrame) throws {
    #expect(try WorkerFrame(decoding: frame.encoded().span) == frame)
  }

  @Test(arguments: ImportFailure.Code.allCases)
  func `every kind of failure has an encoding`(code: ImportFailure.Code) throws {
    let frame = WorkerFrame.failed(.init(1), ImportFailure(code, "reason"))
    #expect(try WorkerFrame(decoding: frame.encoded().span) == frame)
  }

  @Test func `a long message is truncated between characters`() throws {
    let long = String(repeating: "äöü", count: 1000)
    let frame = try WorkerFrame(decoding: WorkerFrame.failed(.init(1), ImportFailure(.importer, "x" + long)).encoded().span)
    guard case .failed(_, let failure) = frame else {
      Issue.record("another frame: \(frame)")
      return
    }
    #expect(failure.message.utf8.count == ImportFailure.maximumMessageByteCount - 1)
    #expect(("x" + long).hasPrefix(failure.message))
  }

  @Test func `a truncated frame is rejected`() {
    for bytes in Self.parentFrames.map({ $0.encoded() }) {
      for count in bytes.indices {
        #expect(throws: WorkerProtocolError.self) { try ParentFrame(decoding: bytes.span.extracting(first: count)) }
      }
    }
    for bytes in Self.workerFrames.map({ $0.encoded() }) {
      for count in bytes.indices {
        #expect(throws: WorkerProtocolError.self) { try WorkerFrame(decoding: bytes.span.extracting(first: count)) }
      }
    }
  }

  @Test func `bytes after a frame are rejected`() {
    for bytes in Self.workerFrames.map({ $0.encoded() + [0] }) {
      #expect(throws: WorkerProtocolError.malformed(.malformed(at: bytes.count - 1))) { try WorkerFrame(decoding: bytes.span) }
    }
  }

  @Test func `an unknown kind is named`() {
    #expect(throws: WorkerProtocolError.unknownFrame(200)) { try WorkerFrame(decoding: ([200, 1] as [UInt8]).span) }
    #expect(throws: WorkerProtocolError.unknownFrame(0)) { try ParentFrame(decoding: ([0] as [UInt8]).span) }
  }

  @Test func `damaged frames are rejected or decoded as other valid frames`() {
    var random = SystemRandomNumberGenerator()
    let seed = random.next()
    var generator = SeededGenerator(seed: seed)
    let frames = Self.workerFrames.map { $0.encoded() }
    for _ in 0..<20_000 {
      guard var bytes = frames.randomElement(using: &generator) else { continue }
      for _ in 0...Int.random(in: 0..<4, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: .min ... .max, using: &generator)
      }
      guard let frame = try? WorkerFrame(decoding: bytes.span) else { continue }
      // A decoded frame is valid. It may be shorter when it is encoded again, because numbers need
      // not have their shortest form.
      #expect(frame.encoded().count <= bytes.count, "seed \(seed), bytes \(bytes)")
      #expect((try? WorkerFrame(decoding: frame.encoded().span)) == frame, "seed \(seed), bytes \(bytes)")
    }
  }
}
