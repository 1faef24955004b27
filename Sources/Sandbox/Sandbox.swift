// SPDX-License-Identifier: Apache-2.0

internal import CSandbox
internal import Glibc
internal import SystemPlatform
package import WorkerProtocol

/// What a worker gives up before it reads the first file, so that a file that takes control of a
/// parser can do nothing but return a wrong result.
///
/// Each layer holds without the others, as far as it reaches. Documentation/Sandbox.md describes
/// what each one refuses.
package struct Sandbox {
  /// The layers to enter. `mdworker` enters all; tests leave some out to show what they are for.
  package var layers: Set<SandboxLayer> = .complete
  /// Files and directories that remain readable: data of parsers.
  package var readablePaths: [String] = []
  /// The program that the process becomes in the sandbox; `nil` if it stays what it is.
  package var program: ConfinedProgram?
  /// The socket on which forbidden system calls are reported.
  package var socket = WorkerProtocol.socketDescriptor

  package init() {}

  /// Becomes the user that the arguments of the process name, if they do, when the parent permits it.
  /// Call this first: all that follows happens with the rights of this user.
  ///
  /// - Throws: A reason to end the process.
  package static func becomeUser(_ arguments: [String]) throws(IdentityError) {
    guard let option = arguments.prefix(while: { $0 != "--" }).firstIndex(of: ProcessIdentity.option) else { return }
    guard option + 1 < arguments.count, let identity = ProcessIdentity(argument: arguments[option + 1]) else {
      throw IdentityError(reason: "\(ProcessIdentity.option) takes numbers of a user and of groups")
    }
    guard identity.user != 0 else { throw IdentityError(reason: "no worker becomes root") }
    guard ProcessIdentity.waitForPermission() else { throw IdentityError(reason: "the indexer has ended") }
    guard unsafe sandbox_become(identity.user, identity.group, identity.groups, identity.groups.count) == 0 else {
      throw IdentityError(reason: "cannot become user \(identity.user): \(Errno.current)")
    }
  }

  /// Enters the layers. There is no way back. The process must have one thread, and must have
  /// loaded everything that it cannot open afterwards.
  ///
  /// - Returns: The layers that hold. The kernel, or the settings of the system, refused the others.
  package func enter() -> Set<SandboxLayer> {
    var entered: Set<SandboxLayer> = []
    // Namespaces come with capabilities, which are then dropped. The filter comes last, because it
    // refuses the calls that enter the other layers.
    for layer in [.namespaces, .resources, .privileges, .files, .systemCalls] as [SandboxLayer] where layers.contains(layer) {
      if enter(layer, after: entered) { entered.insert(layer) }
    }
    return entered
  }

  private func enter(_ layer: SandboxLayer, after entered: Set<SandboxLayer>) -> Bool {
    switch layer {
    case .namespaces: return sandbox_enter_namespaces() == 0
    case .resources:
      return ResourceLimits.apply(
        countsThreads: entered.contains(.namespaces), fileByteCount: program == nil ? 0 : ConfinedProgram.windowByteCount)
    case .privileges: return sandbox_drop_privileges() == 0
    case .files:
      return unsafe readablePaths.withCStrings { readable in
        unsafe (program?.executablePaths ?? []).withCStrings { executable in
          var paths = unsafe sandbox_paths(
            readable: readable.baseAddress, readable_count: readable.count, executable: executable.baseAddress,
            executable_count: executable.count, file: program?.file ?? -1)
          return unsafe sandbox_restrict_files(&paths) == 0
        }
      }
    case .systemCalls: return (try? SystemCallPolicy.enter(reportingTo: socket, executing: program?.descriptor)) != nil
    }
  }
}

/// Why a worker could not become another user.
package struct IdentityError: Error, CustomStringConvertible {
  let reason: String
  package var description: String { reason }
}

extension [String] {
  /// Calls `body` with null-terminated copies of the strings.
  func withCStrings<Result>(_ body: (UnsafeBufferPointer<UnsafePointer<CChar>?>) -> Result) -> Result {
    let bytes = flatMap { [CChar]($0.utf8CString) }
    return unsafe bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      var pointers: [UnsafePointer<CChar>?] = unsafe []
      for string in self {
        unsafe pointers.append(bytes.baseAddress?.advanced(by: start))
        start += string.utf8CString.count
      }
      return unsafe pointers.withUnsafeBufferPointer(body)
    }
  }
}
