import Foundation
import Testing

/// `mds`, running in a test's environment until it is let go.
final class RunningDaemon {
  let environment: TestEnvironment
  let process: Process
  private let logPath: String

  /// Starts it with the environment's folder of files as root, and waits until the root is watched.
  init(_ environment: TestEnvironment) throws {
    self.environment = environment
    try environment.writeConfiguration("root = \(environment.files)\nworkers = 1\n")
    logPath = environment.root + "/mds-\(UUID().uuidString).log"
    process = environment.process("mds", ["--foreground"], output: .nullDevice, errors: try environment.newFile(logPath))
    try process.run()
    try environment.wait("mds watches: \(log)") { log.contains("folders watched") || !process.isRunning }
    try #require(process.isRunning, "\(log)")
  }

  deinit { kill() }

  var log: String { (try? String(contentsOfFile: logPath, encoding: .utf8)) ?? "" }

  /// As a crash would end it.
  func kill() {
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
