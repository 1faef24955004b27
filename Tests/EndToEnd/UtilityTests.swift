// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

struct UtilityTests {
  @Test(arguments: [
    ("paus", "'paus' is not an action; did you mean pause?"),
    ("foo", "'foo' is not an action; an action is an option such as -s, or pause or resume"),
  ])
  func `a word that is no action has a suggestion`(word: String, message: String) throws {
    let outcome = try TestEnvironment().run("mdutil", word)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("mdutil: \(message)\n"))
  }

  @Test func `the state is printed in the same format as on a Mac`() throws {
    let user = try TestEnvironment(files: ["a.txt": "one", "broken.pdf": "%PDF-1.4 nothing"])
    #expect(try user.run("mdutil", "-s").text == "\(user.root)/home:\n\tNo index.\n")
    try user.writeConfiguration("root = \(user.files)\n")
    try user.index()
    let state = try user.run("mdutil", "-sa")
    #expect(state.text.hasPrefix("\(user.files):\n\tIndexing enabled. \n\(user.store):\n"))
    #expect(state.text.contains("\tdaemon: not running"))
    #expect(state.text.contains("\tcontents: 1 read, 1 read in part, 0 failed, 0 to read, 1 without content\n\tsize: "))
    #expect(state.text.contains("\t\t\(user.path("broken.pdf")): "))
    #expect(try user.run("mdutil", "--failed").text.hasPrefix("\(user.path("broken.pdf")): "))
    #expect(try user.run("mdutil", "-s", user.files).text == "\(user.files):\n\tIndexing enabled. \n")
    let missing = try user.run("mdutil", "-s", "/nowhere")
    #expect(missing.status == 1)
    #expect(missing.errors == "mdutil: /nowhere: no such file or folder\n")
  }

  @Test func `an erased index is built again, and a removed index stays removed`() throws {
    let user = try TestEnvironment(files: ["a.txt": "one"])
    try user.index()
    #expect(try user.run("mdutil", "-E").text == "\(user.store):\n\tthe index was rebuilt: 1 name, 1 file read, 0 failed\n")
    #expect(try user.find("one") == ["a.txt"])
    #expect(try user.run("mdutil", "-L").lines.contains { $0.hasPrefix("\(user.store)/CURRENT\t") })
    #expect(try user.run("mdutil", "-X").status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: user.store) == [])
    #expect(try user.run("mdfind", "one").status == 1)
  }

  @Test func `folders are turned on and off in the configuration`() throws {
    let user = try TestEnvironment(files: ["a/x": "", "b/y": ""])
    let configuration = user.root + "/config/searchlight/searchlight.conf"
    let lines = try user.run("mdutil", "-i", "on", "a", "b").lines
    let states = lines.filter { !$0.hasPrefix("\t") || $0.contains("Indexing") }
    #expect(states == ["a", "b"].flatMap { [user.path($0) + ":", "\tIndexing enabled. "] })
    #expect(try user.run("mdutil", "-i", "on", "a").status == 0)
    let on = try String(contentsOfFile: configuration, encoding: .utf8)
    #expect(on.hasPrefix("# What Searchlight indexes."))
    #expect(on.hasSuffix("\nroot = \(user.path("a"))\nroot = \(user.path("b"))\n"))
    #expect(try user.run("mdutil", "-i", "off", "a").status == 0)
    let off = try String(contentsOfFile: configuration, encoding: .utf8)
    #expect(off == on.replacing("root = \(user.path("a"))\n", with: ""))
    let wrong = try user.run("mdutil", "-i", "on", "nowhere")
    #expect(wrong.status == 1)
    #expect(wrong.errors == "mdutil: \(user.path("nowhere")): no such folder\n")
    #expect(try user.run("mdutil", "-i", "maybe", "a").status == 2)
  }

  @Test(arguments: [
    "mdimport -store=~/index .", "SEARCHLIGHT_STORE='~' mdimport .", "mdutil -s -store '~/index'", "mdfind -store=~/index x",
  ])
  func `a home folder that the shell has not replaced is an error`(command: String) throws {
    let user = try TestEnvironment(files: ["a.txt": "one"])
    let outcome = try user.shell(command)
    #expect((outcome.status, outcome.text) == (1, ""))
    #expect(outcome.errors.contains(": the shell has not replaced ~ by the home folder; write $HOME"), "\(outcome.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: user.files) == ["a.txt"])
  }

  @Test(.enabled(if: getuid() == 0, "only root can tell"))
  func `with sudo, the tools that write say whose index they use`() throws {
    let user = try TestEnvironment(files: ["a.txt": "one"])
    for command in ["mdimport .", "mdutil -s"] {
      #expect(try user.shell("SUDO_USER=alice \(command)").errors.contains("this is the index of root and not of alice"))
      #expect(try user.shell("SUDO_USER=root \(command)").errors == "")
    }
  }

  @Test func `a configuration error is reported with its line`() throws {
    let user = try TestEnvironment(files: ["a.txt": ""])
    let folder = user.root + "/config/searchlight"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("# fine\nroots = /x\n".utf8).write(to: URL(fileURLWithPath: folder + "/searchlight.conf"))
    for (tool, argument) in [("mdimport", user.files), ("mds", "--foreground"), ("mdutil", "-E")] {
      let outcome = try user.run(tool, argument)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("\(folder)/searchlight.conf: line 2: unknown setting 'roots'"))
    }
  }

  @Test func `an inode number is resolved to paths, and a query is explained`() throws {
    let user = try TestEnvironment(files: ["a.txt": "one"])
    link(user.path("a.txt"), user.path("b.txt"))
    try user.index()
    var status = stat()
    stat(user.path("a.txt"), &status)
    #expect(try user.run("mdutil", "-t", "\(status.st_ino)").lines.sorted() == [user.path("a.txt"), user.path("b.txt")])
    let explained = try user.run("mdutil", "--explain", "one kind:pdf").lines
    #expect(explained.first == "interpreted as: words")
    #expect(explained.contains { $0.hasPrefix("predicate: ") && $0.contains("com.adobe.pdf") })
    #expect(explained.contains("matches: 0"))
    #expect(try user.run("mdutil", "--explain", "kMDItemFSName ==").status == 1)
    #expect(try user.run("mdutil").status == 2)
    #expect(try user.run("mdutil", "-s", "-E").status == 2)
  }
}
