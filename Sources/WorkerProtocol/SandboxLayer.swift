// SPDX-License-Identifier: Apache-2.0

/// A part of a worker's sandbox. A kernel may lack some of them.
package enum SandboxLayer: UInt8, CaseIterable, Sendable {
  /// No capabilities, no set-user-ID programs, and memory that no other process can read.
  case privileges
  /// Namespaces of its own for users, network and System V IPC.
  case namespaces
  /// Limits on descriptors, on the size of written files, and the like.
  case resources
  /// Landlock: nothing can be opened except data of parsers, for reading.
  case files
  /// Seccomp: only the system calls that parsers need.
  case systemCalls
}

extension SandboxLayer: Comparable {
  package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

extension SandboxLayer: CustomStringConvertible {
  package var description: String {
    switch self {
    case .privileges: "privileges"
    case .namespaces: "namespaces"
    case .resources: "resource limits"
    case .files: "Landlock"
    case .systemCalls: "seccomp"
    }
  }
}

extension Set<SandboxLayer> {
  /// All layers.
  package static var complete: Self { Self(SandboxLayer.allCases) }

  /// One bit for each layer, as in a greeting.
  package var bits: UInt64 { reduce(0) { $0 | 1 << UInt64($1.rawValue) } }

  /// - Parameter bits: Unknown bits are ignored.
  package init(bits: UInt64) { self.init(SandboxLayer.allCases.filter { bits & 1 << UInt64($0.rawValue) != 0 }) }
}
