// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The messages of `mdutil` about the state of the index, about folders, and about the next steps.
struct StateTests {
  private func counts(_ state: String) throws -> (total: Int, read: Int, part: Int, failed: Int, waiting: Int, none: Int) {
    let pattern =
      #/\t(\d+) documents\n\tcontents: (\d+) read, (\d+) read in part, (\d+) failed, (\d+) to read, (\d+) without content\n/#
    let match = try #require(state.firstMatch(of: pattern), "\(state)").output
    func number(_ text: Substring) throws -> Int { try #require(Int(text)) }
    return (
      try number(match.1), try number(match.2), try number(match.3), try number(match.4), try number(match.5), try number(match.6)
    )
  }

  @Test func `the counts add up, and agree with the list of failures`() throws {
    let user = try TestEnvironment(files: [
      "a.txt": "one", "b.html": "<p>two", "empty.txt": "", "broken.pdf": "%PDF-1.4 nothing", "broken.png": "\u{1}", "folder/c.txt": "three",
    ])
    try user.index()
    let state = try user.run("mdutil", "-s").text
    let counts = try counts(state)
    #expect(counts.total == counts.read + counts.part + counts.failed + counts.waiting + counts.none)
    let failures = try user.run("mdutil", "--failed").lines
    #expect(failures.count == counts.part + counts.failed && counts.part > 0)
    #expect(state.components(separatedBy: "\n\t\t").count - 1 == failures.count)
    #expect(counts.waiting == 0)

    // The file has changed since it failed, so it is pending again and no longer listed.
    try user.writeConfiguration("root = \(user.root)/home\n")
    try user.write("broken.pdf", "%PDF-1.4 nothing else")
    let before = try user.run("mdutil", "-r", "com.adobe.pdf")
    #expect(before.status == 0)
    let after = try self.counts(try user.run("mdutil", "-s").text)
    #expect(after.total == after.read + after.part + after.failed + after.waiting + after.none)
    #expect(try user.run("mdutil", "--failed").lines.count == after.part + after.failed)
  }

  @Test func `kinds that no importer reads are named, and files of other kinds are read by their content`() throws {
    let user = try TestEnvironment(files: [
      "a.pyc": "\u{1}\u{2}", "b.pyc": "\u{1}\u{2}", "empty.pyc": "", "c.class": "\u{1}\u{2}", "x.theme": "[Theme]\nName=meadow\n",
      "sound.shn": "<a>heather</a>", "y.mo": "<a>bracken</a>",
    ])
    try user.index()
    for (word, name) in [("meadow", "x.theme"), ("heather", "sound.shn"), ("bracken", "y.mo")] {
      #expect(try user.run("mdfind", word).lines == [user.path(name)])
    }
    #expect(try user.run("mdutil", "--failed").text.isEmpty)
    let kinds = try user.run("mdutil", "-s").lines.filter { $0.contains("read by no importer") }
    #expect(kinds == ["\tread by no importer: 3 files: Python bytecode 2, Java class 1"])
    let types = try user.run("mdutil", "-s", "-v").text
    #expect(types.contains("Python bytecode (application/x-python-bytecode) 2"))
  }

  @Test func `a configuration that is not a file is an error`() throws {
    let user = try TestEnvironment(files: ["a.txt": "apricot"])
    try user.writeConfiguration("")
    try FileManager.default.removeItem(atPath: user.configuration)
    try #require(mkfifo(user.configuration, 0o600) == 0)
    for arguments in [["mdimport", "."], ["mdutil", "-s"], ["mdutil", "-i", "on", "."]] {
      let outcome = try user.run(arguments[0], Array(arguments.dropFirst()))
      #expect(outcome.status == 1 && outcome.errors.hasSuffix("searchlight.conf: not a regular file\n"), "\(outcome.errors)")
    }
  }

  @Test func `a root inside an excluded folder is listed`() throws {
    let user = try TestEnvironment(files: ["a/b/c/x.txt": "apricot", "a/b/y.txt": "plum"])
    try user.writeConfiguration("root = \(user.path("a"))\nexclude = \(user.path("a/b"))\nroot = \(user.path("a/b/c"))\n")
    #expect(try user.run("mdimport", "a", "a/b/c").status == 0)
    let folders = try user.run("mdutil", "-s").lines.filter { $0.hasSuffix(":") && $0.hasPrefix(user.files) }
    #expect(folders == [user.path("a") + ":", user.path("a/b/c") + ":"])
  }

  @Test func `files that an interrupted run left unread are counted, and progress is shown`() throws {
    let user = try TestEnvironment(files: ["x.txt": "apricot", "y.txt": "plum", "z.html": "<p>fig"])
    try user.index()
    let pages = try user.runOnTerminal("mdutil", ["-r", "public.html"], showsErrors: true)
    // A progress bar may precede this line; it is erased at the end.
    #expect(pages.status == 0 && String(decoding: pages.shown, as: UTF8.self).hasSuffix("1 file read, 0 failed\n"))
    // A run that ends before its first commit leaves the files pending.
    let broken = try user.shell("ulimit -f 0; exec mdutil -r public.plain-text")
    #expect(broken.status != 0)
    let texts = try user.run("mdutil", "-r", "public.plain-text")
    #expect((texts.status, texts.text) == (0, "2 files read, 0 failed\n"))
  }

  @Test(arguments: ["-E", "-X", "-L", "--failed", "--verify", "--repair", "--purge"])
  func `an option that concerns the whole index rejects a folder`(mode: String) throws {
    let user = try TestEnvironment(files: ["a/x.txt": "apricot"])
    try user.index()
    let outcome = try user.run("mdutil", mode, "a")
    #expect(outcome.status == 2 && outcome.errors.contains("concerns the whole index and takes no folder"), "\(outcome.errors)")
    #expect(try user.run("mdfind", "apricot").lines == [user.path("a/x.txt")])
  }

  @Test func `a misspelled folder is not turned off`() throws {
    let user = try TestEnvironment(files: ["Documents/x.txt": "apricot"])
    try user.index()
    let outcome = try user.run("mdutil", "-i", "off", "Documnets")
    #expect(outcome.status == 1 && outcome.errors.contains("nothing is there"), "\(outcome.errors)")
    #expect(try user.run("mdfind", "apricot").lines == [user.path("Documents/x.txt")])
  }

  @Test func `turning a folder on without a daemon prints when it will be indexed`() throws {
    let user = try TestEnvironment(files: ["a/x.txt": "", "b/y.txt": ""])
    let on = try user.run("mdutil", "-i", "on", "a", "b")
    #expect(on.status == 0)
    for folder in ["a", "b"] {
      let path = user.path(folder)
      #expect(
        on.text.contains(
          "\twill be indexed when mds runs; 'mdimport \(path)' indexes it once, 'systemctl --user start searchlight' keeps it indexed\n"))
    }
    #expect(on.errors.isEmpty)
    let daemon = try RunningDaemon(user)
    let again = try user.run("mdutil", "-i", "on", "a")
    #expect((again.text, again.errors) == ("\(user.path("a")):\n\tIndexing enabled. \n\tthe root \(user.files) includes it\n", ""))
    #expect(daemon.process.isRunning)
  }

