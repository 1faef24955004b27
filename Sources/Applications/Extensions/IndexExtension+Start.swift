// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import SystemPlatform

extension IndexExtension {
  /// Starts the extension, and waits for its answer and its end.
  ///
  /// What it prints appears on standard error of this process. It is killed after its time limit.
  ///
  /// - Throws: Also ``ExtensionError/failed(_:)``, if that is its answer.
  package func answer(to request: ExtensionRequest) throws(ExtensionError) -> ExtensionAnswer {
    let deadline = SuspendingClock.now.advanced(by: timeLimit)
    // A stream, because packets have a limited size.
    var sockets: SocketPair
    do throws(SystemError) { sockets = try SocketPair() } catch { throw .system(call: error.call, code: error.code.rawValue) }
    let process = try start(socket: sockets.other?.rawValue ?? -1)
    sockets.other = nil
    do throws(ExtensionError) {
      let bytes = try Self.exchange(request.encoded(), over: sockets.one.file, until: deadline)
      let end = Self.end(of: process)
      guard !bytes.isEmpty else { throw end }
      guard let answer = try? ExtensionAnswer(decoding: bytes.span) else { throw ExtensionError.unknownAnswer }
      if case .failed(let reason) = answer { throw ExtensionError.failed(reason) }
      return answer
    } catch {
      guard case .timedOut = error else { throw error }
      Signal.kill.send(to: process)
      _ = Self.end(of: process)
      throw .timedOut(timeLimit)
    }
  }

  private func start(socket: Int32) throws(ExtensionError) -> Int32 {
    var process: Int32 = 0
    let code = unsafe withCStrings(arguments) { unsafe process_start($0, socket, &process) }
    guard code == 0 else { throw .cannotStart(arguments[0], code: code) }
    return process
  }

  /// Sends bytes, and receives until the other side has closed its socket. Both happen at the same
  /// time, because a program that is no extension may write without reading.
  private static func exchange(
    _ bytes: [UInt8], over socket: FileDescriptor, until deadline: SuspendingClock.Instant
  ) throws(ExtensionError) -> [UInt8] {
    var unsent = bytes[...]
    var received: [UInt8] = []
    while true {
      if !unsent.isEmpty {
        do throws(SystemError) {
          unsent.removeFirst(try socket.send(unsent.span, waits: false))
        } catch {
          if error.code == .brokenPipe { unsent = [] }
        }
        // The end of the request.
        if unsent.isEmpty { socket.endSending() }
      }
      do throws(SystemError) {
        let piece = try socket.receive(limit: 1 << 16, waits: false)
        if piece.isEmpty { return received }
        received += piece
        continue
      } catch {
        // A reset connection is one whose other side ended without reading everything.
        if error.code == .connectionReset { return received }
        guard error.code == .wouldBlock else { throw .system(call: error.call, code: error.code.rawValue) }
      }
      let rest = SuspendingClock.now.duration(to: deadline)
      guard rest > .zero else { throw .timedOut(.zero) }
      let source = unsent.isEmpty ? WaitSource.input(socket.rawValue) : .inputOrOutput(socket.rawValue)
      source.isReady(within: rest)
    }
  }

  /// Waits for the end of a process that has closed its socket, which usually is its end. One that
  /// goes on for a second is killed.
  private static func end(of process: Int32) -> ExtensionError {
    for attempt in 0... {
      do throws(SystemError) {
        if let end = try ProcessEnd.ofChild(process) {
          return switch end {
          case .exited(let status): .exited(status)
          case .killed(let signal): .killed(signal: signal.rawValue)
          }
        }
      } catch {
        break
      }
      if attempt == 1000 { Signal.kill.send(to: process) }
      sleep(for: .milliseconds(1))
    }
    return .exited(0)
  }
}
