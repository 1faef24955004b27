// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import Glibc
internal import SystemPlatform

extension IndexExtension {
  /// Starts the extension, and waits for its answer and its end.
  ///
  /// What it prints appears on standard error of this process. It is killed after its time limit.
  ///
  /// - Throws: Also ``ExtensionError/failed(_:)``, if that is its answer.
  package func answer(to request: ExtensionRequest) throws(ExtensionError) -> ExtensionAnswer {
    let deadline = SuspendingClock.now.advanced(by: timeLimit)
    var sockets: [Int32] = [-1, -1]
    // A stream, because packets have a limited size.
    guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &sockets) == 0 else {
      throw .system(call: "socketpair", code: errno)
    }
    defer { close(sockets[0]) }
    let started = Result { () throws(ExtensionError) in try start(socket: sockets[1]) }
    close(sockets[1])
    let process = try started.get()
    do throws(ExtensionError) {
      let bytes = try Self.exchange(request.encoded(), over: sockets[0], until: deadline)
      let end = Self.end(of: process)
      guard !bytes.isEmpty else { throw end }
      guard let answer = try? ExtensionAnswer(decoding: bytes.span) else { throw ExtensionError.unknownAnswer }
      if case .failed(let reason) = answer { throw ExtensionError.failed(reason) }
      return answer
    } catch {
      guard case .timedOut = error else { throw error }
      kill(process, SIGKILL)
      _ = Self.end(of: process)
      throw .timedOut(timeLimit)
    }
  }

  private func start(socket: Int32) throws(ExtensionError) -> pid_t {
    var pointers = unsafe arguments.map { argument in unsafe UnsafePointer(strdup(argument)) }
    defer { unsafe pointers.forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) } }
    unsafe pointers.append(nil)
    var process: pid_t = 0
    let code = unsafe process_start(pointers, socket, &process)
    guard code == 0 else { throw .cannotStart(arguments[0], code: code) }
    return process
  }

  /// Sends bytes, and receives until the other side has closed its socket. Both happen at the same
  /// time, because a program that is no extension may write without reading.
  private static func exchange(
    _ bytes: [UInt8], over socket: Int32, until deadline: SuspendingClock.Instant
  ) throws(ExtensionError) -> [UInt8] {
    var unsent = bytes[...]
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    while true {
      if !unsent.isEmpty {
        let count = unsafe unsent.withUnsafeBytes { unsafe send(socket, $0.baseAddress, $0.count, flags) }
        if count > 0 { unsent.removeFirst(count) } else if errno == EPIPE { unsent = [] }
        // The end of the request.
        if unsent.isEmpty { shutdown(socket, Int32(SHUT_WR)) }
      }
      let count = unsafe recv(socket, &buffer, buffer.count, flags)
      if count > 0 {
        received += buffer[..<count]
        continue
      }
      // A reset connection is one whose other side ended without reading everything.
      if count == 0 || errno == ECONNRESET { return received }
      guard errno == EAGAIN || errno == EINTR else { throw .system(call: "recv", code: errno) }
      let rest = SuspendingClock.now.duration(to: deadline)
      guard rest > .zero else { throw .timedOut(.zero) }
      WaitSource(socket, events: unsent.isEmpty ? POLLIN : POLLIN | POLLOUT).isReady(within: rest)
    }
  }

  /// Waits for the end of a process that has closed its socket, which usually is its end. One that
  /// goes on for a second is killed.
  private static func end(of process: pid_t) -> ExtensionError {
    var status: Int32 = 0
    for attempt in 0... {
      let ended = unsafe waitpid(process, &status, WNOHANG)
      if ended == process || ended < 0 && errno != EINTR { break }
      if attempt == 1000 { kill(process, SIGKILL) }
      sleep(for: .milliseconds(1))
    }
    return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: status & 0x7F)
  }
}