  @Test(arguments: [
    ("private", "line 2 of CONF excludes FILES/private; 'mdutil -i on FILES/private' indexes it"),
    ("private/p.txt", "line 2 of CONF excludes FILES/private; remove that line to index it"),
    ("x.tmp", "line 3 of CONF excludes names like *.tmp; remove that line to index it"),
    ("lost+found", "folders and files named lost+found are not indexed; 'mdutil -i on FILES/lost+found' indexes it"),
    (".ssh", "keys and passwords are not indexed; 'mdutil -i on FILES/.ssh' indexes it"),
    (".git/config", "FILES/.git: the internal files of version-control systems are not indexed; nothing but a root inside it is indexed"),
    (".netrc", "keys and passwords are not indexed"),
    ("tagged/t.txt", "FILES/tagged contains a file CACHEDIR.TAG; remove that file to index the folder"),
    (".hidden", "names that begin with a dot are not indexed; 'mdutil -i on FILES/.hidden' indexes it"),
    ("marked/m.txt", "FILES/marked contains a file .metadata_never_index; remove that file to index the folder"),
    (
      "new.txt",
      "waiting: no daemon is running; 'mdimport FILES/new.txt' indexes it once, 'systemctl --user start searchlight' keeps it indexed"
    ),
    ("/usr", "not in a root named in CONF; 'mdutil -i on /usr' adds it"), ("pipe", "neither a file, a folder nor a symbolic link"),
  ])
  func `a path that is not indexed is shown with the reason`(path: String, reason: String) throws {
    let user = try TestEnvironment(files: [
      "private/p.txt": "", "x.tmp": "", "lost+found/n.txt": "", ".hidden/h.txt": "", "marked/.metadata_never_index": "",
      "marked/m.txt": "", ".ssh/config": "", ".git/config": "", ".netrc": "",
      "tagged/CACHEDIR.TAG": "Signature: 8a477f597d28d172789f06886806bc55", "tagged/t.txt": "",
    ])
    mkfifo(user.path("pipe"), 0o600)
    try user.writeConfiguration("root = \(user.files)\nexclude = \(user.path("private"))\nexclude-name = *.tmp\n")
    try user.index()
    try user.write("new.txt", "")
    let full = path.hasPrefix("/") ? path : user.path(path)
    let expected = reason.replacing("CONF", with: user.configuration).replacing("FILES", with: user.files)
    let state = try user.run("mdutil", "-s", full)
    #expect(state.status == 0)
    let indexing = reason.hasPrefix("waiting") ? "Indexing enabled. " : "Indexing disabled."
    #expect(state.text == "\(full):\n\t\(indexing)\n\t\(expected)\n")
  }

