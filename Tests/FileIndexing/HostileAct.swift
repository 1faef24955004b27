// SPDX-License-Identifier: Apache-2.0

import Testing
import WorkerProtocol

/// Something that a worker must not do, and what keeps it from doing it.
struct HostileAct: Sendable, CustomTestStringConvertible {
  /// The name of an act of `hostile_act`.
  let name: String
  /// Each of these layers suffices to refuse it. Without them, it succeeds.
  let layers: Set<SandboxLayer>
  /// Layers that refuse it in some circumstances, such as for root.
  var others: Set<SandboxLayer> = []
  /// Part of the reason that is recorded if all layers hold.
  let reason: String

  var testDescription: String { name }

  /// The version of Landlock from which on it refuses the act.
  var landlockVersion: Int32 = 1

  /// Whether users other than root need no layer to be refused.
  var isForRoot = false

  private init(_ name: String, _ reason: String, _ layers: SandboxLayer...) {
    self.name = name
    self.layers = Set(layers)
    self.reason = reason
  }

  private func sometimes(_ layer: SandboxLayer) -> Self {
    var act = self
    act.others = [layer]
    return act
  }

  private func sinceLandlock(_ version: Int32) -> Self {
    var act = self
    act.landlockVersion = version
    return act
  }

  private func forRoot() -> Self {
    var act = self
    act.isForRoot = true
    return act
  }

  static let all = [
    HostileAct("read-path", "Permission denied", .files),
    HostileAct("write-path", "Operation not permitted", .files, .resources, .systemCalls),
    HostileAct("make-folder", "Operation not permitted", .files, .systemCalls),
    HostileAct("reopen-file", "Operation not permitted", .files, .systemCalls).sometimes(.privileges),

    HostileAct("connect-tcp", "Operation not permitted", .namespaces, .files, .systemCalls).sinceLandlock(4),
    HostileAct("listen-tcp", "Operation not permitted", .files, .systemCalls).sinceLandlock(4),
    HostileAct("connect-path", "Operation not permitted", .systemCalls),
    HostileAct("connect-abstract", "Operation not permitted", .namespaces, .files, .systemCalls).sinceLandlock(6),

    HostileAct("execute", "called execve", .files, .systemCalls),
    HostileAct("fork", "called clone", .systemCalls),
    HostileAct("trace-parent", "called ptrace", .namespaces, .files, .systemCalls).sometimes(.privileges),
    HostileAct("read-parent-memory", "called process_vm_readv", .namespaces, .files, .systemCalls).sometimes(.privileges),
    HostileAct("signal-parent", "called kill", .files, .systemCalls).sinceLandlock(6),
    HostileAct("signal-parent-thread", "called tgkill", .files, .systemCalls).sinceLandlock(6),

    HostileAct("change-mode", "Operation not permitted", .systemCalls),
    HostileAct("change-owner", "Operation not permitted", .systemCalls),
    HostileAct("change-times", "Operation not permitted", .systemCalls),
    HostileAct("change-attribute", "Operation not permitted", .systemCalls),
    HostileAct("lock-file", "Operation not permitted", .systemCalls),
    HostileAct("lease-file", "Operation not permitted", .systemCalls),
    HostileAct("own-file", "Operation not permitted", .systemCalls),

    HostileAct("map-shared", "Operation not permitted", .systemCalls),
    HostileAct("create-memory-file", "Operation not permitted", .systemCalls),
    HostileAct("create-shared-segment", "Operation not permitted", .systemCalls),
    HostileAct("map-code", "Operation not permitted", .systemCalls),
    HostileAct("make-executable", "Operation not permitted", .systemCalls),
    HostileAct("map-written-code", "Operation not permitted", .systemCalls),
    HostileAct("reopen-written-memory", "Permission denied", .privileges, .namespaces).forRoot(),
    HostileAct("open-many", "Too many open files", .resources),

    HostileAct("use-keyring", "called keyctl", .systemCalls),
    HostileAct("create-namespace", "called unshare", .namespaces, .systemCalls),
  ]
}
