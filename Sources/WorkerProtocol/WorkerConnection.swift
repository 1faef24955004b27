// SPDX-License-Identifier: Apache-2.0

package import Attributes
internal import CSystem
internal import SystemPlatform

/// The parent's end of the connection to one worker.
///
/// Use: `init`, start the process with ``childSocket`` and ``childWindow`` as its descriptors 3 and
/// 4, ``releaseChildEnds()``, ``greet(until:)``, then any number of ``run(_:file:until:onText:)``.
/// After an error, the connection is unusable: end the process. Destroying the connection closes
/// the socket, and the worker then exits by itself.
package struct WorkerConnection: ~Copyable, Sendable {
  private let socket: PacketSocket
  private let window: SharedWindow
  private var childEnd: OwnedDescriptor?
  private var windowFile: OwnedDescriptor?
  private var packet = [UInt8](repeating: 0, count: WorkerProtocol.maximumFrameByteCount)
  /// The last copy of the window; kept to reuse its storage.
  private var contents: [UInt8] = []

  /// Creates the socket and the window. socketpair(2), memfd_create(2).
  ///
  /// - Parameter isForProgram: Whether the child is an installed importer, which must not map the
  ///   window.
  package init(
    windowByteCount: Int = WorkerProtocol.defaultWindowByteCount, isForProgram: Bool = false
  ) throws(WorkerProtocolError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe ipc_create_packet_sockets(&ends) == 0 else { throw WorkerProtocolError(.current("socketpair")) }
    let ownEnd = OwnedDescriptor(owning: ends[0])
    let childEnd = OwnedDescriptor(owning: ends[1])
    var writer: Int32 = -1
    let memory =
      unsafe isForProgram ? ipc_create_written_memory(windowByteCount, &writer) : ipc_create_sealed_memory(windowByteCount)
    guard memory >= 0 else { throw WorkerProtocolError(.current("memfd_create")) }
    let ownWindow = OwnedDescriptor(owning: memory)
    let childWindow: OwnedDescriptor? = writer < 0 ? nil : OwnedDescriptor(owning: writer)
    self.window = try SharedWindow(mapping: ownWindow)
    self.socket = PacketSocket(owning: ownEnd)
    self.childEnd = consume childEnd
    switch consume childWindow {
    case .some(let writer): windowFile = consume writer
    case .none: windowFile = consume ownWindow
    }
  }

  /// The descriptor that becomes ``WorkerProtocol/socketDescriptor`` of the child; `nil` after its
  /// release. It is close-on-exec.
  package var childSocket: Int32? { Self.number(of: childEnd) }

  /// The descriptor that becomes ``WorkerProtocol/windowDescriptor`` of the child; `nil` after its
  /// release. It is close-on-exec.
  package var childWindow: Int32? { Self.number(of: windowFile) }

  private static func number(of descriptor: borrowing OwnedDescriptor?) -> Int32? {
    switch descriptor {
    case .some(let descriptor): descriptor.rawValue
    case .none: nil
    }
  }

  /// Closes the parent's copies of the child's ends. Until then, the parent does not notice the
  /// death of the child.
  package mutating func releaseChildEnds() {
    childEnd = nil
    windowFile = nil
  }

  /// The socket, for waiting for frames or the worker's death together with other descriptors.
  package var descriptor: Int32 { socket.descriptor.rawValue }

  /// Lets a worker that waits for this become another user; see ``ProcessIdentity``.
  package func permit(until deadline: Deadline) throws(WorkerProtocolError) { try socket.send([0], until: deadline) }

  /// Waits until the worker is ready, and receives the types that its importers read.
  package mutating func greet(until deadline: Deadline) throws(WorkerProtocolError) -> WorkerGreeting {
    var frame = try receive(until: deadline)
    var placesProblem: String?
    if case .placesUnusable(let reason) = frame {
      placesProblem = reason
      frame = try receive(until: deadline)
    }
    switch frame {
    case .hello(WorkerProtocol.version, let importers, let sandbox):
      return WorkerGreeting(importers: importers, sandbox: sandbox, placesProblem: placesProblem)
    case .hello(let version, _, _): throw .versionMismatch(found: version)
    case .notStarted(let reason): throw .notStarted(reason)
    default: throw .unexpectedFrame
    }
  }

  /// Waits until an installed importer is ready. `mdworker`, which starts it, vouches for the
  /// sandbox; the types are those of its manifest.
  ///
  /// - Returns: The layers of its sandbox that hold.
  package mutating func greetProgram(until deadline: Deadline) throws(WorkerProtocolError) -> Set<SandboxLayer> {
    let layers: Set<SandboxLayer>
    switch try receive(until: deadline) {
    case .confined(let entered): layers = entered
    case .notStarted(let reason): throw .notStarted(reason)
    default: throw .unexpectedFrame
    }
    switch try receive(until: deadline) {
    case .hello(WorkerProtocol.version, _, _): return layers
    case .hello(let version, _, _): throw .versionMismatch(found: version)
    case .notStarted(let reason): throw .notStarted(reason)
    default: throw .unexpectedFrame
    }
  }

  /// Lets the worker import one file, from request to last frame: ``begin(_:file:until:)`` and
  /// ``finish(_:until:onText:)``.
  package mutating func run(
    _ request: ImportRequest, file: Int32, until deadline: Deadline, onText: (Span<UInt8>) throws -> Void
  ) throws -> ImportOutcome {
    try begin(request, file: file, until: deadline)
    return try finish(request, until: deadline, onText: onText)
  }

  /// Sends the next file to the worker. The previous one must be finished.
  ///
  /// - Parameter file: A descriptor open for reading; can be closed afterwards.
  package func begin(_ request: ImportRequest, file: Int32, until deadline: Deadline) throws(WorkerProtocolError) {
    try send(.importFile(request), attaching: file, until: deadline)
  }

  /// Receives the results for the current file, up to the last frame.
  ///
  /// - Parameters:
  ///   - deadline: The deadline for the whole call.
  ///   - onText: Receives the text in order, in pieces of at most the size of the window, each of
  ///     whole code points of valid UTF-8. Its time counts against the deadline.
  /// - Throws: `WorkerProtocolError` if the worker died, is late or violates the protocol, or an
  ///   error of `onText`. In both cases the state of the worker is unknown, and it must be ended.
  package mutating func finish(
    _ request: ImportRequest, until deadline: Deadline, onText: (Span<UInt8>) throws -> Void
  ) throws -> ImportOutcome {
    var textByteCount: UInt64 = 0
    while true {
      switch try receive(until: deadline) {
      case .text(request.id, let byteCount):
        textByteCount += UInt64(byteCount)
        try receiveText(byteCount, of: request, onText)
        try send(.windowIsFree, until: deadline)
      case .finished(let result) where result.id == request.id:
        if result.textByteCount > 0 {
          textByteCount += UInt64(result.textByteCount)
          try receiveText(result.textByteCount, of: request, onText)
        }
        guard !result.textIsFileContent || request.mayBeContent(ofTextByteCount: textByteCount) else {
          throw WorkerProtocolError.textIsNotFileContent
        }
        try window.copy(result.recordByteCount, from: result.textByteCount, to: &contents)
        let (checked, record) = try record(of: result)
        return .finished(checked, record)
      case .failed(request.id, let failure):
        return .failed(failure)
      case .forbiddenCall(let name):
        throw WorkerProtocolError.forbiddenCall(name)
      case .hello, .text, .finished, .failed, .confined, .notStarted, .placesUnusable:
        throw WorkerProtocolError.unexpectedFrame
      }
    }
  }

  /// The record in the window, without what no importer should have put there. A warning says what
  /// was left out.
  private mutating func record(of result: ImportResult) throws(WorkerProtocolError) -> (ImportResult, AttributeRecord) {
    var result = result
    var record: AttributeRecord
    do {
      record = try result.recordHasNames ? AttributeRecord(decodingNames: contents.span) : AttributeRecord(decoding: contents.span)
    } catch {
      throw .malformed(error)
    }
    let losses = record.restrict(to: RecordLimits())
    if !losses.isEmpty { result.warning = result.warning ?? ImportFailure(losses) }
    return (result, record)
  }

  /// Copies and validates text in the window.
  private mutating func receiveText(_ count: Int, of request: ImportRequest, _ onText: (Span<UInt8>) throws -> Void) throws {
    guard request.wantsText else { throw WorkerProtocolError.unexpectedFrame }
    try window.copy(count, to: &contents)
    let text = contents.span
    guard (try? UTF8Span(validating: text)) != nil else { throw WorkerProtocolError.invalidText }
    try onText(text)
  }

  /// Sends one frame. The caller still owns `attachment`.
  package func send(_ frame: ParentFrame, attaching attachment: Int32? = nil, until deadline: Deadline) throws(WorkerProtocolError) {
    try socket.send(frame.encoded(), attaching: attachment, until: deadline)
  }

  /// Receives one frame. Descriptors attached by a worker are discarded.
  package mutating func receive(until deadline: Deadline) throws(WorkerProtocolError) -> WorkerFrame {
    let received = try socket.receive(into: &packet, acceptsDescriptor: false, until: deadline)
    return try WorkerFrame(decoding: packet.span.extracting(first: received.byteCount))
  }
}

/// What a worker says of itself when it is ready.
package struct WorkerGreeting: Hashable, Sendable {
  package var importers: [ImporterDescription]
  /// The layers of its sandbox that hold. It has not read any file yet, so this is true.
  package var sandbox: Set<SandboxLayer>
  /// Why the file with the names of places cannot be used; `nil` if it can, or if the worker has not read it.
  package var placesProblem: String?

  package init(importers: [ImporterDescription], sandbox: Set<SandboxLayer>, placesProblem: String? = nil) {
    self.importers = importers
    self.sandbox = sandbox
    self.placesProblem = placesProblem
  }
}

/// The outcome of an import.
package enum ImportOutcome: Hashable, Sendable {
  case finished(ImportResult, AttributeRecord)
  case failed(ImportFailure)
}
