// SPDX-License-Identifier: Apache-2.0

import Attributes
import Glibc
import Synchronization
import Testing
import Threading

@testable import WorkerProtocol
import SystemPlatform

/// Both ends of the protocol over real sockets. The worker is a thread of this process.
@Suite struct ConversationTests {
  static let soon = Duration.seconds(20)
  static let importers = [ImporterDescription(name: "Fake", version: 2, contentTypes: ["public.text"])]

  @Test func `a worker announces its importers`() throws {
    var connection = try WorkerConnection()
    let worker = try connection.startWorker { channel in try channel.greet(importers: Self.importers) }
    #expect(try connection.greet(until: Deadline(after: Self.soon)).importers == Self.importers)
    worker.join()
  }

  @Test(arguments: [0, 1, 4096, 100_000])
  func `text of any length is sent through a small window, then the record`(count: Int) throws {
    let file = try TemporaryFile(containing: Array(repeating: UInt8(ascii: "a"), count: count))
    var connection = try WorkerConnection(windowByteCount: 4096)
    let worker = try connection.startWorker { channel in
      while let received = try channel.nextImport() {
        var buffer = [UInt8](repeating: 0, count: channel.windowByteCount)
        while case let read = unsafe read(received.file.rawValue, &buffer, buffer.count), read > 0 {
          try channel.send(text: buffer.span.extracting(first: read), of: received.request.id)
        }
        var record = AttributeRecord()
        record[.title] = .string(String(decoding: received.request.fileName, as: UTF8.self))
        let result = ImportResult(
          id: received.request.id, recordByteCount: 0, typeIdentifier: "public.text", mimeType: nil, importer: "Fake")
        try channel.finish(result, record: record.encoded().span)
      }
    }
    for id in UInt64(1)...3 {
      lseek(file.descriptor, 0, SEEK_SET)
      var text: [UInt8] = []
      let outcome = try connection.run(.sample(id), file: file.descriptor, until: Deadline(after: Self.soon)) { piece in
        #expect(piece.count <= 4096)
        for index in piece.indices { text.append(piece[index]) }
      }
      #expect(text.count == count && text.allSatisfy { $0 == UInt8(ascii: "a") })
      var expected = AttributeRecord()
      expected[.title] = .string("a.txt")
      let result = ImportResult(
        id: .init(id), recordByteCount: expected.encoded().count, typeIdentifier: "public.text", mimeType: nil, importer: "Fake")
      #expect(outcome == .finished(result, expected))
    }
    _ = consume connection
    worker.join()
  }

  @Test(arguments: [(0, 100), (1, 100), (3996, 100), (3997, 100), (4096, 0), (4096, 1), (2000, 4096)])
  func `the last piece of text is sent with the result if both fit into the window`(text: Int, record: Int) throws {
    let file = try TemporaryFile(containing: [])
    var connection = try WorkerConnection(windowByteCount: 4096)
    var sent = AttributeRecord()
    // An encoded string is a few bytes longer than its characters.
    sent[.title] = .string("")
    let overhead = sent.encoded().count
    if record > overhead { sent[.title] = .string(String(repeating: "r", count: record - overhead - (record > 128 ? 1 : 0))) }
    let encoded = sent.encoded()
    let worker = try connection.startWorker { channel in
      guard let received = try channel.nextImport() else { return }
      let result = ImportResult(id: received.request.id, recordByteCount: 0, typeIdentifier: nil, mimeType: nil, importer: "Fake")
      try channel.finish(result, text: Array(repeating: 0x74, count: text).span, record: encoded.span)
    }
    var pieces: [Int] = []
    let outcome = try connection.run(.sample(1), file: file.descriptor, until: Deadline(after: Self.soon)) { piece in
      pieces.append(piece.count)
      #expect(piece[0] == 0x74 && piece[piece.count - 1] == 0x74)
    }
    guard case .finished(let result, let received) = outcome else { throw WorkerProtocolError.unexpectedFrame }
    #expect(received == sent)
    #expect(pieces == (text == 0 ? [] : [text]))
    #expect(result.textByteCount == (text + encoded.count <= 4096 ? text : 0))
    _ = consume connection
    worker.join()
  }

