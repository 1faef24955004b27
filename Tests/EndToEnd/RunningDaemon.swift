import Foundation
import Testing

/// `mds` in a test's environment. It is stopped when the object is released.
final class RunningDaemon {
  let environment: TestEnvironment
  let process: Process
  private let logPath: String

  /// Starts the daemon with the environment's folder of files as root, and waits until the root is
  /// watched.
  ///
  /// - Parameter obeysPermissions: Whether permissions apply to the daemon even if the tests run as
  ///   root.
  init(_ environment: TestEnvironment, obeysPermissions: Bool = false) throws {
    self.environment = environment
    try environment.writeConfiguration("root = \(environment.files)\nworkers = 1\n")
    logPath = environment.root + "/mds-\(UUID().uuidString).log"
    var command = [environment.tools + "/mds", "--foreground"]
    if obeysPermissions, getuid() == 0 { command = ["/usr/bin/setpriv", "--bounding-set=-dac_override,-dac_read_search"] + command }
    process = environment.process(
      executable: command[0], Array(command.dropFirst()), output: .nullDevice, errors: try environment.newFile(logPath))
    try process.run()
    try environment.wait("mds watches: \(log)") { log.contains(" watched") || !process.isRunning }
    try #require(process.isRunning, "\(log)")
  }

  deinit { kill() }

  var log: String { (try? String(contentsOfFile: logPath, encoding: .utf8)) ?? "" }

  /// Ends the daemon as a crash would.
  func kill() {
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
