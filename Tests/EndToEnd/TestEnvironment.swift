// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A simulated user for one test: temporary folders for all files of the tools, and a folder of
/// files to index.
final class TestEnvironment {
  /// The folder that contains all others.
  let root: String
  /// The folder that contains the test's files.
  var files: String { root + "/files" }
  var store: String { root + "/data/searchlight/files" }
  /// The user's time zone, by its name in the time zone database.
  var timeZone = "UTC"
  /// The value of `PATH`.
  var searchPath = "/usr/bin:/bin"
  /// The value of `XDG_RUNTIME_DIR`; `nil` if it is not set.
  var runtimeFolder: String?
  /// Environment variables in addition to those of every test.
  var moreVariables: [String: String] = [:]
  /// The folder that contains the tools.
  let tools: String
  private var runs = 0

  /// - Parameter files: Contents by path relative to ``files``. Folders are created as needed.
  init(files: [String: String] = [:]) throws {
    tools = try #require(Self.toolsFolder, "the tools are built beside the tests, and Support/link-programs has made the links to them")
    var template = Array("/tmp/searchlight-XXXXXX".utf8CString)
    let made = mkdtemp(&template)
    root = String(cString: try #require(made))
    runtimeFolder = root + "/run"
    for folder in ["files", "run", "home"] {
      try FileManager.default.createDirectory(atPath: root + "/" + folder, withIntermediateDirectories: false)
    }
    // Of the system's data, the tests need only the types of files.
    try FileManager.default.createDirectory(atPath: root + "/share", withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: root + "/share/mime", withDestinationPath: "/usr/share/mime")
    for (name, content) in files { try write(name, content) }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: root)
  }

  /// The folder in which the build put the tools: the one of the test executable.
  private static let toolsFolder: String? = {
    let address = UInt(bitPattern: #dsohandle)
    for line in ((try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? "").split(separator: "\n") {
      let range = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard range.count == 2, range[0] <= address, address < range[1], let slash = line.firstIndex(of: "/") else { continue }
      let folder = (String(line[slash...]) as NSString).deletingLastPathComponent
      return ["/mdls", "/mds"].allSatisfy { FileManager.default.isExecutableFile(atPath: folder + $0) } ? folder : nil
    }
    return nil
  }()

  // MARK: Files

  func path(_ name: String) -> String { files + "/" + name }

  func write(_ name: String, _ content: String) throws {
    let path = path(name)
    try FileManager.default.createDirectory(atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(content.utf8).write(to: URL(fileURLWithPath: path))
  }

  /// Writes a file whose name need not be UTF-8.
  func write(bytes name: [UInt8], _ content: String) {
    let path = Array(files.utf8) + [UInt8(ascii: "/")] + name + [0]
    let file = open(path.map { CChar(bitPattern: $0) }, O_CREAT | O_WRONLY, 0o600)
    _ = Glibc.write(file, content, content.utf8.count)
    close(file)
  }

  var configuration: String { root + "/config/searchlight/searchlight.conf" }

  func writeConfiguration(_ text: String) throws {
    let folder = (configuration as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: configuration))
  }

  /// Writes a shell script that precedes other programs of its name in the search path.
  func makeProgram(_ name: String, _ script: String) throws {
    let folder = root + "/programs"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/" + name
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: path))
    chmod(path, 0o700)
    if !searchPath.hasPrefix(folder) { searchPath = folder + ":" + searchPath }
  }

  // MARK: Tools

  struct Outcome {
    let status: Int32
    let output: [UInt8]
    let errors: String
    var text: String { String(decoding: output, as: UTF8.self) }
    var lines: [String] { text.split(separator: "\n").map(String.init) }
  }

  var variables: [String: String] {
    [
      "HOME": root + "/home", "XDG_DATA_HOME": root + "/data", "XDG_CONFIG_HOME": root + "/config", "XDG_STATE_HOME": root + "/state",
      "XDG_DATA_DIRS": root + "/share", "LC_ALL": "C.UTF-8", "TZ": timeZone, "PATH": searchPath,
      // The daemon does not wait because this computer is busy or runs on its battery.
      "SEARCHLIGHT_SYSTEM_ROOT": root + "/system",
      // Nor does it make tables of the dictionaries of this computer.
      "SEARCHLIGHT_DICTIONARIES": "",
    ]
    .merging(runtimeFolder.map { ["XDG_RUNTIME_DIR": $0] } ?? [:]) { $1 }
    .merging(moreVariables) { $1 }
  }

