// SPDX-License-Identifier: Apache-2.0

import CSystem
import CSystemd
import Synchronization
import SystemPlatform
import Threading

/// Answers those for whom systemd has started the daemon, if it has; see sd_listen_fds(3).
///
/// They connect and send nothing. That their connection ends tells them that there is an index.
final class SocketActivation: Sendable {
  /// The listening socket; `nil` if the service manager has provided none.
  private let listening: Int32?
  private let isServed = Atomic(false)

  /// Called before other threads start, because it changes the environment.
  init() {
    let isProvided = sd_listen_fds(1) == 1 && sd_is_socket_unix(SD_LISTEN_FDS_START, FileDescriptor.streamType, 1, nil, 0) > 0
    listening = isProvided ? SD_LISTEN_FDS_START : nil
  }

  /// There is an index. Starts a thread that lives as long as the process, unless it was started
  /// before.
  ///
  /// - Throws: `ThreadError` if that fails; then callers wait in vain for a few seconds.
  func serve() throws(ThreadError) {
    guard let listening, !isServed.exchange(true, ordering: .relaxed) else { return }
    try Thread { Self.serve(listening) }.detach()
  }

  /// Time until the next attempt after a shortage.
  private static let pause = Duration.seconds(1)

  private static func serve(_ listening: Int32) {
    while true {
      let connection = local_accept(listening)
      let error = Errno.current
      if connection >= 0 {
        FileDescriptor(connection).close()
      } else if error != .interrupted, error != .connectionAborted {
        sleep(for: pause)
      }
    }
  }
}
