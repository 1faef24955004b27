// SPDX-License-Identifier: Apache-2.0

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
  /// - Parameters:
  ///   - obeysPermissions: Whether permissions apply to the daemon even if the tests run as root.
  ///   - watchLimit: How many folders the daemon may watch; `nil` for the user's own limit.
  ///   - settings: Further lines of the configuration.
  init(_ environment: TestEnvironment, obeysPermissions: Bool = false, watchLimit: Int? = nil, settings: String = "") throws {
    self.environment = environment
    try environment.writeConfiguration("root = \(environment.files)\nworkers = 1\n\(settings)")
    logPath = environment.root + "/mds-\(UUID().uuidString).log"
    var command = [environment.tools + "/mds", "--foreground"]
    if obeysPermissions, getuid() == 0 { command = ["/usr/bin/setpriv", "--bounding-set=-dac_override,-dac_read_search"] + command }
    if let watchLimit {
      let script = "echo \(watchLimit) > /proc/sys/user/max_inotify_watches && exec \"$0\" \"$@\""
      command = ["/usr/bin/unshare", "--user", "--map-root-user", "/bin/sh", "-c", script] + command
    }
    process = environment.process(
      executable: command[0], Array(command.dropFirst()), output: .nullDevice, errors: try environment.newFile(logPath))
    try process.run()
    try environment.wait("mds watches: \(log)") { log.contains(" watched") || !process.isRunning }
    try #require(process.isRunning, "\(log)")
  }

  deinit { kill() }

  /// Changes the limit of a daemon that has its own.
  func raiseWatchLimit(to limit: Int) throws {
    let script = "echo \(limit) > /proc/sys/user/max_inotify_watches"
    let change = try Process.run(
      URL(fileURLWithPath: "/usr/bin/nsenter"),
      arguments: ["--target", "\(process.processIdentifier)", "--user", "--preserve-credentials", "/bin/sh", "-c", script])
    change.waitUntilExit()
    try #require(change.terminationStatus == 0)
  }

  /// The inodes of the watched folders, as hexadecimal numbers. proc(5), `fdinfo`
  var watchedInodes: Set<String> {
    let folder = "/proc/\(process.processIdentifier)/fdinfo"
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let lines = files.compactMap { try? String(contentsOfFile: folder + "/" + $0, encoding: .utf8) }.joined().split(separator: "\n")
    return Set(lines.filter { $0.hasPrefix("inotify ") }.compactMap { $0.firstMatch(of: /ino:([0-9a-f]+)/).map { String($0.1) } })
  }

  var log: String { (try? String(contentsOfFile: logPath, encoding: .utf8)) ?? "" }

  /// Ends the daemon as a crash would.
  func kill() {
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}

extension Process {
  /// The child processes of a running process, for example the workers of a daemon. A thread that ends meanwhile has none.
  func children() throws -> [pid_t] {
    let threads = "/proc/\(processIdentifier)/task"
    return try FileManager.default.contentsOfDirectory(atPath: threads).flatMap { thread in
      let children = try? String(contentsOfFile: "\(threads)/\(thread)/children", encoding: .utf8)
      return children?.split(separator: " ").compactMap { pid_t($0) } ?? []
    }
  }
}