  /// A process that runs a tool in the folder of files, not started yet.
  func process(_ tool: String, _ arguments: [String], output: FileHandle, errors: FileHandle) -> Process {
    process(executable: tools + "/" + tool, arguments, output: output, errors: errors)
  }

  /// A search with `-sync` waits longer than the five seconds of a person: on a busy computer, tests of what is found do not depend on time.
  func process(executable: String, _ arguments: [String], output: FileHandle, errors: FileHandle) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    var arguments = arguments
    if let option = arguments.firstIndex(of: "-sync"), !arguments.contains("-timeout") {
      arguments.insert(contentsOf: ["-timeout", "120"], at: option + 1)
    }
    process.arguments = arguments
    process.environment = variables
    process.currentDirectoryURL = URL(fileURLWithPath: files)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    return process
  }

  @discardableResult
  func run(_ tool: String, _ arguments: String...) throws -> Outcome { try run(tool, arguments) }

  @discardableResult
  func run(_ tool: String, _ arguments: [String]) throws -> Outcome {
    try outcome { output, errors in process(tool, arguments, output: output, errors: errors) }
  }

  /// Runs a process to its end.
  ///
  /// - Parameter process: Returns the process for the given standard output and standard error.
  func outcome(of process: (_ output: FileHandle, _ errors: FileHandle) -> Process) throws -> Outcome {
    runs += 1
    // Uses files, because two pipes would have to be read at the same time.
    let (outputPath, errorPath) = (root + "/out-\(runs)", root + "/err-\(runs)")
    let output = try newFile(outputPath)
    let errors = try newFile(errorPath)
    let process = process(output, errors)
    try process.run()
    process.waitUntilExit()
    try output.close()
    try errors.close()
    let signalled = process.terminationReason == .uncaughtSignal
    return Outcome(
      status: signalled ? -process.terminationStatus : process.terminationStatus,
      output: Array(try Data(contentsOf: URL(fileURLWithPath: outputPath))),
      errors: String(decoding: try Data(contentsOf: URL(fileURLWithPath: errorPath)), as: UTF8.self))
  }

  func newFile(_ path: String) throws -> FileHandle {
    let descriptor = open(path, O_CREAT | O_TRUNC | O_RDWR | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0)
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Indexes the folder of files.
  func index() throws {
    let outcome = try run("mdimport", files)
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  /// The files that mdfind finds, as sorted paths relative to ``files``.
  func find(_ arguments: String...) throws -> [String] { try found(arguments) }

  func found(_ arguments: [String]) throws -> [String] {
    runs += 1
    let outputPath = root + "/out-\(runs)"
    let output = try newFile(outputPath)
    let process = process("mdfind", arguments, output: output, errors: .nullDevice)
    try process.run()
    process.waitUntilExit()
    try output.close()
    return String(decoding: try Data(contentsOf: URL(fileURLWithPath: outputPath)), as: UTF8.self).split(separator: "\n")
      .map { $0.hasPrefix(files + "/") ? String($0.dropFirst(files.count + 1)) : String($0) }.sorted()
  }

  /// A condition was not met in time.
  struct Failure: Error, CustomStringConvertible {
    let what: Comment
    let logs: String
    var description: String { "never: \(what)\n\(logs)" }
  }

  /// The logs of daemons, and the reasons why files could not be read.
  private func logs() throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: root).filter { $0.hasPrefix("mds-") }
    let logs = try names.map { try String(contentsOfFile: "\(root)/\($0)", encoding: .utf8) }
    return (logs + [try run("mdutil", "-s").text, try run("mdutil", "--failed").text]).joined(separator: "\n")
  }

  /// Waits until a condition holds. Checks it after each commit to the index, and at least twice a
  /// second.
  ///
  /// - Parameter seconds: Timeout. It is much longer than necessary, because a daemon runs at idle
  ///   priority and may have to wait for the other tests.
  func wait(_ what: Comment, seconds: Double = 600, until holds: () throws -> Bool) throws {
    let end = Date(timeIntervalSinceNow: seconds)
    let queue = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    defer { close(queue) }
    while true {
      inotify_add_watch(queue, store, UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO))
      if try holds() { return }
      if Date() >= end { throw Failure(what: what, logs: try logs()) }
      var waiting = pollfd(fd: queue, events: Int16(POLLIN), revents: 0)
      poll(&waiting, 1, 500)
      var events = [UInt8](repeating: 0, count: 4096)
      while read(queue, &events, events.count) > 0 {}
    }
  }
}
