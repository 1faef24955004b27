// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Priorities that programs want of their messages.
struct PriorityTests {
  private let user: TestEnvironment
  private var rules: String { user.root + "/config/searchlight/priority.conf" }
  private let address = "searchlight://TestProgram/notes/1"

  init() throws {
    user = try TestEnvironment(files: ["a.txt": "a file"])
    try user.index()
  }

  private func addMessage(_ text: String) throws { try #require(user.run("TestProgram", "message", "notes", "1", text).status == 0) }

  private func explain() throws -> [String] {
    let outcome = try user.run("mdutil", "--explain", address)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.lines.map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test func `mdutil --explain names the strongest reason`() throws {
    try addMessage("Could you please call me today?")
    #expect(try user.run("TestProgram", "find", "notes", "isPriority == 1").lines == ["1"])
    var lines = try explain()
    #expect(lines.prefix(3) == ["\(address):", "priority: 1", "strongest reason: it is addressed to one person"], "\(lines)")
    #expect(lines.contains("question: 0.7") && lines.contains("base: −2"), "\(lines)")
    try addMessage("The zebra eats grass.")
    lines = try explain()
    #expect(lines.prefix(3) == ["\(address):", "priority: 0", "strongest reason: nothing speaks for it strongly enough"], "\(lines)")
    let unknown = try user.run("mdutil", "--explain", "searchlight://TestProgram/notes/2")
    #expect(unknown.status == 1 && unknown.errors.contains("no program has such an item in its index"))
  }

  @Test func `a person changes weights, and hears of lines that cannot be used`() throws {
    try FileManager.default.createDirectory(atPath: user.root + "/config/searchlight", withIntermediateDirectories: true)
    try Data("base = 0.5\nasked-directly = 0\n".utf8).write(to: URL(fileURLWithPath: rules))
    try addMessage("The zebra eats grass.")
    #expect(try explain().contains("strongest reason: every message has it"))
    #expect(try user.run("mdutil", "--verify").status == 0)
    try Data("base = 0.5\nquestoin = 1\n".utf8).write(to: URL(fileURLWithPath: rules))
    try addMessage("The zebra eats grass.")
    let outcome = try user.run("mdutil", "--explain", address)
    #expect(outcome.lines.contains("\tpriority: 0") && outcome.errors.contains("\(rules):2: nothing is called “questoin”"), "\(outcome)")
    let verified = try user.run("mdutil", "--verify")
    #expect(verified.status == 1 && verified.errors.contains("\(rules):2: nothing is called “questoin”"))
  }
}
