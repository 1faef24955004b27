// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Reports that a file system was mounted or unmounted. proc_pid_mountinfo(5)
final class MountWatch: Sendable {
  /// Has `POLLPRI` after a change, until it is polled; -1 if there is no `/proc`. poll(2)
  let descriptor: Int32

  init() { descriptor = unsafe open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC) }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
