// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What a program has submitted to its indexes is kept when the program ends, and found by its queries.
struct SubmittedChangesTests {
  private let user: TestEnvironment

  init() throws { user = try TestEnvironment(files: [:]) }

  @Test(
    arguments: [
      "return", "exit", "exit-in-task", "exit-in-handler", "exit-while-handler-waits", "exit-when-handler-is-released", "exit-with-batch",
    ])
  func `changes are finished when a process ends normally`(way: String) throws {
    let outcome = try user.run("TestProgram", "submit", "notes", "1", "Zebra", way)
    #expect(outcome.status == 0, "\(outcome.errors)")
    for (title, line) in [("Zebra", "1 kept"), ("Reading Zebra", "activity kept")] {
      let found = try user.run("TestProgram", "find", "notes", "title == '\(title)'")
      #expect(found.lines == [line], "\(found.errors)")
    }
  }

  @Test(arguments: [5, 6])
  func `the program in the documentation finds its item`(mode: Int) throws {
    let outcome = try user.run("FirstProgramInSwift\(mode)")
    #expect(outcome.text == "cake Chocolate cake\n" && outcome.status == 0, "\(outcome.errors)")
    let source = try Repository.text(of: "Tests/FirstProgram/Swift\(mode)/main.swift")
    #expect(try Repository.text(of: "Documentation/CoreSpotlight.md").contains("```swift\n\(source)```\n"))
  }
}
