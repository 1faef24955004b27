// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FileIndexing

struct KilledProcessesTests {
  private static let freezer = "/sys/fs/cgroup/freezer"

  /// A frozen process is in uninterruptible sleep, as one that waits for a disk that has failed.
  /// cgroups(7), freezer
  @Test(.enabled(if: access(freezer + "/cgroup.procs", W_OK) == 0, "needs root and the freezer of control groups, version 1"))
  func `nobody waits for a process that cannot end`() throws {
    let group = Self.freezer + "/searchlight-test-\(getpid())"
    try #require(mkdir(group, 0o755) == 0)
    defer { rmdir(group) }
    let (frozen, other) = (try sleeper(), try sleeper())
    try "\(frozen)".write(toFile: group + "/cgroup.procs", atomically: false, encoding: .utf8)
    try "FROZEN".write(toFile: group + "/freezer.state", atomically: false, encoding: .utf8)
    while try !String(contentsOfFile: group + "/freezer.state", encoding: .utf8).hasPrefix("FROZEN") { sched_yield() }

    KilledProcesses.kill(frozen)
    #expect(KilledProcesses.isLeft(frozen))
    try "THAWED".write(toFile: group + "/freezer.state", atomically: false, encoding: .utf8)
    var end = siginfo_t()
    try #require(waitid(P_PID, id_t(frozen), &end, WEXITED | WNOWAIT) == 0)
    KilledProcesses.kill(other)
    #expect(!KilledProcesses.isLeft(frozen) && !KilledProcesses.isLeft(other))
    #expect(kill(frozen, 0) != 0 && kill(other, 0) != 0)
  }

  /// A child that Foundation does not reap.
  private func sleeper() throws -> pid_t {
    var process: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("600"), nil]
    defer { for argument in arguments { free(argument) } }
    try #require(posix_spawn(&process, "/bin/sleep", nil, nil, &arguments, environ) == 0)
    return process
  }
}
