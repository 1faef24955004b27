internal import CSystem
internal import Glibc

extension DesktopEntry {
  /// Starts the program with a URL as argument. A program that prints on a terminal takes the place of
  /// this process, so this method does not return then; others run on by themselves.
  package func start(opening url: String) throws(LaunchError) {
    guard let arguments = command?.arguments(opening: url) else { throw .noCommand(path) }
    if let code = Self.obstacle(to: arguments[0]) { throw .cannotStart(arguments[0], code: code) }
    // The variables tell the program which entry has started it. GLib sets them, too.
    unsafe setenv("GIO_LAUNCHED_DESKTOP_FILE", path, 1)
    let code: Int32
    if runsInTerminal {
      unsafe setenv("GIO_LAUNCHED_DESKTOP_FILE_PID", String(getpid()), 1)
      code = unsafe Self.withPointers(arguments) { unsafe process_replace($0, folder) }
    } else {
      // Only the new process knows its number.
      let script = ["/bin/sh", "-c", "export GIO_LAUNCHED_DESKTOP_FILE_PID=$$; exec \"$@\"", "sh"]
      code = unsafe Self.withPointers(script + arguments) { unsafe process_launch($0, folder) }
    }
    guard code == 0 else { throw .cannotStart(folder ?? arguments[0], code: code) }
  }

  /// Why a command cannot be executed, as an `errno`; `nil` if it can. The shell that executes it later
  /// has nobody to tell.
  private static func obstacle(to command: String) -> Int32? {
    guard !command.contains("/") else { return unsafe access(command, X_OK) == 0 ? nil : errno }
    let path = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin"
    return path.split(separator: ":").contains { unsafe access("\($0)/\(command)", X_OK) == 0 } ? nil : ENOENT
  }

  private static func withPointers(_ arguments: [String], _ body: ([UnsafePointer<CChar>?]) -> Int32) -> Int32 {
    var pointers = unsafe arguments.map { argument in unsafe UnsafePointer(strdup(argument)) }
    defer { unsafe pointers.forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) } }
    unsafe pointers.append(nil)
    return unsafe body(pointers)
  }
}
