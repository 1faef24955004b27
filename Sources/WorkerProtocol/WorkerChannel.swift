// SPDX-License-Identifier: Apache-2.0

package import SystemPlatform

/// The worker's end of the connection to its parent. It waits without limit, because the parent
/// controls the life of the worker.
package struct WorkerChannel: ~Copyable {
  private let socket: PacketSocket
  private var window: WindowWriter
  private var packet = [UInt8](repeating: 0, count: WorkerProtocol.maximumFrameByteCount)

  /// Takes ownership of the descriptors that the parent provided.
  package init(
    socket: consuming OwnedDescriptor = OwnedDescriptor(owning: WorkerProtocol.socketDescriptor),
    window: consuming OwnedDescriptor = OwnedDescriptor(owning: WorkerProtocol.windowDescriptor)
  ) throws(WorkerProtocolError) {
    self.socket = PacketSocket(owning: socket)
    self.window = try WindowWriter(window)
  }

  /// Maximum size of a text or record.
  package var windowByteCount: Int { window.byteCount }

  /// Tells the parent that the worker is ready.
  ///
  /// - Parameters:
  ///   - sandbox: The layers of the sandbox that hold.
  ///   - placesProblem: Why the file with the names of places cannot be used; `nil` if it can, or was not read yet.
  package func greet(
    importers: [ImporterDescription], sandbox: Set<SandboxLayer> = [], placesProblem: String? = nil
  ) throws(WorkerProtocolError) {
    if let placesProblem { try send(.placesUnusable(placesProblem)) }
    try send(.hello(protocolVersion: WorkerProtocol.version, importers: importers, sandbox: sandbox))
  }

  /// The next file to import.
  ///
  /// - Returns: `nil` if the parent has closed the connection, so that the worker should exit.
  package mutating func nextImport() throws(WorkerProtocolError) -> ReceivedImport? {
    let received: PacketSocket.Received
    do {
      received = try socket.receive(into: &packet, acceptsDescriptor: true, until: nil)
    } catch .disconnected {
      return nil
    }
    guard case .importFile(let request) = try ParentFrame(decoding: packet.span.extracting(first: received.byteCount)) else {
      throw .unexpectedFrame
    }
    guard let file = received.attachment else { throw .missingDescriptor }
    return ReceivedImport(request: request, file: file)
  }

  /// Sends text, and waits until the parent has read it.
  ///
  /// - Parameter text: Whole code points of UTF-8, at most ``windowByteCount`` bytes.
  package mutating func send(text: Span<UInt8>, of id: ImportRequest.ID) throws(WorkerProtocolError) {
    try window.write(text)
    try send(.text(id, byteCount: text.count))
    let received = try socket.receive(into: &packet, acceptsDescriptor: false, until: nil)
    guard try ParentFrame(decoding: packet.span.extracting(first: received.byteCount)) == .windowIsFree else { throw .unexpectedFrame }
  }

  /// Ends an import with the last piece of text and an encoded record, in one message if both fit
  /// into the window.
  ///
  /// - Parameters:
  ///   - result: Its `textByteCount` and `recordByteCount` are set here.
  ///   - text: Whole code points of UTF-8, at most ``windowByteCount`` bytes.
  package mutating func finish(
    _ result: ImportResult, text: Span<UInt8> = Span(), record: Span<UInt8>
  ) throws(WorkerProtocolError) {
    var result = result
    let fits = text.count <= window.byteCount - record.count
    if fits { try window.write(text) } else { try send(text: text, of: result.id) }
    result.textByteCount = fits ? text.count : 0
    try window.write(record, at: result.textByteCount)
    result.recordByteCount = record.count
    try send(.finished(result))
  }

  /// Ends an import without a result.
  package func fail(_ id: ImportRequest.ID, _ failure: ImportFailure) throws(WorkerProtocolError) {
    try send(.failed(id, failure))
  }

  private func send(_ frame: WorkerFrame) throws(WorkerProtocolError) {
    try socket.send(frame.encoded(), until: nil)
  }
}

/// A request with its file.
package struct ReceivedImport: ~Copyable {
  package let request: ImportRequest
  package let file: OwnedDescriptor
}
