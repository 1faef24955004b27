package import Attributes
internal import CSystem
internal import Glibc

/// The parent's end of the conversation with one worker.
///
/// Life: `init`, start the process with ``childSocket`` and ``childWindow`` as its descriptors 3 and 4, ``releaseChildEnds()``,
/// ``greet(until:)``, then any number of ``run(_:file:until:onText:)``. After an error the conversation is over: end the process.
/// Letting the connection go closes the socket, upon which a worker exits by itself.
package struct WorkerConnection: ~Copyable, Sendable {
  private let socket: PacketSocket
  private let window: SharedWindow
  private var childEnd: OwnedDescriptor?
  private var windowFile: OwnedDescriptor?
  private var packet = [UInt8](repeating: 0, count: WorkerProtocol.maximumFrameByteCount)
  /// What was copied from the window last; kept for its storage.
  private var contents: [UInt8] = []

  /// Makes socket and window. socketpair(2), memfd_create(2).
  package init(windowByteCount: Int = WorkerProtocol.defaultWindowByteCount) throws(WorkerProtocolError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe ipc_create_packet_sockets(&ends) == 0 else { throw .system(code: errno, call: "socketpair") }
    let ownEnd = OwnedDescriptor(owning: ends[0])
    let childEnd = OwnedDescriptor(owning: ends[1])
    let memory = ipc_create_sealed_memory(windowByteCount)
    guard memory >= 0 else { throw .system(code: errno, call: "memfd_create") }
    let windowFile = OwnedDescriptor(owning: memory)
    self.window = try SharedWindow(mapping: windowFile)
    self.socket = PacketSocket(owning: ownEnd)
    self.childEnd = consume childEnd
    self.windowFile = consume windowFile
  }

  /// The descriptor that becomes ``WorkerProtocol/socketDescriptor`` of the child; `nil` once released. Close-on-exec, as it should be.
  package var childSocket: Int32? { Self.number(of: childEnd) }

  /// The descriptor that becomes ``WorkerProtocol/windowDescriptor`` of the child; `nil` once released. Close-on-exec, as it should be.
  package var childWindow: Int32? { Self.number(of: windowFile) }

  private static func number(of descriptor: borrowing OwnedDescriptor?) -> Int32? {
    switch descriptor {
    case .some(let descriptor): descriptor.rawValue
    case .none: nil
    }
  }

  /// Closes the child's ends here. Until then the death of the child is not noticed.
  package mutating func releaseChildEnds() {
    childEnd = nil
    windowFile = nil
  }

  /// The socket, to wait for frames or the worker's death together with other descriptors.
  package var descriptor: Int32 { socket.descriptor.rawValue }

  /// Waits for the worker to be ready, and learns which types its importers read.
  package mutating func greet(until deadline: Deadline) throws(WorkerProtocolError) -> [ImporterDescription] {
    guard case .hello(let version, let importers) = try receive(until: deadline) else { throw .unexpectedFrame }
    guard version == WorkerProtocol.version else { throw .versionMismatch(found: version) }
    return importers
  }

  /// Has the worker import one file, from request to last frame: ``begin(_:file:until:)`` and ``finish(_:until:onText:)``.
  package mutating func run(
    _ request: ImportRequest, file: Int32, until deadline: Deadline, onText: (Span<UInt8>) throws -> Void
  ) throws -> ImportOutcome {
    try begin(request, file: file, until: deadline)
    return try finish(request, until: deadline, onText: onText)
  }

  /// Has the worker begin with a file. The one before is finished.
  ///
  /// - Parameter file: Open for reading; may be closed afterwards.
  package func begin(_ request: ImportRequest, file: Int32, until deadline: Deadline) throws(WorkerProtocolError) {
    try send(.importFile(request), attaching: file, until: deadline)
  }

  /// Takes what the worker finds in the file that it has begun with, to the last frame.
  ///
  /// - Parameters:
  ///   - deadline: For all of it.
  ///   - onText: Receives the text in order, in pieces of at most the window's size, each whole code points of valid UTF-8. The time it
  ///     takes counts against the deadline.
  /// - Throws: `WorkerProtocolError` when the worker died, is late or speaks nonsense, or what `onText` throws. In either case the worker
  ///   is in an unknown state and is to be ended.
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
        do {
          return .finished(result, try AttributeRecord(decoding: contents.span))
        } catch {
          throw WorkerProtocolError.malformed(error)
        }
      case .failed(request.id, let failure):
        return .failed(failure)
      case .hello, .text, .finished, .failed:
        throw WorkerProtocolError.unexpectedFrame
      }
    }
  }

  /// Looks at text in the window.
  private mutating func receiveText(_ count: Int, of request: ImportRequest, _ onText: (Span<UInt8>) throws -> Void) throws {
    guard request.wantsText else { throw WorkerProtocolError.unexpectedFrame }
    try window.copy(count, to: &contents)
    let text = contents.span
    guard (try? UTF8Span(validating: text)) != nil else { throw WorkerProtocolError.invalidText }
    try onText(text)
  }

  /// Sends one frame; `attachment` stays the caller's.
  package func send(_ frame: ParentFrame, attaching attachment: Int32? = nil, until deadline: Deadline) throws(WorkerProtocolError) {
    try socket.send(frame.encoded(), attaching: attachment, until: deadline)
  }

  /// Receives one frame. Descriptors that a worker might attach are discarded.
  package mutating func receive(until deadline: Deadline) throws(WorkerProtocolError) -> WorkerFrame {
    let received = try socket.receive(into: &packet, acceptsDescriptor: false, until: deadline)
    return try WorkerFrame(decoding: packet.span.extracting(first: received.byteCount))
  }
}

/// How an import ended, as the parent sees it.
package enum ImportOutcome: Hashable, Sendable {
  case finished(ImportResult, AttributeRecord)
  case failed(ImportFailure)
}
