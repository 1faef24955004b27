// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What a configuration and its changes do to the index, and what the tools say about it.
struct ConfigurationTests {
  private let user: TestEnvironment

  init() throws {
    user = try TestEnvironment(files: ["a/one.txt": "giraffe", "b/two.txt": "giraffe", "b/priv/three.txt": "giraffe"])
  }

  private var home: String { user.root + "/home" }

  private func giraffes() throws -> [String] { try user.find("kMDItemTextContent == giraffe") }

  private func configurationText() throws -> String { try String(contentsOfFile: user.configuration, encoding: .utf8) }

  /// Starts `mds` with the present configuration, and waits until it has read everything.
  private func runDaemon(_ body: (Process) throws -> Void) throws {
    let log = user.root + "/mds-\(UUID().uuidString).log"
    let daemon = user.process("mds", ["--foreground"], output: .nullDevice, errors: try user.newFile(log))
    try daemon.run()
    defer {
      kill(daemon.processIdentifier, SIGKILL)
      daemon.waitUntilExit()
    }
    try user.wait("mds watches") { try String(contentsOfFile: log, encoding: .utf8).contains(" watched") || !daemon.isRunning }
    try body(daemon)
  }

  private func writeRoots(_ names: String..., rest: String = "") throws {
    try user.writeConfiguration(names.map { "root = \(user.path($0))\n" }.joined() + rest + "workers = 1\n")
  }

  // MARK: Turning on

  @Test func `the first folder that is turned on is the only root`() throws {
    let on = try user.run("mdutil", "-i", "on", "a")
    #expect((on.status, on.errors) == (0, ""))
    #expect(on.text.hasPrefix("\(user.path("a")):\n\tIndexing enabled. \n\tthe home folder is not indexed; 'mdutil -i on ~' adds it\n"))
    #expect(try configurationText().hasSuffix("\nroot = \(user.path("a"))\n"))
    #expect(try !configurationText().contains("\nroot = \(home)\n"))
    #expect(try user.run("mdutil", "-i", "on", "b").status == 0)
    #expect(try configurationText().hasSuffix("\nroot = \(user.path("a"))\nroot = \(user.path("b"))\n"))
  }

  @Test func `a folder in the home folder is the only root, too`() throws {
    try FileManager.default.createDirectory(atPath: home + "/Docs", withIntermediateDirectories: false)
    #expect(try user.run("mdutil", "-i", "on", home + "/Docs").status == 0)
    #expect(try configurationText().hasSuffix("\nroot = \(home)/Docs\n"))
    #expect(try !configurationText().contains("\nroot = \(home)\n"))
  }

  @Test func `with an index, a folder that is turned on is added`() throws {
    try #require(try user.run("mdimport", home).status == 0)
    #expect(try user.run("mdutil", "-i", "on", "a").status == 0)
    #expect(try configurationText().hasSuffix("\nroot = \(home)\nroot = \(user.path("a"))\n"))
  }

  @Test func `turning off what is not indexed writes no configuration`() throws {
    #expect(try user.run("mdutil", "-i", "off", "a").status == 0)
    #expect(!FileManager.default.fileExists(atPath: user.configuration))
    #expect(try user.run("mdutil", "-i", "off", home).status == 0)
    #expect(try !configurationText().contains("\nroot = "))
  }

  @Test func `the index of the system has no home folder`() throws {
    let configuration = user.root + "/system/etc/searchlight/searchlight.conf"
    for word in ["off", "on"] {
      #expect(try user.run("mdutil", "--system", "-i", word, "a").status == 0)
      let text = (try? String(contentsOfFile: configuration, encoding: .utf8)) ?? ""
      #expect(text.isEmpty == (word == "off") && text.hasSuffix(word == "on" ? "\nroot = \(user.path("a"))\n" : ""))
      #expect(!text.contains("\nroot = \(home)\n"))
    }
  }

