// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Summaries that programs want of their messages.
struct SummaryTests {
  private let user: TestEnvironment
  private let text =
    "Hi Bob,\n\nThe zebra is ready. " + String(repeating: "It eats grass and drinks water all day. ", count: 9) + "\nRegards\nAnn"
  private var notice: String { user.root + "/data/searchlight/applications/TestProgram/notes/none.updated" }
  private var isPending: Bool { FileManager.default.fileExists(atPath: notice) }

  init() throws {
    user = try TestEnvironment(files: ["a.txt": "a file"])
    try user.index()
  }

  private func addMessage() throws { try #require(user.run("TestProgram", "message", "notes", "1", text).status == 0) }

  private func find(_ query: String) throws -> [String] { try user.run("TestProgram", "find", "notes", query).lines.sorted() }

  private func register(_ behaviour: String) throws {
    try user.registerExtension("org.example.Told", of: "TestProgram", "Exec=\"\(user.tools)/TestProgram\" extension \(behaviour)\n")
  }

  @Test func `a summary is searched, shown, and in the index as soon as the message is`() throws {
    try addMessage()
    #expect(try find("textContentSummary == 'The zebra is ready. It eats*'") == ["1"])
    let shown = try user.run("mdls", "-raw", "-name", "textContentSummary", "searchlight://TestProgram/notes/1").text
    #expect(shown.hasPrefix("The zebra is ready. It eats grass") && shown.count <= 160, "\(shown)")
    // Nobody wants to know.
    #expect(!isPending)
  }

  @Test func `mds starts the extension of a program that does not listen`() throws {
    try register("works")
    try addMessage()
    #expect(isPending)
    let daemon = try RunningDaemon(user)
    try user.wait("the extension was told: \(daemon.log)", seconds: 60) { try !isPending && find("title == 'The zebra*'") == ["told-1"] }
    try user.wait("mds says so: \(daemon.log)") { daemon.log.contains("TestProgram, index 'notes': org.example.Told knows the results") }
    // What is known already is told to nobody.
    try addMessage()
    #expect(!isPending)
  }

  @Test func `a notice stays while the extension fails, until the program listens`() throws {
    try register("exits")
    try addMessage()
    let daemon = try RunningDaemon(user)
    try user.wait("the extension has failed", seconds: 60) { daemon.log.contains("exited with status 3") }
    #expect(isPending)
    let process = user.process("TestProgram", ["delegate", "notes", "works"], output: .nullDevice, errors: .nullDevice)
    try process.run()
    defer { kill(process.processIdentifier, SIGKILL) }
    try user.wait("the delegate was called", seconds: 60) { try !isPending && find("title == 'The zebra*'") == ["told-1"] }
  }
}