  @Test func `advice can be copied to a shell, and is possible`() throws {
    let user = try TestEnvironment()
    for name in ["a b", "sp "] { try FileManager.default.createDirectory(atPath: user.path(name), withIntermediateDirectories: false) }
    try user.writeConfiguration("root = /nowhere\n")
    try user.run("mdimport", user.path("a b"))
    let roots = "\n\tnot in a root named in \(user.configuration)"
    #expect(try user.run("mdutil", "-s", user.path("a b")).text.contains("\(roots); 'mdutil -i on \"\(user.path("a b"))\"' adds it\n"))
    #expect(try user.run("mdutil", "-s", user.path("sp ")).text.contains("\(roots), and the configuration cannot name a path that "))
  }

  @Test func `a FIFO is not turned off, and a line that excludes it can be removed`() throws {
    let user = try TestEnvironment()
    let pipe = user.path("pipe")
    mkfifo(pipe, 0o600)
    let text = "root = \(user.files)\n"
    try user.writeConfiguration(text)
    let refused = try user.run("mdutil", "-i", "off", pipe)
    #expect(refused.status == 1 && refused.errors.contains("neither a file, a folder nor a symbolic link"), "\(refused.errors)")
    #expect(try String(contentsOfFile: user.configuration, encoding: .utf8) == text)
    for path in [pipe, user.path("gone")] {
      try user.writeConfiguration(text + "exclude = \(path)\n")
      let removed = try user.run("mdutil", "-i", "on", path)
      #expect(removed.text.contains("\tno longer excluded; nothing that can be indexed is there\n"), "\(removed.errors)")
      #expect(try String(contentsOfFile: user.configuration, encoding: .utf8) == text)
    }
  }

  @Test func `a line that excludes a link to itself can be removed`() throws {
    let user = try TestEnvironment()
    let loop = user.path("loop")
    try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
    let text = "root = \(user.files)\n"
    try user.writeConfiguration(text)
    #expect(try user.run("mdutil", "-i", "off", loop).status == 0)
    #expect(try String(contentsOfFile: user.configuration, encoding: .utf8) == text + "exclude = \(loop)\n")
    let removed = try user.run("mdutil", "-i", "on", loop)
    #expect(removed.text.contains("\tno longer excluded; nothing that can be indexed is there\n"), "\(removed.errors)")
    #expect(try String(contentsOfFile: user.configuration, encoding: .utf8) == text)
  }