  @Test func `after a failed import, the worker is ready for the next`() throws {
    let file = try TemporaryFile(containing: [])
    var connection = try WorkerConnection()
    let worker = try connection.startWorker { channel in
      while let received = try channel.nextImport() { try channel.fail(received.request.id, ImportFailure(.damaged, "no header")) }
    }
    for id in UInt64(1)...2 {
      let outcome = try connection.run(.sample(id), file: file.descriptor, until: Deadline(after: Self.soon)) { _ in }
      #expect(outcome == .failed(ImportFailure(.damaged, "no header")))
    }
    _ = consume connection
    worker.join()
  }

  @Test func `the received descriptor refers to the same file, and the sender keeps its own`() throws {
    let file = try TemporaryFile(containing: [1, 2, 3])
    var connection = try WorkerConnection()
    let inode = Mutex<UInt64>(0)
    let worker = try connection.startWorker { channel in
      guard let received = try channel.nextImport() else { return }
      var status = stat()
      unsafe fstat(received.file.rawValue, &status)
      inode.withLock { $0 = UInt64(status.st_ino) }
      #expect(fcntl(received.file.rawValue, F_GETFD) & FD_CLOEXEC != 0)
      try channel.fail(received.request.id, ImportFailure(.importer, ""))
    }
    _ = try connection.run(.sample(1), file: file.descriptor, until: Deadline(after: Self.soon)) { _ in }
    worker.join()
    var status = stat()
    #expect(unsafe fstat(file.descriptor, &status) == 0)
    #expect(inode.withLock { $0 } == UInt64(status.st_ino))
  }

  // MARK: Workers that violate the protocol

