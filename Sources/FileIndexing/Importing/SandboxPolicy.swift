// SPDX-License-Identifier: Apache-2.0

package import IndexStore
package import WorkerProtocol

/// Whether workers may run with only a part of their sandbox.
package enum SandboxPolicy: String, Sendable {
  /// They run with the layers that the kernel grants.
  case bestEffort = "best-effort"
  /// They run only with all layers.
  case required
}

extension WorkerLaunch {
  /// Why a worker with these layers must not read files; `nil` if it may.
  func refusal(of layers: Set<SandboxLayer>) -> String? {
    let missing = Set.complete.subtracting(layers)
    guard sandbox == .required, !missing.isEmpty else { return nil }
    return "\(missing.absence), and \(separatesOwners ? "the system's index requires it" : "the configuration has 'sandbox = required'")"
  }
}

extension Set<SandboxLayer> {
  /// A message about these layers if the kernel refused them.
  package var absence: String {
    "this system does not grant \(sorted().map(\.description).joined(separator: ", ")) to the sandbox of import workers"
  }
}

extension Store {
  /// Records the layers of the workers' sandbox.
  func record(sandbox layers: Set<SandboxLayer>) throws {
    let value = [UInt8(truncatingIfNeeded: layers.bits)]
    let known = try read { snapshot throws(StoreError) in try snapshot.metadata(.sandbox) }
    guard known != value else { return }
    try write { transaction throws(StoreError) in try transaction.setMetadata(.sandbox, to: value) }
  }

  /// The layers of the sandbox that the workers of the last run had; `nil` if none has run.
  package func sandboxLayers() throws(StoreError) -> Set<SandboxLayer>? {
    let value = try read { snapshot throws(StoreError) in try snapshot.metadata(.sandbox) }
    return value?.first.map { Set(bits: UInt64($0)) }
  }
}
