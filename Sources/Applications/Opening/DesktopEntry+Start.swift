// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import SystemPlatform

extension DesktopEntry {
  /// Starts the program with a URL as argument. A program that prints on a terminal takes the place of
  /// this process, so this method does not return then; others run on by themselves.
  package func start(opening url: String) throws(LaunchError) {
    guard let arguments = command?.arguments(opening: url) else { throw .noCommand(path) }
    if let code = Self.obstacle(to: arguments[0]) { throw .cannotStart(arguments[0], code: code) }
    // The variables tell the program which entry has started it. GLib sets them, too.
    ProcessFacts.setVariable("GIO_LAUNCHED_DESKTOP_FILE", to: path)
    let code: Int32
    if runsInTerminal {
      ProcessFacts.setVariable("GIO_LAUNCHED_DESKTOP_FILE_PID", to: String(ProcessFacts.id))
      code = unsafe withCStrings(arguments) { unsafe process_replace($0, folder) }
    } else {
      // Only the new process knows its number.
      let script = ["/bin/sh", "-c", "export GIO_LAUNCHED_DESKTOP_FILE_PID=$$; exec \"$@\"", "sh"]
      code = unsafe withCStrings(script + arguments) { unsafe process_launch($0, folder) }
    }
    guard code == 0 else { throw .cannotStart(folder ?? arguments[0], code: code) }
  }

  /// Starts the program without anything to open, in a process that runs on by itself.
  ///
  /// - Parameter terminal: The command that runs another command in a terminal; `nil` if there is no terminal. Called for a
  ///   program that prints on one.
  package func start(inTerminal terminal: ([String]) -> [String]?) throws(LaunchError) {
    guard let command else { throw .noCommand(path) }
    let program = command.arguments()
    if let code = Self.obstacle(to: program[0]) { throw .cannotStart(program[0], code: code) }
    guard let arguments = runsInTerminal ? terminal(program) : program else { throw .noTerminal(program[0]) }
    // This process may have other threads, so it does not change its environment.
    let script = """
      export GIO_LAUNCHED_DESKTOP_FILE="$1" GIO_LAUNCHED_DESKTOP_FILE_PID=$$; shift; exec "$@"
      """
    let code = unsafe withCStrings(["/bin/sh", "-c", script, "sh", path] + arguments) { unsafe process_launch($0, folder) }
    guard code == 0 else { throw .cannotStart(folder ?? arguments[0], code: code) }
  }

  /// Whether a command can be executed.
  ///
  /// - Parameter command: A path, or the name of a program in PATH.
  package static func canStart(_ command: String) -> Bool { obstacle(to: command) == nil }

  /// Whether the command of the entry is the executable of this process.
  package var startsThisProgram: Bool {
    guard let name = command?.arguments().first, let path = Self.candidates(for: name).first(where: { Path($0).isExecutable }) else {
      return false
    }
    guard let own = FileFacts(at: Path("/proc/self/exe")), let other = FileFacts(at: Path(path)) else { return false }
    return own.identity == other.identity
  }

  /// Why a command cannot be executed, as an `errno`; `nil` if it can. The shell that executes it later
  /// has nobody to tell.
  private static func obstacle(to command: String) -> Int32? {
    guard !command.contains("/") else { return Path(command).accessError(for: .execute)?.rawValue }
    return candidates(for: command).contains { Path($0).isExecutable } ? nil : Errno.noSuchFileOrDirectory.rawValue
  }

  /// The paths at which a command is looked for.
  private static func candidates(for command: String) -> [String] {
    if command.contains("/") { return [command] }
    let path = ProcessFacts.variable("PATH") ?? "/usr/bin:/bin"
    return path.split(separator: ":").map { "\($0)/\(command)" }
  }
}