  @Test func `the death of a worker is detected`() throws {
    let file = try TemporaryFile(containing: [])
    var connection = try WorkerConnection()
    let worker = try connection.startWorker { channel in _ = try channel.nextImport() }
    #expect(throws: WorkerProtocolError.disconnected) {
      try connection.run(.sample(1), file: file.descriptor, until: Deadline(after: Self.soon)) { _ in }
    }
    worker.join()
    #expect(throws: WorkerProtocolError.disconnected) {
      try connection.run(.sample(2), file: file.descriptor, until: Deadline(after: Self.soon)) { _ in }
    }
  }

  @Test func `a silent worker is detected at the deadline`() throws {
    let file = try TemporaryFile(containing: [])
    var connection = try WorkerConnection()
    #expect(throws: WorkerProtocolError.timedOut) {
      try connection.run(.sample(1), file: file.descriptor, until: Deadline(after: .milliseconds(20))) { _ in }
    }
  }

  static let lies: [(String, [UInt8], WorkerProtocolError)] = [
    ("an answer to another request", WorkerFrame.failed(.init(2), ImportFailure(.damaged, "")).encoded(), .unexpectedFrame),
    ("a second greeting", WorkerFrame.hello(protocolVersion: 1, importers: [], sandbox: []).encoded(), .unexpectedFrame),
    ("text beyond the window", WorkerFrame.text(.init(1), byteCount: 1 << 30).encoded(), .windowExceeded(byteCount: 1 << 30)),
    ("text that is not UTF-8", WorkerFrame.text(.init(1), byteCount: 1).encoded(), .invalidText),
    (
      "a record that is none",
      WorkerFrame.finished(ImportResult(id: .init(1), recordByteCount: 3, typeIdentifier: nil, mimeType: nil, importer: nil)).encoded(),
      .malformed(.truncated(at: 3))
    ),
    (
      "last text that is not UTF-8",
      WorkerFrame.finished(
        ImportResult(id: .init(1), textByteCount: 1, recordByteCount: 0, typeIdentifier: nil, mimeType: nil, importer: nil)
      ).encoded(), .invalidText
    ),
    (
      "a record that begins in the window and ends outside",
      WorkerFrame.finished(
        ImportResult(
          id: .init(1), textByteCount: WorkerProtocol.defaultWindowByteCount, recordByteCount: 1, typeIdentifier: nil, mimeType: nil,
          importer: nil)
      ).encoded(), .windowExceeded(byteCount: 1)
    ),
    (
      "lengths whose sum is no number",
      WorkerFrame.finished(
        ImportResult(id: .init(1), textByteCount: 1, recordByteCount: .max, typeIdentifier: nil, mimeType: nil, importer: nil)
      ).encoded(), .windowExceeded(byteCount: .max)
    ),
    ("nonsense", [77], .unknownFrame(77)),
  ]

  @Test(arguments: lies)
  func `false statements of a worker are detected`(lie: (String, [UInt8], WorkerProtocolError)) throws {
    let file = try TemporaryFile(containing: [])
    var connection = try WorkerConnection()
    let socket = connection.duplicateOfChildSocket()
    defer { close(socket) }
    var window = try SharedWindow(mapping: OwnedDescriptor(owning: connection.duplicateOfChildWindow()))
    let content = lie.2 == .invalidText ? UInt8(0xFF) : UInt8(ascii: "A")
    try window.write(Array(repeating: content, count: window.byteCount).span)
    #expect(unsafe send(socket, lie.1, lie.1.count, 0) == lie.1.count)
    #expect(throws: lie.2) {
      try connection.run(.sample(1), file: file.descriptor, until: Deadline(after: Self.soon)) { _ in }
    }
  }

  /// Bytes of the file, bytes of the received text, and whether the text can equal the content of
  /// the file.
  static let contents: [(file: UInt64, text: Int, isPossible: Bool)] = [
    (5, 5, true), (8, 5, true), (5, 4, false), (5, 6, false), (5, 8, false), (0, 0, false), (3, 0, false), (1, 2, false),
  ]

  @Test(arguments: contents)
  func `text is accepted as the file's content if the lengths agree, with or without a byte order mark`(
    row: (file: UInt64, text: Int, isPossible: Bool)
  ) throws {
    let file = try TemporaryFile(containing: [])
    var connection = try WorkerConnection()
    let worker = try connection.startWorker { channel in
      guard let received = try channel.nextImport() else { return }
      if row.text > 0 { try channel.send(text: Array(repeating: 0x41, count: row.text).span, of: received.request.id) }
      let result = ImportResult(
        id: received.request.id, recordByteCount: 0, typeIdentifier: nil, mimeType: nil, importer: "Fake", textIsFileContent: true)
      try channel.finish(result, record: AttributeRecord().encoded().span)
    }
    var request = ImportRequest.sample(1)
    request.byteCount = row.file
    if row.isPossible {
      let outcome = try connection.run(request, file: file.descriptor, until: Deadline(after: Self.soon)) { _ in }
      guard case .finished(let result, _) = outcome else { throw WorkerProtocolError.unexpectedFrame }
      #expect(result.textIsFileContent)
    } else {
      #expect(throws: WorkerProtocolError.textIsNotFileContent) {
        try connection.run(request, file: file.descriptor, until: Deadline(after: Self.soon)) { _ in }
      }
    }
    _ = consume connection
    worker.join()
  }

  @Test(arguments: [true, false])
  func `unwanted text is rejected`(comesAlone: Bool) throws {
    let file = try TemporaryFile(containing: [])
    var connection = try WorkerConnection()
    let worker = try connection.startWorker { channel in
      guard let received = try channel.nextImport() else { return }
      let text: [UInt8] = [0x41]
      if comesAlone { return try channel.send(text: text.span, of: received.request.id) }
      let result = ImportResult(id: received.request.id, recordByteCount: 0, typeIdentifier: nil, mimeType: nil, importer: nil)
      try channel.finish(result, text: text.span, record: AttributeRecord().encoded().span)
    }
    var request = ImportRequest.sample(1)
    request.wantsText = false
    #expect(throws: WorkerProtocolError.unexpectedFrame) {
      try connection.run(request, file: file.descriptor, until: Deadline(after: Self.soon)) { _ in }
    }
    _ = consume connection
    worker.join()
  }

  @Test func `a worker of another version is rejected`() throws {
    var connection = try WorkerConnection()
    let frame = WorkerFrame.hello(protocolVersion: 99, importers: [], sandbox: []).encoded()
    let socket = connection.duplicateOfChildSocket()
    defer { close(socket) }
    #expect(unsafe send(socket, frame, frame.count, 0) == frame.count)
    #expect(throws: WorkerProtocolError.versionMismatch(found: 99)) { try connection.greet(until: Deadline(after: Self.soon)) }
  }

  @Test func `the worker rejects a request without a file`() throws {
    var connection = try WorkerConnection()
    let worker = try connection.startWorker { channel in
      #expect(throws: WorkerProtocolError.missingDescriptor) { _ = try channel.nextImport()?.request }
    }
    try connection.send(.importFile(.sample(1)), until: Deadline(after: Self.soon))
    worker.join()
  }

  @Test func `an installed importer writes to a window that it can neither map nor open`() throws {
    var connection = try WorkerConnection(isForProgram: true)
    let window = connection.duplicateOfChildWindow()
    for kind in [MAP_SHARED, MAP_PRIVATE] {
      #expect(unsafe mmap(nil, 4096, PROT_READ, kind, window, 0) == MAP_FAILED && errno == EACCES)
    }
    // Root may open everything.
    if geteuid() != 0 { #expect(open("/proc/self/fd/\(window)", O_RDONLY) < 0) }
    let file = try TemporaryFile(containing: [])
    let text = [UInt8](repeating: 0x41, count: WorkerProtocol.defaultWindowByteCount)
    let worker = try connection.startWorker { channel in
      guard let received = try channel.nextImport() else { return }
      let tooLong = text + [0x41]
      #expect(throws: WorkerProtocolError.windowExceeded(byteCount: tooLong.count)) {
        try channel.send(text: tooLong.span, of: received.request.id)
      }
      try channel.send(text: text.span, of: received.request.id)
      let result = ImportResult(id: received.request.id, recordByteCount: 0, typeIdentifier: nil, mimeType: nil, importer: "Fake")
      let rest = Array(text[..<10])
      try channel.finish(result, text: rest.span, record: AttributeRecord().encoded().span)
    }
    var count = 0
    let outcome = try connection.run(.sample(1), file: file.descriptor, until: Deadline(after: Self.soon)) { piece in
      #expect(piece[0] == 0x41 && piece[piece.count - 1] == 0x41)
      count += piece.count
    }
    guard case .finished = outcome else { throw WorkerProtocolError.unexpectedFrame }
    #expect(count == text.count + 10)
    _ = consume connection
    worker.join()
  }

  @Test func `only sealed memory is mapped`() throws {
    let file = try TemporaryFile(containing: [1])
    #expect(throws: WorkerProtocolError.self) { _ = try SharedWindow(mapping: OwnedDescriptor(owning: dup(file.descriptor))).byteCount }
  }

  @Test func `the worker cannot shrink the window`() throws {
    let connection = try WorkerConnection(windowByteCount: 8192)
    let descriptor = connection.duplicateOfChildWindow()
    defer { close(descriptor) }
    #expect(ftruncate(descriptor, 0) == -1 && errno == EPERM)
    #expect(ftruncate(descriptor, 1 << 20) == -1 && errno == EPERM)
  }
}

extension ImportRequest {
  static func sample(_ id: UInt64) -> ImportRequest {
    ImportRequest(
      id: .init(id), fileName: Array("a.txt".utf8), byteCount: 0, modified: Timestamp(secondsSinceReferenceDate: 0),
      typeIdentifier: "public.text", isTypeCertain: true, wantsText: true)
  }
}