  @Test func `a folder of an indexed tree is turned on without a line`() throws {
    try FileManager.default.createDirectory(atPath: home + "/Docs", withIntermediateDirectories: false)
    try FileManager.default.createDirectory(atPath: home + "/.notes", withIntermediateDirectories: false)
    try #require(try user.run("mdimport", home).status == 0)
    let inside = try user.run("mdutil", "-i", "on", home + "/Docs")
    #expect((inside.status, inside.errors) == (0, ""))
    let state = "in the index as it was at the last import; 'mdimport \(home)/Docs' indexes it once, "
    #expect(
      inside.text == "\(home)/Docs:\n\tIndexing enabled. \n\tthe root \(home) includes it\n\t\(state)"
        + "'systemctl --user start searchlight' keeps it indexed\n")
    #expect(!FileManager.default.fileExists(atPath: user.configuration))
    // A rule excludes this one, so it does need a line.
    #expect(try user.run("mdutil", "-i", "on", home + "/.notes").status == 0)
    #expect(try configurationText().hasSuffix("\nroot = \(home)\nroot = \(home)/.notes\n"))
  }

  @Test func `a folder that is turned off and on again leaves the configuration as it was`() throws {
    try user.writeConfiguration("root = \(user.files)\n")
    #expect(try user.run("mdutil", "-i", "off", "b/priv").status == 0)
    #expect(try user.run("mdutil", "-i", "on", "b/priv").status == 0)
    #expect(try configurationText() == "root = \(user.files)\n")
  }

  @Test func `an invalid configuration is named by its own path`() throws {
    try user.writeConfiguration("# one\n\nbogus = 1\n")
    for word in ["on", "off"] {
      let outcome = try user.run("mdutil", "-i", word, "a")
      #expect(outcome.status == 1)
      #expect(outcome.errors.hasPrefix("mdutil: \(user.configuration): line 3: unknown setting 'bogus'"), "\(outcome.errors)")
    }
  }

  // MARK: Former roots

  @Test(arguments: ["", "exclude = FILES/b\n", "exclude = FILES/b\nroot = FILES/b\n", "exclude = FILES/b\nroot = FILES/b/priv\n"])
  func `what the configuration no longer names leaves the index`(rest: String) throws {
    let kept = rest.contains("b/priv") ? ["a/one.txt", "b/priv/three.txt"] : ["a/one.txt"]
    let changed = rest.replacing("FILES", with: user.files)
    try writeRoots("a", "b")
    try runDaemon { daemon in
      try user.wait("everything is read") { try giraffes() == ["a/one.txt", "b/priv/three.txt", "b/two.txt"] }
      try writeRoots("a", rest: changed)
      kill(daemon.processIdentifier, SIGHUP)
      try user.wait("the former root goes") { try giraffes() == kept }
      try writeRoots("a", "b")
      kill(daemon.processIdentifier, SIGHUP)
      try user.wait("the root comes back") { try giraffes().count == 3 }
    }
    try writeRoots("a", rest: changed)
    #expect(try user.run("mdutil", "-s", "b").text.contains("\tstill in the index; "))
    try runDaemon { _ in try user.wait("the former root goes after a restart") { try giraffes() == kept } }
    #expect(try user.run("mdutil", "--verify").status == 0)
  }

  @Test func `a rule that is added or removed takes effect when the configuration is loaded again`() throws {
    try user.write("a/package.json", "{}")
    try user.write("a/node_modules/x/dependency.txt", "giraffe")
    try user.write("a/.hidden/h.txt", "giraffe")
    try user.write("a/.ssh/id.txt", "giraffe")
    let all = ["a/.hidden/h.txt", "a/node_modules/x/dependency.txt", "a/one.txt"]
    try writeRoots("a")
    try runDaemon { daemon in
      func load(_ rest: String, giving expected: [String]) throws {
        try writeRoots("a", rest: rest)
        kill(daemon.processIdentifier, SIGHUP)
        try user.wait("\(rest.isEmpty ? "without rules" : rest)") { try giraffes() == expected }
        #expect(try user.find("-name", "id.txt") == [])
      }
      try user.wait("everything is read") { try giraffes() == ["a/one.txt"] }
      #expect(try user.find("-name", "dependency") == ["a/node_modules/x/dependency.txt"])
      let state = try user.run("mdutil", "-s", "a/node_modules").text
      let notice = "names only: it contains dependencies or build products, whose contents are not read; 'dependency-contents = yes' in "
      #expect(state == "\(user.path("a/node_modules")):\n\tIndexing enabled. \n\t\(notice)\(user.configuration) has them read\n")
      try load("dependency-contents = yes\nhidden = yes\n", giving: all)
      try load("dependency-contents = yes\nhidden = yes\nexclude-name = on?.txt\n", giving: Array(all.prefix(2)))
      try load("hidden = yes\nexclude-name = h.*\n", giving: ["a/one.txt"])
      try load("exclude-name = node_modules\nexclude-name = one.*\n", giving: [])
      #expect(try user.find("-name", "dependency") == [])
      try load("", giving: ["a/one.txt"])
    }
    #expect(try user.run("mdutil", "--verify").status == 0)
  }

  @Test func `what was imported by hand stays, unless a line excludes it`() throws {
    try writeRoots("a")
    #expect(try user.run("mdimport", "b").status == 0)
    try runDaemon { daemon in
      try user.wait("the root is read") { try giraffes().count == 3 }
      kill(daemon.processIdentifier, SIGHUP)
      try user.write("a/four.txt", "giraffe")
      try user.wait("the configuration is loaded again") { try giraffes().contains("a/four.txt") }
      #expect(try giraffes().contains("b/two.txt"))
    }
    let state = try user.run("mdutil", "-s", "b").text
    #expect(
      state
        == "\(user.path("b")):\n\tImported once; changes are not followed.\n"
        + "\tnot in a root named in \(user.configuration); 'mdutil -i on \(user.path("b"))' adds it\n")
    try writeRoots("a", rest: "exclude = \(user.path("b/priv"))\nexclude = \(user.path("b/two.txt"))\n")
    #expect(try user.run("mdimport", "a").status == 0)
    #expect(try giraffes() == ["a/four.txt", "a/one.txt"])
    try writeRoots("a", rest: "exclude = \(user.files)\n")
    try runDaemon { _ in try user.wait("a tree below an excluded folder goes") { try user.find("-name", "b") == [] } }
    #expect(try giraffes() == ["a/four.txt", "a/one.txt"])
    #expect(try user.run("mdutil", "--verify").status == 0)
  }

  @Test func `a former root that is imported by hand stays`() throws {
    try writeRoots("a", "b")
    try runDaemon { _ in try user.wait("everything is read") { try giraffes().count == 3 } }
    #expect(try user.run("mdutil", "-i", "off", "b/priv").status == 0)
    try writeRoots("a")
    #expect(try user.run("mdimport", "b").status == 0)
    #expect(try giraffes().count == 3)
    try runDaemon { _ in }
    #expect(try giraffes().count == 3)
    // Without a daemon, an index is rebuilt with everything that belongs to it.
    #expect(try user.run("mdutil", "-E").status == 0)
    #expect(try giraffes().count == 3)
  }

  @Test func `a former root that only mdimport has indexed leaves the index`() throws {
    try user.writeConfiguration("root = \(user.files)\n")
    for imported in [user.files, user.path("b")] {
      _ = try user.run("mdutil", "-X")
      #expect(try user.run("mdimport", imported).status == 0)
      #expect(try giraffes().contains("b/two.txt"))
      try writeRoots("a")
      try runDaemon { _ in try user.wait("only the new root stays") { try giraffes() == ["a/one.txt"] } }
      try user.writeConfiguration("root = \(user.files)\n")
    }
  }

  @Test func `mdimport says that a former root leaves the index`() throws {
    try writeRoots("a", "b")
    #expect(try user.run("mdimport", user.files).status == 0)
    try writeRoots("a")
    let outcome = try user.run("mdimport", user.path("a"))
    let path = user.path("b")
    #expect(outcome.errors == "mdimport: \(path): removed from the index, because the configuration does not include it any more\n")
    #expect(try user.run("mdimport", user.path("a")).errors == "")
  }

  @Test func `an index is rebuilt without former roots`() throws {
    try writeRoots("a", "b")
    #expect(try user.run("mdimport", "a").status == 0)
    #expect(try user.run("mdutil", "-E").status == 0)
    #expect(try giraffes().count == 3)
    try writeRoots("a")
    #expect(try user.run("mdutil", "-E").status == 0)
    #expect(try giraffes() == ["a/one.txt"])
  }

  // MARK: Paths

  @Test(arguments: ["b//priv", "/b/priv", "b/./priv", "b/priv/.", "b/../b/priv", "b/priv/", "link/priv", "privlink"])
  func `an excluded path is followed to what it names`(path: String) throws {
    symlink(user.path("b"), user.path("link"))
    symlink("b/priv", user.path("privlink"))
    try user.writeConfiguration("root = \(user.files)\nexclude = \(user.path(path))\n")
    try user.index()
    #expect(try giraffes() == ["a/one.txt", "b/two.txt"])
    #expect(try user.find("-name", "privlink").isEmpty == (path == "privlink"))
    #expect(
      try user.run("mdutil", "-s", "b/priv").text
        == "\(user.path("b/priv")):\n\tIndexing disabled.\n\tline 2 of \(user.configuration) excludes \(user.path("b/priv")); "
        + "'mdutil -i on \(user.path("b/priv"))' indexes it\n")
    #expect(try user.run("mdutil", "-i", "on", "b/priv").status == 0)
    #expect(try configurationText() == "root = \(user.files)\n")
  }

  @Test(arguments: ["b/../b", "link", "link/.", "b//./"])
  func `a root is followed to what it names`(path: String) throws {
    symlink(user.path("b"), user.path("link"))
    try user.writeConfiguration("root = \(user.path(path))\nworkers = 1\n")
    try runDaemon { _ in
      try user.wait("the root is read") { try giraffes() == ["b/priv/three.txt", "b/two.txt"] }
      try user.write("b/new.txt", "giraffe")
      try user.wait("the root is watched") { try giraffes().count == 3 }
    }
    #expect(try user.run("mdutil", "-i", "off", "link").status == 0)
    #expect(try configurationText() == "workers = 1\n")
    #expect(try giraffes() == [])
  }

  @Test func `a root behind a symbolic link keeps its path while nothing is there`() throws {
    symlink("b", user.path("link"))
    symlink("loop", user.path("loop"))
    try user.writeConfiguration("root = \(user.path("link"))\nroot = \(user.path("loop"))\nworkers = 1\n")
    try runDaemon { _ in try user.wait("the root is read") { try giraffes() == ["b/priv/three.txt", "b/two.txt"] } }
    try FileManager.default.moveItem(atPath: user.path("b"), toPath: user.path("away"))
    #expect(try user.run("mdimport", "a").status == 0)
    #expect(try giraffes().count == 3)
    try runDaemon { _ in
      try user.wait("the root goes") { try giraffes() == ["a/one.txt"] }
      try FileManager.default.moveItem(atPath: user.path("away"), toPath: user.path("b"))
      try user.wait("the root comes back") { try giraffes().count == 3 }
    }
    try FileManager.default.removeItem(atPath: user.path("b"))
    #expect(try user.run("mdutil", "-i", "off", "link").status == 0)
    #expect(try giraffes() == ["a/one.txt"])
    #expect(try configurationText() == "root = \(user.path("loop"))\nworkers = 1\n")
  }

  @Test func `lines may end as in Windows`() throws {
    let text = "root = \(user.path("b"))\r\nexclude = \(user.path("b/priv"))\r\n"
    try user.writeConfiguration(text)
    #expect(try user.run("mdimport", "b").status == 0)
    #expect(try giraffes() == ["b/two.txt"])
    #expect(try user.run("mdutil", "-i", "on", "a").status == 0)
    #expect(try configurationText() == text + "root = \(user.path("a"))\r\n")
    #expect(try user.run("mdutil", "-i", "off", "a").status == 0)
    #expect(try configurationText() == text)
    try user.writeConfiguration("workers = 1\r\nhidden = maybe\u{7}\r\n")
    #expect(
      try user.run("mdutil", "-i", "on", "a").errors
        == "mdutil: \(user.configuration): line 2: 'hidden' must be yes or no, not 'maybe\\007'\n")
  }

  @Test func `a pattern where a path belongs is reported`() throws {
    try user.writeConfiguration("root = \(user.files)\nexclude = \(user.path("b/pri*"))\n")
    let expected =
      "\(user.configuration): line 2: nothing is named '\(user.path("b/pri*"))'; "
      + "'exclude' takes one path, and 'exclude-name' takes patterns for names\n"
    #expect(try user.run("mdimport", "b").errors == "mdimport: " + expected)
    #expect(try user.run("mdutil", "-s").errors == "mdutil: " + expected)
    try user.write("b/pri*/x.txt", "giraffe")
    try user.index()
    #expect(try user.run("mdutil", "-s").errors == "")
    #expect(!(try giraffes().contains("b/pri*/x.txt")))
    try user.writeConfiguration("exclude-name = b/c\n")
    #expect(
      try user.run("mdimport", "b").errors
        == "mdimport: \(user.configuration): line 1: 'exclude-name' takes a pattern for a name, and 'b/c' contains a slash; "
        + "'exclude' takes paths\n")
  }

  // MARK: State

  @Test func `the state lists configured roots, and everything else that is in the index`() throws {
    try writeRoots("a", "b", "none", rest: "exclude = \(user.path("b"))\n")
    #expect(try user.run("mdimport", "a").status == 0)
    let once = user.root + "/once"
    try FileManager.default.createDirectory(atPath: once, withIntermediateDirectories: false)
    #expect(try user.run("mdimport", once).status == 0)
    let state = try user.run("mdutil", "-s").text
    let excluded = "line 4 of \(user.configuration) excludes \(user.path("b"))"
    #expect(
      state.hasPrefix(
        """
        \(user.path("a")):
        \tIndexing enabled. 
        \(user.path("b")):
        \tIndexing disabled.
        \t\(excluded); 'mdutil -i on \(user.path("b"))' indexes it
        \(user.path("none")):
        \tIndexing enabled. 
        \tno such folder; it is indexed as soon as it is created
        \(once):
        \tImported once; changes are not followed.
        \tnot in a root named in \(user.configuration); 'mdutil -i on \(once)' adds it

        """), "\(state)")
    let missing = try user.run("mdutil", "-s", "none")
    #expect(missing.status == 1)
    #expect(
      missing.errors
        == "mdutil: \(user.path("none")): no such file or folder; line 3 of \(user.configuration) names it, and it is indexed as soon as it is created\n"
    )
  }

  @Test(arguments: ["Tax ", "Tax\t", "Tax\u{A0}"])
  func `a folder whose name ends in white space cannot be named in the configuration`(name: String) throws {
    let user = try TestEnvironment(files: ["Tax/a.txt": "apricot", name + "/b.txt": "apricot"])
    try user.writeConfiguration("root = \(user.files)\n")
    try user.index()
    let outcome = try user.run("mdutil", "-i", "off", user.path(name))
    #expect(outcome.status == 1 && outcome.errors.contains("ends in white space"), "\(outcome.errors)")
    #expect(try user.find("apricot").count == 2)
    #expect(try String(contentsOfFile: user.configuration, encoding: .utf8) == "root = \(user.files)\n")
  }

  @Test func `a root that is a file, or in another root, changes nothing in the tree of that one`() throws {
    let user = try TestEnvironment(files: ["a.txt": "apricot", "sub/b.txt": "apricot"])
    let daemon = try RunningDaemon(user, settings: "root = \(user.path("a.txt"))\nroot = \(user.path("sub"))\n")
    #expect(try user.find("-sync", "-name", ".txt") == ["a.txt", "sub/b.txt"])
    #expect(daemon.log.contains("3 names are up to date (3 new"), "\(daemon.log)")
  }

  @Test func `changes of several processes to the configuration are all kept`() throws {
    let folders = (0..<20).map { "f\($0)" }
    let user = try TestEnvironment(files: Dictionary(uniqueKeysWithValues: folders.map { ($0 + "/a.txt", "") }))
    try user.writeConfiguration("root = \(user.files)\n")
    let processes = folders.map { user.process("mdutil", ["-i", "off", $0], output: .nullDevice, errors: .nullDevice) }
    for process in processes { try process.run() }
    for process in processes { process.waitUntilExit() }
    #expect(processes.allSatisfy { $0.terminationStatus == 0 })
    let text = try String(contentsOfFile: user.configuration, encoding: .utf8)
    for folder in folders { #expect(text.contains("exclude = \(user.path(folder))\n"), "\(folder)") }
  }

  @Test func `a byte order mark at the start of the configuration is skipped`() throws {
    let user = try TestEnvironment(files: ["a.txt": "apricot"])
    try user.writeConfiguration("\u{FEFF}root = \(user.files)\n")
    try user.index()
    #expect(try user.find("apricot") == ["a.txt"])
  }
}
