// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A service manager (`systemd --user`) for the user of a test. It ends when the object is
/// released.
///
/// It runs in its own control groups, because a manager takes over all processes of the group in
/// which it starts.
final class UserManager {
  private let environment: TestEnvironment
  private let process = Process()
  private let groups: [String]
  /// `systemd` and `systemctl` start only if this folder exists, which normally means that systemd
  /// booted the machine.
  private static let bootMark = "/run/systemd/system"
  private let madeBootMark: Bool
  private static let executable = "/lib/systemd/systemd"

  /// Whether this machine has systemd, and this process has the privileges to start a manager.
  static let isPossible: Bool = {
    let files = FileManager.default
    guard files.isExecutableFile(atPath: executable), files.isExecutableFile(atPath: "/usr/bin/systemctl"), geteuid() == 0 else {
      return false
    }
    let groups = newGroups()
    defer { for group in groups { rmdir(group) } }
    return !groups.isEmpty && groups.allSatisfy { mkdir($0, 0o755) == 0 }
  }()

  /// Whether a service of the superuser's manager keeps its capabilities if it is restricted in other ways.
  /// Since systemd 254, such a service is in a user namespace of its own.
  static let keepsCapabilities: Bool = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/systemctl")
    process.arguments = ["--version"]
    let output = Pipe()
    process.standardOutput = output
    guard (try? process.run()) != nil else { return false }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 < 254 } ?? false
  }()

  /// Paths of the control groups that a manager needs, below those of this process: one in the
  /// unified hierarchy, and one in systemd's own hierarchy if there is one.
  private static func newGroups() -> [String] {
    let lines = { (path: String) in ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init) }
    var mounts: [String: String] = [:]
    for line in lines("/proc/self/mountinfo") {
      let fields = line.split(separator: " ").map(String.init)
      guard let dash = fields.firstIndex(of: "-"), fields.count > dash + 3 else { continue }
      if fields[dash + 1] == "cgroup2" { mounts[""] = fields[4] }
      if fields[dash + 1] == "cgroup", fields[dash + 3].contains("name=systemd") { mounts["name=systemd"] = fields[4] }
    }
    return lines("/proc/self/cgroup").compactMap { line in
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 3, let mount = mounts[fields[1]], !fields[2].contains("..") else { return nil }
      return (mount as NSString).appendingPathComponent(fields[2] + "/searchlight-test-\(getpid())")
    }
  }

  init(_ environment: TestEnvironment) throws {
    self.environment = environment
    groups = Self.newGroups()
    // Where systemd was installed and has never run, as in a container, the folder above is missing, too.
    mkdir("/run/systemd", 0o755)
    madeBootMark = mkdir(Self.bootMark, 0o755) == 0
    for group in groups { try #require(mkdir(group, 0o755) == 0, "\(group)") }
    // The folder contains the manager's sockets, so only the user may access it.
    chmod(environment.root + "/run", 0o700)
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let entering = groups.map { "echo $$ >'\($0)/cgroup.procs' && " }.joined()
    // The shell stays the parent (no `exec`): a manager closes all inherited descriptors, including
    // the one by which Foundation detects the end of a process.
    process.arguments = ["-c", entering + "\(Self.executable) --user; exit"]
    process.environment = environment.variables
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try environment.newFile(environment.root + "/systemd.log")
    try process.run()
    try environment.wait("the service manager answers") { try systemctl("show", "-P", "Version").status == 0 || !process.isRunning }
    try #require(process.isRunning)
  }

  deinit {
    if process.isRunning, (try? systemctl("exit").status) != 0 { for process in members { kill(process, SIGKILL) } }
    process.waitUntilExit()
    for group in groups {
      for path in folders(below: group).sorted(by: { $0.count > $1.count }) { rmdir(path) }
    }
    if madeBootMark { rmdir(Self.bootMark) }
  }

  /// The folders of a control group and of those below it.
  private func folders(below group: String) -> [String] {
    [group] + (FileManager.default.enumerator(atPath: group)?.compactMap { $0 as? String } ?? []).map { "\(group)/\($0)" }
  }

  /// The processes in the control groups.
  private var members: [Int32] {
    groups.flatMap(folders).flatMap { folder in
      ((try? String(contentsOfFile: folder + "/cgroup.procs", encoding: .utf8)) ?? "").split(separator: "\n").compactMap { Int32($0) }
    }
  }

  /// Runs `systemctl` for this manager.
  @discardableResult
  func systemctl(_ arguments: String...) throws -> (status: Int32, output: String) { try run("systemctl", arguments) }

  /// Runs one of systemd's tools for this manager.
  func run(_ tool: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/" + tool)
    process.arguments = ["--user"] + arguments
    process.environment = environment.variables
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines))
  }

  /// A property of the unit under test.
  func property(_ name: String) throws -> String { try systemctl("show", "searchlight.service", "-P", name).output }
}