  @Test func `a file is turned on by the command that mentions turning it off`() throws {
    let user = try TestEnvironment(files: ["a.txt": "one", "private/b.txt": "two", "c.tmp": "three"])
    let text = "root = \(user.files)\nexclude = \(user.path("private"))\nexclude-name = *.tmp\n"
    try user.writeConfiguration(text)
    try user.index()
    #expect(try user.run("mdutil", "-i", "off", "a.txt").status == 0)
    #expect(try user.run("mdutil", "-s", "a.txt").text.contains("'mdutil -i on \(user.path("a.txt"))' indexes it\n"))
    let on = try user.run("mdutil", "-i", "on", "a.txt")
    #expect((on.status, on.errors) == (0, ""))
    #expect(on.text.hasPrefix("\(user.path("a.txt")):\n\tIndexing enabled. \n\tthe root \(user.files) includes it\n"), "\(on.text)")
    #expect(try String(contentsOfFile: user.configuration, encoding: .utf8) == text)
    for (name, reason) in [
      ("private/b.txt", "line 2 of \(user.configuration) excludes \(user.path("private")); remove that line to index it"),
      ("c.tmp", "line 3 of \(user.configuration) excludes names like *.tmp; remove that line to index it"),
      (
        "/etc/passwd",
        "a file, and only a folder can be a root; 'mdutil -i on /etc' indexes its folder, 'mdimport /etc/passwd' indexes the file once"
      ),
      ("/dev/null", "neither a file, a folder nor a symbolic link, so it cannot be indexed"), ("/nowhere", "no such folder"),
    ] {
      let refused = try user.run("mdutil", "-i", "on", name)
      #expect((refused.status, refused.text) == (1, ""))
      #expect(refused.errors == "mdutil: \(name.hasPrefix("/") ? name : user.path(name)): \(reason)\n")
    }
    #expect(try String(contentsOfFile: user.configuration, encoding: .utf8) == text)
  }

