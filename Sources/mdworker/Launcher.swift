// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import Glibc
internal import Sandbox
internal import WorkerProtocol

/// Turns the process into an installed importer, inside the sandbox.
///
///     mdworker [--user USER:GROUP:GROUPS] [--file] [--readable PATH]… -- EXECUTABLE [ARGUMENT…]
///
/// With `--file`, descriptor 5 is a file that the importer may open by its path. The frames before
/// the importer's own tell the parent which layers of the sandbox hold, or why there is no importer.
struct Launcher {
  /// Without them, the importer could read the files of the user, or start other programs.
  private static let necessary: Set<SandboxLayer> = [.files, .systemCalls]

  private var readablePaths: [String] = []
  private var hasFile = false
  private let command: [String]

  /// - Returns: `nil` if the arguments of the process name no importer.
  init?(_ arguments: [String]) {
    guard let separator = arguments.firstIndex(of: "--") else { return nil }
    command = Array(arguments[(separator + 1)...])
    var options = arguments[1..<separator]
    while let option = options.popFirst() {
      if option == "--file" { hasFile = true }
      if option == "--readable", let path = options.popFirst() { readablePaths.append(path) }
    }
  }

  func run() -> Never {
    do throws(ConfinedProgramError) {
      let program = try ConfinedProgram(command, file: hasFile ? WorkerProtocol.fileDescriptor : nil)
      var sandbox = Sandbox()
      sandbox.program = program
      sandbox.readablePaths = ConfinedProgram.systemPaths + LazyData.paths + readablePaths
      let layers = sandbox.enter()
      let missing = Self.necessary.subtracting(layers).sorted().map(\.description)
      guard missing.isEmpty else {
        Self.fail("this system does not grant \(missing.joined(separator: ", ")) to its sandbox")
      }
      Self.send(.confined(layers))
      throw program.execute()
    } catch {
      Self.fail("\(error)")
    }
  }

  static func fail(_ reason: String) -> Never {
    send(.notStarted(reason))
    exit(1)
  }

  private static func send(_ frame: WorkerFrame) {
    unsafe frame.encoded().withUnsafeBytes { bytes in
      _ = unsafe ipc_send_packet(WorkerProtocol.socketDescriptor, bytes.baseAddress, bytes.count, -1, true)
    }
  }
}
