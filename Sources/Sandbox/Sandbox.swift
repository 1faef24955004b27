internal import CSandbox
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