  @Test func `an exclusion of nothing is reported`() throws {
    let user = try TestEnvironment(files: ["private/a.txt": "one"])
    try user.writeConfiguration("root = \(user.files)\nexclude = \(user.path("pirvate"))\nexclude = \(user.path("private"))\n")
    try user.index()
    let state = try user.run("mdutil", "-s")
    #expect(state.status == 0)
    #expect(
      state.errors == "mdutil: \(user.configuration): line 2 excludes \(user.path("pirvate")), where nothing is; check the spelling\n")
    #expect(try user.run("mdutil", "-s", user.files).errors == "")
  }

  @Test func `a folder that can never be indexed is not turned on`() throws {
    let user = try TestEnvironment(files: ["a.txt": "one"])
    let text = "root = \(user.files)\n"
    try user.writeConfiguration(text)
    try user.index()
    for (path, reason) in [
      ("/proc/self", "on a virtual file system of the kernel"), (user.store, "the index itself, which is never indexed"),
      (user.store + "/segments", "the index itself, which is never indexed"),
    ] {
      let turned = try user.run("mdutil", "-i", "on", path)
      #expect((turned.status, turned.text) == (1, "") && turned.errors.hasSuffix(": \(reason)\n"), "\(turned.errors)")
      let imported = try user.run("mdimport", path)
      #expect((imported.status, imported.text) == (1, "") && imported.errors.hasSuffix(": not indexed: \(reason)\n"), "\(imported.errors)")
      #expect(try user.run("mdutil", "-s", path).text.hasSuffix("Indexing disabled.\n\t\(reason)\n"))
    }
    #expect(try String(contentsOfFile: user.configuration, encoding: .utf8) == text)
    #expect(try user.run("mdutil", "-i", "on", user.root + "/data").status == 0)
  }

  @Test func `contradictory actions are rejected`() throws {
    let user = try TestEnvironment(files: ["a/x.txt": "one"])
    for arguments in [["-i", "on", "a", "-i", "off", "a"], ["-p"], ["-t", "1", "-t", "2"]] {
      let outcome = try user.run("mdutil", arguments)
      #expect((outcome.status, outcome.text) == (2, ""), "\(arguments)")
    }
    for arguments in [["-i", "-t", "a/x.txt"], ["-i", "-r", "public.html"], ["-progress", "-t", "a/x.txt"], ["-r", "A", "-r", "B"]] {
      let outcome = try user.run("mdimport", arguments)
      #expect((outcome.status, outcome.text) == (2, ""), "\(arguments)")
    }
  }

  @Test func `a root that is a file, and a link to nothing, are called what they are`() throws {
    let user = try TestEnvironment(files: ["a/a.txt": "one", "b.txt": "two"])
    symlink("nowhere", user.path("a/link"))
    try user.writeConfiguration("root = \(user.path("a"))\nroot = \(user.path("b.txt"))\n")
    let warning = "line 2: '\(user.path("b.txt"))' is not a folder, and only a folder can be a root\n"
    #expect(try user.run("mdimport", "a").errors.contains(warning))
    let reason =
      "line 2 of \(user.configuration) names a file, and only a folder can be a root; 'mdutil -i on \(user.files)' indexes its folder"
    #expect(try user.run("mdutil", "-s").text.contains("\(user.path("b.txt")):\n\tIndexing disabled.\n\t\(reason)\n"))
    #expect(
      try user.run("mdutil", "-s", "a/link").text
        == "\(user.path("a/link")):\n\tIndexing enabled. \n\ta symbolic link to nowhere, where nothing is\n")
    symlink("nowhere", user.path("link"))
    let on = try user.run("mdutil", "-i", "on", "link")
    #expect(on.status == 1)
    #expect(on.errors.hasSuffix("mdutil: \(user.path("link")): a symbolic link to nowhere, where nothing is\n"), "\(on.errors)")
  }

  @Test func `a virtual file system of the kernel is not indexed, though the configuration names it`() throws {
    let user = try TestEnvironment()
    let daemon = try RunningDaemon(user, settings: "root = /proc/sys\n")
    try user.wait("the other root is indexed") { try user.run("mdutil", "-s", user.files).text.contains("Indexing enabled") }
    #expect(daemon.log.contains("/proc/sys: not indexed: on a virtual file system of the kernel\n"))
    #expect(try user.run("mdfind", "-count", "-onlyin", "/", "-name", "hostname").text == "0\n")
    #expect(try user.run("mdutil", "-s").text.contains("/proc/sys:\n\tIndexing disabled.\n\ton a virtual file system of the kernel\n"))
  }

  @Test func `a file on a virtual file system of the kernel is not imported`() throws {
    let outcome = try TestEnvironment().run("mdimport", "/proc/meminfo")
    #expect((outcome.status, outcome.errors) == (1, "mdimport: /proc/meminfo: not indexed: on a virtual file system of the kernel\n"))
  }

  @Test func `a virtual file system of the kernel is given as the reason`() throws {
    let user = try TestEnvironment()
    try user.writeConfiguration("root = /\n")
    try #require(try user.run("mdimport", user.files).status == 0)
    #expect(
      try user.run("mdutil", "-s", "/proc/sys").text == "/proc/sys:\n\tIndexing disabled.\n\ton a virtual file system of the kernel\n")
  }

  @Test func `an index on a read-only file system can be searched, and a change reports the reason for its failure`() throws {
    let user = try TestEnvironment(files: ["a.txt": "one"])
    try user.index()
    let mount = "mount --bind '\(user.root)/data' '\(user.root)/data' && mount -o remount,ro,bind '\(user.root)/data'"
    guard try user.shell("unshare --mount sh -c \"\(mount)\"").status == 0 else { try Test.cancel("nothing can be mounted here") }
    for (command, isChange) in [("mdfind one", false), ("mdimport .", true), ("mdutil -i off .", true), ("mdutil --purge", true)] {
      let outcome = try user.shell("unshare --mount sh -c \"\(mount) && \(command)\"")
      #expect(outcome.status == (isChange ? 1 : 0), "\(command): \(outcome.errors)")
      if isChange {
        #expect(outcome.errors.contains(": the file system is mounted read-only; "), "\(command): \(outcome.errors)")
      } else {
        #expect(outcome.text == user.path("a.txt") + "\n" && outcome.errors == "")
      }
    }
  }

  @Test func `an index without write permission is searched, unless another program may write`() throws {
    let user = try TestEnvironment(files: ["a.txt": "one"])
    try user.index()
    // Permissions do not hold for root.
    let obeying = getuid() == 0 ? "setpriv --bounding-set=-dac_override,-dac_read_search,-fowner " : ""
    let daemon = try RunningDaemon(user)
    try #require(try user.shell("chmod -R a-w '\(user.store)'").status == 0)
    defer { _ = try? user.shell("chmod -R u+w '\(user.store)'") }
    let refused = try user.shell(obeying + "mdfind one")
    #expect(refused.status == 1 && refused.errors.contains("permission denied"), "\(refused.errors)")
    daemon.kill()
    for (command, isChange) in [
      ("mdfind one", false), ("mdls -name kMDItemFSName a.txt", false), ("mdutil --verify", false), ("mdutil -s", false),
      ("mdimport .", true), ("mdutil -E", true), ("mdutil --purge", true),
    ] {
      let outcome = try user.shell(obeying + command)
      #expect(outcome.status == (isChange ? 1 : 0), "\(command): \(outcome.errors)")
      #expect(outcome.errors.contains("permission denied") == isChange, "\(command): \(outcome.errors)")
    }
    #expect(try user.shell(obeying + "mdfind one").lines == [user.path("a.txt")])
    let off = try user.shell(obeying + "mdutil -i off a.txt")
    #expect(off.status == 1 && off.errors.contains("permission denied"), "\(off.errors)")
    #expect(off.errors.contains("the configuration has changed nevertheless"), "\(off.errors)")
    // A file that its owner cannot write, but others can, may change at any time.
    try #require(try user.shell("chmod o+w '\(user.store)'/catalog-*/data.mdb").status == 0)
    #expect(try user.shell(obeying + "mdfind one").status == 1)
  }

  @Test func `mdfind reports an erased index that is not complete`() throws {
    let user = try TestEnvironment(files: ["a.txt": "one"])
    let daemon = try RunningDaemon(user)
    try user.wait("the text is found") { try user.find("one") == ["a.txt"] }
    kill(daemon.process.processIdentifier, SIGSTOP)
    #expect(try user.run("mdutil", "-E").status == 1)
    let search = try user.run("mdfind", "one")
    #expect(search.status == 0 && search.text == "")
    let notice = "mdfind: the index was erased or damaged, and not all files are in it again; mds adds them, or 'mdutil -E' does\n"
    #expect(search.errors == notice)
    kill(daemon.process.processIdentifier, SIGCONT)
    try user.wait("the daemon has completed the index") {
      let search = try user.run("mdfind", "one")
      return search.errors == "" && search.lines == [user.path("a.txt")]
    }
    daemon.kill()
    #expect(try user.run("mdutil", "-E").status == 0)
    #expect(try user.run("mdfind", "one").errors == "")
  }

  @Test func `a stopped daemon is named, with the command that resumes it`() throws {
    let user = try TestEnvironment(files: ["a.txt": "one", "folder/b.txt": ""])
    let daemon = try RunningDaemon(user)
    let process = daemon.process.processIdentifier
    try user.wait("the text is found") { try user.find("one") == ["a.txt"] }
    kill(process, SIGSTOP)
    let state = "daemon: stopped by a signal (process \(process)); 'kill -CONT \(process)' continues it\n"
    #expect(try user.run("mdutil", "-s").text.contains(state))
    let advice = "the daemon (process \(process)) is stopped; 'kill -CONT \(process)' resumes it, and then it "
    let turned = try user.run("mdutil", "-i", "off", "folder")
    #expect((turned.status, turned.errors) == (0, "mdutil: \(advice)reloads its configuration\n"))
    let read = try user.run("mdutil", "-r", "public.plain-text")
    #expect(read.status == 1 && read.errors.hasSuffix("to read again; \(advice)reads them\n"), "\(read.errors)")
    let erased = try user.run("mdutil", "-E")
    #expect((erased.status, erased.errors) == (1, "mdutil: \(user.store): the index was erased; \(advice)rebuilds it\n"))
    #expect(try user.find("one") == [])
    kill(process, SIGCONT)
    try user.wait("the text is found again") { try user.find("one") == ["a.txt"] }
  }

  @Test(arguments: [
    ("mdfind", ["x", "-store"]), ("mdls", ["/nowhere"]), ("mdls", ["-nonsense"]), ("mdimport", ["/nowhere"]),
    ("mdimport", []), ("mdutil", ["-q"]), ("mdutil", ["-s", "/nowhere"]), ("mds", ["folder"]),
  ])
  func `every message begins with the tool's name`(tool: String, arguments: [String]) throws {
    let user = try TestEnvironment(files: ["a.txt": "one"])
    try user.index()
    let errors = try user.run(tool, arguments).errors
    #expect(!errors.isEmpty)
    for line in errors.split(separator: "\n") { #expect(line.hasPrefix("\(tool): ")) }
  }
}
