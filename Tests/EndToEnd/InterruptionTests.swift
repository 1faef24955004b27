// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Imports that SIGINT or SIGTERM ends.
struct InterruptionTests {
  private let user: TestEnvironment

  init() throws {
    user = try TestEnvironment(files: ["one/a.txt": "apple", "two/b.txt": "banana"])
    try user.writeConfiguration("root = \(user.path("one"))\nroot = \(user.path("two"))\n")
  }

  private let manifest = "searchlight/importers/org.example.Sleep.importer"

  /// Runs a tool while an importer that never answers keeps it from reading files, and interrupts it
  /// once it has indexed the names.
  ///
  /// - Parameter isErased: Whether the tool erases the index first.
  private func interrupt(_ tool: String, _ arguments: [String], by signal: Int32, isErased: Bool = false) throws -> String {
    try user.installData(manifest, "[Importer]\nVersion=1\nExec=/bin/sleep 1000\nTypes=public.plain-text\n")
    defer { try? FileManager.default.removeItem(atPath: user.root + "/data/" + manifest) }
    let path = user.root + "/errors-\(signal)"
    let process = user.process(tool, arguments, output: .nullDevice, errors: try user.newFile(path))
    try process.run()
    try user.wait("the names are indexed") {
      let outcome = try user.run("mdfind", "-name", "b.txt")
      return outcome.lines == [user.path("two/b.txt")] && outcome.errors.contains("erased") == isErased
    }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect((process.terminationReason, process.terminationStatus) == (.uncaughtSignal, signal))
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `an interrupted import says what it has done, and ends by the signal`(signal: Int32) throws {
    let errors = try interrupt("mdimport", [user.files], by: signal)
    #expect(errors.hasPrefix("mdimport: interrupted"), "\(errors)")
    #expect(errors.hasSuffix("; run it again to continue\n"), "\(errors)")
    try user.index()
    #expect(try user.find("apple") == ["one/a.txt"])
  }

  @Test func `an interrupted rebuild leaves a mark until every root was imported`() throws {
    try user.run("mdimport", user.path("one"), user.path("two"))
    try user.write("../outside/o.txt", "cherry")
    try user.run("mdimport", user.root + "/outside")
    let mark = "\tincomplete: the index was erased or damaged, and not all files are in it again; mds or mdimport of every root adds them\n"
    #expect(try !user.run("mdutil", "-s").text.contains("incomplete"))
    let errors = try interrupt("mdutil", ["-E"], by: SIGINT, isErased: true)
    #expect(errors.hasSuffix("; the index was erased; mds, or mdimport of every root, adds the rest\n"), "\(errors)")
    #expect(try user.run("mdutil", "-s").text.contains(mark))
    try user.run("mdimport", user.path("one"))
    #expect(try user.run("mdutil", "-s").text.contains(mark))
    try user.run("mdimport", user.path("two"))
    #expect(
      try user.run("mdutil", "-s").text.contains(
        "\tincomplete: \(user.root)/outside had been imported; mds or 'mdimport \(user.root)/outside' adds it\n"))
    try user.run("mdimport", user.root + "/outside")
    #expect(try !user.run("mdutil", "-s").text.contains("incomplete"))
    #expect(try user.run("mdfind", "banana").errors == "")
  }

  @Test func `an ignored signal does not interrupt an import`() throws {
    let errors = user.root + "/errors"
    let process = user.shellProcess("trap '' INT; exec mdimport .", output: .nullDevice, errors: try user.newFile(errors))
    try process.run()
    try user.wait("the shell has become mdimport") {
      let name = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/comm", encoding: .utf8)
      return name == "mdimport\n" || !process.isRunning
    }
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect((process.terminationReason, process.terminationStatus) == (.exit, 0))
    #expect(try String(contentsOfFile: errors, encoding: .utf8) == "")
  }
}
