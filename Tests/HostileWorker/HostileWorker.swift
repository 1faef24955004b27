// SPDX-License-Identifier: Apache-2.0

import Attributes
import CSystem
import Glibc
import HostileActs
import Sandbox
import SystemPlatform
import WorkerProtocol

/// A worker that files have taken control of, in the sandbox of `mdworker` or in parts of it.
///
/// Its name ends in a hyphen and the bits of the layers to enter (`Set<SandboxLayer>.bits`). The
/// first word of a file is what it does: a ``Lie``, an act of `hostile_act`, or `say`, which is
/// honest.
@main
enum HostileWorker {
  /// An answer that violates the protocol, or is unreasonable.
  enum Lie: String {
    case recordLength = "lie-about-record-length"
    case textLength = "lie-about-text-length"
    case anotherFile = "answer-for-another-file"
    case twice = "answer-twice"
    /// Answers a later request in advance.
    case forge = "answer-the-next-file"
    case greeting = "greet-again"
    case invalidText = "send-invalid-text"
    case wrongTypes = "send-wrong-types"
    case enormousValues = "send-enormous-values"
    case manyAttributes = "send-many-attributes"
    case deepNesting = "send-deep-nesting"
    case endlessText = "send-text-without-end"
  }

  static func main() throws {
    process_prepare()
    try Sandbox.becomeUser(CommandLine.arguments)
    var sandbox = Sandbox()
    let bits = String(cString: process_name()).split(separator: "-").last.flatMap { UInt64($0) }
    sandbox.layers = Set(bits: bits ?? 0)
    // Such as a worker has for files inside files. An installed importer gets none.
    _ = ipc_create_scratch_memory(4096)
    var channel = try WorkerChannel()
    try channel.greet(
      importers: [ImporterDescription(name: "Hostile", version: 1, contentTypes: ["public.text"])], sandbox: sandbox.enter())
    while let received = try channel.nextImport() { try perform(received, &channel) }
  }

  private static func perform(_ received: borrowing ReceivedImport, _ channel: inout WorkerChannel) throws {
    let id = received.request.id
    let words = contents(of: received.file).split(separator: " ", maxSplits: 1).map(String.init)
    let (name, argument) = (words.first ?? "", words.count > 1 ? words[1] : "")
    if name == "say" { return try answer(id, title: argument, &channel) }
    if let lie = Lie(rawValue: name) { return try tell(lie, about: id, &channel) }
    switch hostile_act(name, received.file.rawValue, argument) {
    case 0: try answer(id, title: "escaped", &channel)
    case -1: try channel.fail(id, ImportFailure(.importer, "There is no act \(name)."))
    case let code: try channel.fail(id, ImportFailure(.importer, "refused: \(String(cString: strerror(code)))"))
    }
  }

  private static func tell(_ lie: Lie, about id: ImportRequest.ID, _ channel: inout WorkerChannel) throws {
    switch lie {
    case .recordLength: send(.finished(result(id, recordByteCount: 1 << 40)))
    case .textLength: send(.text(id, byteCount: .max))
    case .anotherFile: send(.finished(result(.init(id.rawValue &- 1))))
    case .twice:
      try answer(id, title: "once", &channel)
      try answer(id, title: "twice", &channel)
    case .forge:
      try answer(id, title: "first", &channel)
      try answer(.init(id.rawValue &+ 1), title: "forged", &channel)
    case .greeting: send(.hello(protocolVersion: WorkerProtocol.version, importers: [], sandbox: .complete))
    case .wrongTypes:
      try answer(id, &channel) { record in
        record[.title] = .integer(1)
        record[.pixelWidth] = .string("wide")
        record[.authorNames] = .array([.string("A. Author"), .number(2)])
        record[.contentCreationDate] = .dictionary(["": .string("today")])
        record[.comment] = .string("kept")
      }
    case .enormousValues:
      try answer(id, &channel) { record in
        record[.contentCreationDate] = .date(Timestamp(secondsSinceReferenceDate: 1e300))
        record[.duration] = .number(.infinity)
        record[.title] = .string(String(repeating: "long ", count: 100_000))
        record[.comment] = .string("kept")
      }
    case .manyAttributes:
      try answer(id, &channel) { record in
        for number in 100_000..<105_000 { record.setCustom("k\(number)", to: .integer(Int64(number))) }
        record[.comment] = .string("kept")
      }
    case .deepNesting:
      try answer(id, &channel) { record in
        record.setCustom("deep", to: (0..<20).reduce(.integer(1)) { value, _ in .array([value]) })
      }
    case .endlessText:
      let piece = [UInt8](repeating: UInt8(ascii: "x"), count: channel.windowByteCount)
      for _ in 0..<64 { try channel.send(text: piece.span, of: id) }
      try answer(id, title: "long", &channel)
    case .invalidText: try channel.finish(result(id), text: [0xFF, 0xFE].span, record: AttributeRecord().encoded().span)
    }
  }

  private static func answer(_ id: ImportRequest.ID, title: String, _ channel: inout WorkerChannel) throws {
    try answer(id, &channel) { record in record[.title] = .string(title) }
  }

  private static func answer(_ id: ImportRequest.ID, _ channel: inout WorkerChannel, _ fill: (inout AttributeRecord) -> Void) throws {
    var record = AttributeRecord()
    fill(&record)
    try channel.finish(result(id), record: record.encoded().span)
  }

  private static func result(_ id: ImportRequest.ID, recordByteCount: Int = 0) -> ImportResult {
    ImportResult(id: id, recordByteCount: recordByteCount, typeIdentifier: "public.plain-text", mimeType: nil, importer: "Hostile")
  }

  /// Sends a frame as it is.
  private static func send(_ frame: WorkerFrame) {
    frame.encoded().withUnsafeBytes { bytes in
      _ = ipc_send_packet(WorkerProtocol.socketDescriptor, bytes.baseAddress, bytes.count, -1, true)
    }
  }

  private static func contents(of file: borrowing OwnedDescriptor) -> String {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = pread(file.rawValue, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }
}
