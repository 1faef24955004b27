// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What `mds` writes to the systemd journal, received by a socket of the test. In a mount namespace
/// of its own, the daemon finds this socket where the journal's would be.
struct JournalTests {
  private let user: TestEnvironment

  init() throws {
    user = try TestEnvironment(files: ["a.txt": "first words"])
    for folder in [user.root + "/socket", user.path("Divorce")] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    }
    chmod(user.path("Divorce"), 0)
    guard try user.shell(Self.namespace("true", socket: user.root + "/socket")).status == 0 else {
      try Test.cancel("nothing can be mounted here")
    }
  }

  /// A command that runs another one in a namespace, where permissions apply to it.
  ///
  /// - Parameter socket: The folder of the journal's socket.
  private static func namespace(_ command: String, socket: String) -> String {
    let script = """
      mount -t tmpfs none /run && mkdir -p /run/systemd/journal && mount --bind '\(socket)' /run/systemd/journal && \
      exec setpriv --bounding-set=-dac_override,-dac_read_search \(command)
      """
    return "exec unshare --user --map-root-user --mount sh -c \"\(script)\""
  }

  private var lines: String { (try? String(contentsOfFile: user.root + "/mds-lines", encoding: .utf8)) ?? "" }

  /// Starts a daemon whose standard error is a file. It looks like the journal's stream because
  /// `JOURNAL_STREAM` names it.
  private func daemon(settings: String = "", stream: (stat) -> String = { "\($0.st_dev):\($0.st_ino)" }) throws -> Process {
    try user.writeConfiguration("root = \(user.files)\nworkers = 1\napplications = no\n\(settings)")
    let errors = try user.newFile(user.root + "/mds-lines")
    var status = stat()
    fstat(errors.fileDescriptor, &status)
    let command = Self.namespace("'\(user.tools)/mds' --foreground", socket: user.root + "/socket")
    let process = user.shellProcess(command, output: .nullDevice, errors: errors)
    process.environment?["JOURNAL_STREAM"] = stream(status)
    try process.run()
    return process
  }

  private func stop(_ process: Process) {
    if process.isRunning { kill(process.processIdentifier, SIGTERM) }
    process.waitUntilExit()
  }

  @Test func `the journal gets entries with fields, and no path of a file`() throws {
    let journal = try DatagramSocket(user.root + "/socket/socket")
    let process = try daemon()
    defer { stop(process) }
    let entries = journal.entries(to: "watching")
    let watching = try #require(entries.last)
    #expect(watching["MESSAGE"]?.hasSuffix("(2 new, 0 changed, 0 removed); 1 folder watched") == true, "\(watching)")
    #expect(watching["SYSLOG_IDENTIFIER"] == "mds" && watching["PRIORITY"] == "6")
    #expect(watching["SEARCHLIGHT_NAMES"] == "2" && watching["SEARCHLIGHT_FOLDERS"] == "1")

    let problem = try #require(entries.first { $0["SEARCHLIGHT_EVENT"] == "problem" }, "\(entries)")
    #expect(problem["MESSAGE"]?.wholeMatch(of: /<private [0-9a-f]{8}>: Permission denied \([a-z]+\)/) != nil, "\(problem)")
    #expect(problem["PRIORITY"] == "4" && problem["ERRNO"] == "13")
    #expect(!"\(entries)".contains(user.files))
    #expect(lines == "")
    // What is for the user has the path.
    try user.wait("mdutil names the folder") { try user.run("mdutil", "-s").text.contains("\(user.path("Divorce")): Permission denied") }

    try user.writeConfiguration("root = \(user.files)\nworkers = 1\nlog-paths = yes\n")
    kill(process.processIdentifier, SIGHUP)
    let later = journal.entries(to: "watching")
    #expect(later.contains { $0["MESSAGE"]?.hasPrefix("\(user.path("Divorce")): Permission denied") == true }, "\(later)")
  }

  @Test func `a configuration that ends the daemon is in the journal`() throws {
    let journal = try DatagramSocket(user.root + "/socket/socket")
    let process = try daemon(settings: "roots = /x\n")
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    let entry = try #require(journal.entries(to: "failed").last)
    #expect(entry["MESSAGE"]?.hasPrefix("\(user.configuration): line 4: unknown setting 'roots'") == true, "\(entry)")
    #expect(entry["PRIORITY"] == "3")
    #expect(lines == "")
  }

  @Test func `entries that the journal does not take become lines without paths`() throws {
    let process = try daemon(settings: "root = \(user.root)/jane.doe\nroot = \(user.root)/plan.PDF\n")
    defer { stop(process) }
    try user.wait("the names are current") { lines.contains(" folder watched\n") || !process.isRunning }
    #expect(lines.contains(/(?m)^<private [0-9a-f]{8}>: Permission denied/), "\(lines)")
    for type in ["", ".pdf"] {
      #expect(lines.contains(try Regex("(?m)^<private [0-9a-f]{8}\(type)>: No such file or directory")), "\(lines)")
    }
    #expect(!lines.contains("Divorce") && !lines.contains("doe"))
  }

  @Test func `lines that do not go to the journal have a time and paths`() throws {
    // A terminal inherits the variable of a service.
    let process = try daemon { "\($0.st_dev):\($0.st_ino + 1)" }
    defer { stop(process) }
    try user.wait("the names are current") { lines.contains(" folder watched\n") || !process.isRunning }
    #expect(lines.contains(/(?m)^[0-9-]+ [0-9:]+ .*mds: .*Divorce: Permission denied/), "\(lines)")
  }
}

extension DatagramSocket {
  /// The entries up to and including the first one of an event, each as the values of its fields.
  fileprivate func entries(to event: String) -> [[String: String]] {
    var entries: [[String: String]] = []
    while entries.last?["SEARCHLIGHT_EVENT"] != event {
      let message = next()
      if message.isEmpty { break }
      let fields = message.split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
      entries.append(Dictionary(fields.map { ($0[0], $0.last ?? "") }) { $1 })
    }
    return entries
  }
}
