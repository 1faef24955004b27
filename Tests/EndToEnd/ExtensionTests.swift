// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Index extensions, started by the tools as processes of their own.
struct ExtensionTests {
  private let user: TestEnvironment

  init() throws { user = try TestEnvironment() }

  private func register(_ identifier: String, _ behaviour: String, program: String = "TestProgram", _ more: String = "") throws {
    try user.registerExtension(identifier, of: program, "Exec=\"\(user.tools)/TestProgram\" extension \(behaviour)\n\(more)")
  }

  private func add(_ index: String, _ identifier: String) throws {
    let outcome = try user.run("TestProgram", "add", index, identifier, "Zebra")
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  @Test func `mdutil -cr makes an extension add the items of each index again`() throws {
    try register("org.example.Again", "works")
    try add("notes", "1")
    try add("", "2")
    let outcome = try user.run("mdutil", "-cr", "org.example.Again")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.text
        == "TestProgram, default index:\n\treindexed, now has 3 items\nTestProgram, index 'notes':\n\treindexed, now has 3 items\n")
    // Its output is no output of mdutil.
    #expect(outcome.errors == "the extension prints\nthe extension prints\n")
    #expect(try user.run("TestProgram", "find", "", "title == '*from the extension'").lines.count == 4)
  }

  @Test func `the identifier of a program stands for its extension, and items can be named`() throws {
    try register("org.example.Again", "works", program: "org.example.Notes")
    #expect(
      try user.run("mdutil", "-c", "-r", "org.example.Notes", "one", "two", "three").text
        == "org.example.Notes, default index:\n\treindexed, now has 3 items\n")
    #expect(try user.run("mdutil", "-X", "--application", "org.example.Notes").status == 0)
    try register("org.example.Again", "works", program: "org.example.Notes", "Indexes=a;b\n")
    #expect(try user.run("mdutil", "-cr", "org.example.Notes").lines.count == 4)
    #expect(try user.run("mdutil", "-s").text.contains("org.example.Notes, index 'b':\n\t2 items"))
  }

  @Test func `an asynchronous function may serve as an extension`() throws {
    try register("org.example.Again", "asynchronous")
    let outcome = try user.run("mdutil", "-cr", "org.example.Again")
    #expect(outcome.text == "TestProgram, default index:\n\treindexed, now has 2 items\n", "\(outcome.errors)")
  }

  @Test(arguments: [
    ("forgets", "the extension did not call the acknowledgement handler"),
    ("exits", "the extension exited with status 3 and did not acknowledge the request"),
    ("crashes", "the extension was killed by signal 6 (Aborted) and did not acknowledge the request"),
    ("hangs", "the extension did not acknowledge the request within 1 s; TimeoutSec in its manifest allows more"),
  ])
  func `mdutil reports an extension that fails`(behaviour: String, message: String) throws {
    try register("org.example.Again", behaviour, "TimeoutSec=1\n")
    let outcome = try user.run("mdutil", "-cr", "org.example.Again")
    #expect(outcome.status == 1)
    #expect(outcome.text.isEmpty)
    #expect(outcome.errors.hasSuffix("mdutil: TestProgram, default index: org.example.Again: \(message)\n"), "\(outcome.errors)")
  }

  @Test func `mdutil names the known extensions`() throws {
    let none = try user.run("mdutil", "-cr", "org.example.Again")
    #expect(none.status == 1)
    #expect(none.errors.contains("none is registered"))
    #expect(try user.run("mdutil", "--extensions").text == "No index extensions are registered.\n")
    try register("org.example.Again", "works")
    #expect(try user.run("mdutil", "-cr", "org.exmaple.Again").errors.contains("did you mean 'org.example.Again'?"))
    #expect(try user.run("mdutil", "-cr", "net.other").errors.contains("registered are: org.example.Again\n"))
    #expect(try user.run("mdutil", "-c", "-s").status == 2)
    let list = try user.run("mdutil", "--extensions")
    #expect(list.text.hasPrefix("org.example.Again:\n\tprogram: TestProgram\n\tcommand: \(user.tools)/TestProgram extension works\n"))
    try user.registerExtension("org.example.Broken", of: "Program", "")
    let broken = try user.run("mdutil", "--extensions")
    #expect(broken.status == 1)
    #expect(broken.text == list.text)
    #expect(broken.errors.contains("org.example.Broken.extension: the group [Index Extension] has no key Exec"))
  }

  @Test func `an extension does nothing unless it is started as one`() throws {
    let outcome = try user.run("TestProgram", "extension", "works")
    #expect(outcome.status == 2)
    #expect(outcome.errors == "This program is an index extension, which mdutil and mds start; see searchlight.extension(5).\n")
  }
}

extension TestEnvironment {
  /// Writes the manifest of an index extension.
  ///
  /// - Parameter more: The lines after the identifier of the program.
  func registerExtension(_ identifier: String, of program: String, _ more: String) throws {
    try installData("searchlight/extensions/\(identifier).extension", "[Index Extension]\nApplication=\(program)\n\(more)")
  }
}
