// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import SystemPlatform

/// One end of a connected pair of packet sockets.
struct PacketSocket: ~Copyable, Sendable {
  let descriptor: OwnedDescriptor

  init(owning descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }

  /// Sends a whole packet, with an optional attached descriptor, which the caller still owns.
  ///
  /// - Parameter deadline: `nil` waits without limit.
  func send(_ packet: [UInt8], attaching attachment: Int32? = nil, until deadline: Deadline?) throws(WorkerProtocolError) {
    guard packet.count <= WorkerProtocol.maximumFrameByteCount else { throw .frameTooLong }
    while true {
      let result = unsafe packet.withUnsafeBytes { bytes in
        unsafe ipc_send_packet(descriptor.rawValue, bytes.baseAddress, bytes.count, attachment ?? -1, deadline == nil)
      }
      if result == 0 { return }
      try prepareToRepeat(for: .output(descriptor.rawValue), after: .current, of: "sendmsg", until: deadline)
    }
  }

  /// A packet's size, and the descriptor that came with it.
  struct Received: ~Copyable {
    let byteCount: Int
    var attachment: OwnedDescriptor?
  }

  /// Receives one packet into `buffer`, which must have the maximum size of a packet.
  ///
  /// - Parameter acceptsDescriptor: If `false`, the kernel discards attached descriptors.
  func receive(
    into buffer: inout [UInt8], acceptsDescriptor: Bool, until deadline: Deadline?
  ) throws(WorkerProtocolError) -> Received {
    var attachment: Int32 = -1
    // Blocking in recvmsg(2) saves two system calls. It lasts no longer than the deadline: see `ipc_create_packet_sockets`.
    let blocks = deadline.map { $0.isLater(than: .seconds(IPC_RECEIVE_SECONDS)) } ?? true
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        if acceptsDescriptor {
          unsafe ipc_receive_packet(descriptor.rawValue, bytes.baseAddress, bytes.count, &attachment, blocks)
        } else {
          unsafe ipc_receive_packet(descriptor.rawValue, bytes.baseAddress, bytes.count, nil, blocks)
        }
      }
      if count > 0 { return Received(byteCount: count, attachment: attachment >= 0 ? OwnedDescriptor(owning: attachment) : nil) }
      if count == 0 { throw .disconnected }
      try prepareToRepeat(for: .input(descriptor.rawValue), after: .current, of: "recvmsg", until: deadline)
    }
  }

  /// Handles a call that failed with `code`: waits until it can be repeated, or throws. If the socket is closed by its peer, the next
  /// call reports it.
  private func prepareToRepeat(
    for source: WaitSource, after code: Errno, of call: String, until deadline: Deadline?
  ) throws(WorkerProtocolError) {
    switch code {
    case .wouldBlock:
      guard let deadline, !source.isReady(within: deadline.rest) else { return }
      throw deadline.hasPassed ? .timedOut : WorkerProtocolError(.current("poll"))
    case .brokenPipe, .connectionReset: throw .disconnected
    case .messageTooLong: throw .frameTooLong
    default: throw .system(code: code.rawValue, call: call)
    }
  }
}
