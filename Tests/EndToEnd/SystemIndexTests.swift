// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The index of the system: everybody may search it, and is told only what this user may read.
@Suite(.enabled(if: getuid() == 0, "the superuser can act as several users"))
final class SystemIndexTests {
  /// A user of the computer.
  struct Person: CustomTestStringConvertible {
    let number: Int
    let groups: [Int]

    var testDescription: String { "user \(number)" }

    static let alice = Person(number: 62001, groups: [63000])
    static let bob = Person(number: 62002, groups: [])
  }

  let system: TestEnvironment
  var services: [Process] = []

  var configuration: String { system.root + "/system/etc/searchlight/searchlight.conf" }
  var socket: String { system.root + "/system/run/searchlight/query" }
  var store: String { system.root + "/system/var/lib/searchlight/files" }

  init() throws {
    system = try TestEnvironment(files: [
      "alice/a.txt": "budget of alice", "bob/b.txt": "budget of bob", "shared/c.txt": "budget for all",
      "shared/d.txt": "budget for alice only",
      "shared/secret names/e.txt": "budget that all may read", "team/t.txt": "budget of the team", "shared/plain.txt": "nothing",
    ])
    chmod(system.root, 0o755)
    for folder in ["/system/etc/searchlight", "/system/run/searchlight", "/system/var/lib", "/bin", "/homes"] {
      try FileManager.default.createDirectory(atPath: system.root + folder, withIntermediateDirectories: true)
    }
    // Other users may not enter the folder of the build.
    for tool in ["mdfind", "mdls"] {
      try FileManager.default.copyItem(atPath: system.tools + "/" + tool, toPath: system.root + "/bin/" + tool)
    }
    for person in [Person.alice, .bob] {
      let home = system.root + "/homes/\(person.number)"
      try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: false)
      chown(home, uid_t(person.number), gid_t(person.number))
    }
    set("alice/a.txt", owner: .alice, 0o644)
    set("bob/b.txt", owner: .bob, 0o644)
    set("alice", owner: .alice, 0o700)
    set("bob", owner: .bob, 0o700)
    set("shared/d.txt", owner: .alice, 0o600)
    set("shared/secret names", owner: nil, 0o711)
    chown(system.path("team"), 0, 63000)
    chmod(system.path("team"), 0o750)
    try write(configuration: "root = \(system.files)\napplications = no\nworkers = 1\n")
    try start("mds", "--system", "--foreground")
    try start("mdqueryd", "-socket", socket)
    try system.wait("the service listens") { try system.run("mdfind", "-sync", "-count", "budget").text == "6\n" }
  }

  deinit { for service in services { service.terminate() } }

  func write(configuration text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: configuration)) }

  func start(_ tool: String, _ arguments: String...) throws {
    let service = system.process(tool, arguments, output: .nullDevice, errors: try system.newFile(system.root + "/\(tool).log"))
    // As a service manager does.
    service.environment?["XDG_DATA_HOME"] = nil
    service.environment?["XDG_CONFIG_HOME"] = nil
    service.environment?["HOME"] = nil
    try service.run()
    services.append(service)
  }

  func set(_ name: String, owner: Person?, _ mode: mode_t) {
    if let owner { chown(system.path(name), uid_t(owner.number), gid_t(owner.number)) }
    chmod(system.path(name), mode)
  }

  // MARK: Acting as a person

  func run(as person: Person, _ command: [String]) throws -> TestEnvironment.Outcome {
    try system.outcome { process(as: person, command, output: $0, errors: $1) }
  }

  func process(as person: Person, _ command: [String], output: FileHandle, errors: FileHandle) -> Process {
    let groups = person.groups.isEmpty ? ["--clear-groups"] : ["--groups", person.groups.map(String.init).joined(separator: ",")]
    let process = system.process(
      executable: "/usr/bin/setpriv", ["--reuid", "\(person.number)", "--regid", "\(person.number)"] + groups + command, output: output,
      errors: errors)
    let home = system.root + "/homes/\(person.number)"
    process.environment?.merge(["HOME": home, "XDG_DATA_HOME": home + "/data", "XDG_CONFIG_HOME": home + "/config"]) { $1 }
    return process
  }

  /// The paths that a command prints, relative to the folder of files, in order.
  func paths(as person: Person, _ command: String, _ arguments: String...) throws -> [String] {
    try paths(as: person, command, arguments)
  }

  func paths(as person: Person, _ command: String, _ arguments: [String]) throws -> [String] {
    let outcome = try run(as: person, [command.hasPrefix("/") ? command : system.root + "/bin/" + command] + arguments)
    return outcome.lines.map { $0.replacing(system.files + "/", with: "") }.sorted()
  }

  // MARK: What a person sees

  @Test(arguments: [Person.alice, .bob])
  func `names are those that find lists, and texts those that grep reads`(person: Person) throws {
    let names = try paths(as: person, "/usr/bin/find", system.files, "-name", "*.txt")
    #expect(try paths(as: person, "mdfind", "-name", "*.txt") == names)
    #expect(try run(as: person, [system.root + "/bin/mdfind", "-count", "-name", "*.txt"]).text == "\(names.count)\n")
    // grep also reads what a folder does not list, if somebody knows its name.
    let texts = try paths(as: person, "/usr/bin/grep", "-rl", "budget", system.files)
    #expect(texts.count == (person.number == Person.alice.number ? 4 : 2))
    for command in [["budget"], ["--ranked", "budget"], ["kMDItemTextContent == budget"], ["-sort", "size", "budget"]] {
      #expect(
        try run(as: person, [system.root + "/bin/mdfind"] + command).lines.map { $0.replacing(system.files + "/", with: "") }.sorted()
          == texts)
    }
    #expect(try paths(as: person, "mdfind", "-onlyin", system.path("shared"), "budget") == texts.filter { $0.hasPrefix("shared/") })
    #expect(try paths(as: person, "mdfind", "-limit", "1", "budget").count == 1)
    // An order of relevance would tell about the words of other files.
    let unranked = try run(as: person, [system.root + "/bin/mdfind", "--unranked", "budget"]).lines
    #expect(try run(as: person, [system.root + "/bin/mdfind", "-limit", "9", "budget"]).lines == unranked)
  }

  @Test func `of a file that can only be listed, contents are not shown`() throws {
    let (listed, contents) = ("kMDItemFSSize == 21", "kMDItemTextContent == only")
    #expect(try paths(as: .bob, "mdfind", listed) == ["shared/d.txt"])
    #expect(try paths(as: .bob, "mdfind", contents) == [])
    #expect(try paths(as: .alice, "mdfind", contents) == ["shared/d.txt"])
    let shown = try run(as: .bob, [system.root + "/bin/mdfind", "-attr", "kMDItemKind", "-attr", "size", listed]).text
    #expect(shown == "\(system.path("shared/d.txt"))   kMDItemKind = (null)   size = 21\n")
    let list = [system.root + "/bin/mdls", "-raw", "-name", "kMDItemFSSize", "-name", "kMDItemContentType", system.path("shared/d.txt")]
    #expect(try run(as: .bob, list).text == "21\0(null)")
    #expect(try run(as: .alice, list).text == "21\0public.plain-text")
  }

  @Test func `a sidecar counts for a picture only if everybody who may read the picture may read it`() throws {
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
      xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:subject><rdf:Bag><rdf:li>heron</rdf:li></rdf:Bag></dc:subject></rdf:Description>\
      </rdf:RDF></x:xmpmeta>
      """
    // Nobody else may read the sidecars before their rights are set.
    chmod(system.path("shared"), 0o700)
    for (name, mode, sidecarMode) in [("all", 0o644, 0o644), ("one", 0o600, 0o600), ("mixed", 0o644, 0o600)] as [(String, mode_t, mode_t)] {
      try system.write("shared/\(name).ppm", "P3\n1 1\n255\n9 9 9\n")
      try system.write("shared/\(name).xmp", packet)
      set("shared/\(name).ppm", owner: .alice, mode)
      set("shared/\(name).xmp", owner: .alice, sidecarMode)
    }
    chmod(system.path("shared"), 0o755)
    let query = ["-sync", "kMDItemKeywords == heron"]
    let ofAll = ["shared/all.ppm", "shared/all.xmp"]
    #expect(try paths(as: .bob, "mdfind", query) == ofAll)
    #expect(try paths(as: .alice, "mdfind", query) == ofAll + ["shared/mixed.xmp", "shared/one.ppm", "shared/one.xmp"])
    chmod(system.path("shared/mixed.xmp"), 0o644)
    #expect(try paths(as: .bob, "mdfind", query) == ofAll + ["shared/mixed.ppm", "shared/mixed.xmp"])
    chmod(system.path("shared/all.xmp"), 0o600)
    #expect(try paths(as: .bob, "mdfind", query) == ["shared/mixed.ppm", "shared/mixed.xmp"])
    // Who may not rename a picture does not describe it either.
    set("shared/mixed.xmp", owner: .bob, 0o644)
    #expect(try paths(as: .bob, "mdfind", query) == ["shared/mixed.ppm", "shared/mixed.xmp"])
    chmod(system.path("shared"), 0o1777)
    chmod(system.path("shared/mixed.xmp"), 0o664)
    #expect(try paths(as: .bob, "mdfind", query) == ["shared/mixed.xmp"])
  }

  @Test func `files whose order a person may not know come last`() throws {
    try system.write("shared/p.html", "<title>Alpha</title>")
    try system.write("shared/q.html", "<title>Omega</title>")
    try system.write("shared/r.html", "<title>Beta</title>")
    set("shared/r.html", owner: .alice, 0o600)
    let command = [system.root + "/bin/mdfind", "-sync", "-sort", "kMDItemTitle", "-name", ".html"]
    let names = { (person: Person, more: [String]) in
      try self.run(as: person, command + more).lines.map { $0.replacing(self.system.files + "/shared/", with: "") }
    }
    #expect(try names(.alice, []) == ["p.html", "r.html", "q.html"])
    #expect(try names(.bob, []) == ["p.html", "q.html", "r.html"])
    #expect(try names(.bob, ["-limit", "2"]) == ["p.html", "q.html"])
  }

  @Test func `folders below one that a person may not list stay hidden`() throws {
    try system.write("shared/secret names/below/f.txt", "budget that nobody lists")
    #expect(try paths(as: .bob, "mdfind", "-sync", "nobody") == [])
    #expect(try paths(as: .bob, "mdfind", "-name", "f.txt") == [])
    #expect(try system.run("mdfind", "nobody").lines == [system.path("shared/secret names/below/f.txt")])
  }

  @Test func `the number of entries of a folder is for those who may list it`() throws {
    try system.write("team/u.txt", "more")
    let query = "kMDItemFSNodeCount == 2 && kMDItemFSName == team"
    #expect(try paths(as: .alice, "mdfind", "-sync", query) == ["team"])
    #expect(try paths(as: .bob, "mdfind", query) == [])
    #expect(try paths(as: .bob, "mdfind", "-name", "team") == ["team"])
    let command = [system.root + "/bin/mdfind", "-attr", "kMDItemFSNodeCount", "-name", "team"]
    #expect(try run(as: .bob, command).text == "\(system.path("team"))   kMDItemFSNodeCount = (null)\n")
    #expect(try paths(as: .alice, "mdfind", "-onlyin", system.path("team/t.txt"), "budget") == ["team/t.txt"])
    #expect(try paths(as: .bob, "mdfind", "-onlyin", system.path("team/t.txt"), "budget") == [])
  }

  @Test func `the order tells nothing about the entries of folders that a person may not list`() throws {
    for (name, count) in [("closed a", 3), ("closed b", 1), ("closed c", 2), ("closed d", 2)] {
      for number in 0..<count { try system.write("shared/\(name)/\(number).txt", "") }
    }
    for name in ["closed a", "closed b", "closed c"] { set("shared/\(name)", owner: .alice, 0o700) }
    #expect(try run(as: .alice, [system.root + "/bin/mdfind", "-sync", "-count", "-name", "closed"]).text == "4\n")
    for order in ["kMDItemFSNodeCount", "-kMDItemFSNodeCount"] {
      func names(_ person: Person, _ more: String...) throws -> [Substring] {
        try run(as: person, [system.root + "/bin/mdfind", "-sort", order] + more + ["kMDItemFSName == 'closed*'"])
          .lines.map { $0.suffix(1) }
      }
      let (all, isDescending) = (try names(.alice), order.hasPrefix("-"))
      #expect(all.first == (isDescending ? "a" : "b") && all.last == (isDescending ? "b" : "a"), "\(all)")
      #expect(try names(.bob) == ["d", "a", "b", "c"])
      #expect(try names(.bob, "-limit", "2") == ["d", "a"])
      #expect(try names(.bob, "-limit", "9") == ["d", "a", "b", "c"])
    }
  }

  @Test func `access control lists give rights`() throws {
    try system.write("shared/granted.txt", "an okapi")
    try system.write("shared/listed/below.txt", "an okapi")
    set("shared/granted.txt", owner: .alice, 0o600)
    set("shared/listed", owner: .alice, 0o700)
    #expect(try paths(as: .bob, "mdfind", "-sync", "okapi") == [])
    // setfacl is in a package of its own. The list has entries of the owner, of bob, of the group, of the mask and of others.
    let grant = """
      import os, struct, sys
      entries = [(1, 7, 2**32-1), (2, 5, 62002), (4, 0, 2**32-1), (0x10, 5, 2**32-1), (0x20, 0, 2**32-1)]
      for path in sys.argv[1:]:
        os.setxattr(path, "system.posix_acl_access", struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries))
      """
    let files = [system.path("shared/granted.txt"), system.path("shared/listed")]
    let outcome = try system.outcome { system.process(executable: "/usr/bin/python3", ["-c", grant] + files, output: $0, errors: $1) }
    if outcome.errors.contains("Operation not supported") { try Test.cancel("the file system has no access control lists") }
    #expect(outcome.errors == "")
    #expect(try paths(as: .bob, "mdfind", "-sync", "okapi") == ["shared/granted.txt", "shared/listed/below.txt"])
    #expect(try paths(as: .bob, "mdfind", "-name", "below") == ["shared/listed/below.txt"])
  }

  @Test func `the number of conditions is bounded for all but the superuser`() throws {
    let predicate = (0..<4097).map { "kMDItemFSSize == \($0)" }.joined(separator: "||")
    let refused = try run(as: .bob, [system.root + "/bin/mdfind", "-count", predicate])
    #expect(refused.status == 1)
    #expect(refused.errors.contains("the predicate has 4097 conditions, and at most 4096 are accepted"), "\(refused.errors)")
    #expect(try system.run("mdfind", "-count", predicate).status == 0)
    let most = (0..<4095).map { "kMDItemFSSize == \($0)" }.joined(separator: "||")
    #expect(try paths(as: .bob, "mdfind", "(\(most)) && kMDItemFSName == d.txt") == ["shared/d.txt"])
  }

  @Test func `lost rights count at once, without a change of the index`() throws {
    kill(services[0].processIdentifier, SIGSTOP)
    defer { kill(services[0].processIdentifier, SIGCONT) }
    #expect(try paths(as: .bob, "mdfind", "all") == ["shared/c.txt", "shared/secret names/e.txt"].filter { $0 == "shared/c.txt" })
    chmod(system.path("shared/c.txt"), 0o600)
    #expect(try paths(as: .bob, "mdfind", "all") == [])
    // What the index knows may be older than the permission to read the file.
    chmod(system.path("shared/d.txt"), 0o644)
    #expect(try paths(as: .bob, "mdfind", "only") == [])
    #expect(try paths(as: .bob, "mdfind", "-name", "d.txt") == ["shared/d.txt"])
  }

  @Test func `another file in the place of a secret one does not reveal it`() throws {
    kill(services[0].processIdentifier, SIGSTOP)
    try FileManager.default.removeItem(atPath: system.path("shared/d.txt"))
    try system.write("shared/d.txt", "nothing that matters")
    #expect(try paths(as: .bob, "mdfind", "only") == [])
    #expect(try paths(as: .bob, "mdfind", "-name", "d.txt") == [])
    kill(services[0].processIdentifier, SIGCONT)
    #expect(try paths(as: .bob, "mdfind", "-sync", "matters") == ["shared/d.txt"])
  }

  /// Whoever mounts a file system decides about the numbers, times and rights of all files in it.
  @Test(.enabled(if: FileSystemImage.isPossible, "needs loop devices and e2fsprogs"))
  func `the same file on another file system does not reveal a secret one`() throws {
    let (disk, folder) = (FileSystemImage(system.root + "/disk"), system.path("disk"))
    try disk.run("mkfs.ext4 -q -F -O ^metadata_csum,^uninit_bg $IMAGE 8M && mkdir \(folder)")
    defer { disk.unmount(folder) }
    try disk.run("mount -o loop $IMAGE \(folder) && mkdir -m 750 \(folder)/closed")
    try system.write("disk/closed/s.txt", "budget of zebras")
    set("disk/closed/s.txt", owner: .alice, 0o640)
    set("disk/closed", owner: .alice, 0o750)
    try system.wait("the disk is indexed") { try paths(as: .alice, "mdfind", "-name", "s.txt") == ["disk/closed/s.txt"] }
    #expect(try paths(as: .alice, "mdfind", "-sync", "zebras") == ["disk/closed/s.txt"])
    #expect(try paths(as: .bob, "mdfind", "-name", "s.txt") == [])
    // Before the daemon notices it.
    let daemon = services[0].processIdentifier
    kill(daemon, SIGSTOP)
    defer { kill(daemon, SIGCONT) }
    try disk.run("umount \(folder) && cp $IMAGE $IMAGE.other && tune2fs -f -U random $IMAGE.other")
    for (file, mode) in [("closed", "040755"), ("closed/s.txt", "0100644")] {
      try disk.run("debugfs -w -R 'set_inode_field /\(file) mode \(mode)' $IMAGE.other")
    }
    try disk.run("mount -o loop $IMAGE.other \(folder)")
    #expect(try paths(as: .bob, "/usr/bin/grep", "-rl", "budget", folder) == ["disk/closed/s.txt"])
    for person in [Person.alice, .bob] {
      for query in [["-name", "s.txt"], ["zebras"]] { #expect(try paths(as: person, "mdfind", query) == [], "\(person) \(query)") }
    }
    try disk.run("umount \(folder) && mount -o loop $IMAGE \(folder)")
    #expect(try paths(as: .alice, "mdfind", "zebras") == ["disk/closed/s.txt"])
  }

  @Test func `ranked questions tell nothing about the words of hidden files`() throws {
    try system.write("alice/z.txt", "zebrafishing")
    try system.write("shared/y.txt", "zebrafishinx")
    let index = try run(as: .alice, [system.root + "/bin/mdfind", "-sync", "zebrafishing"])
    #expect(index.lines == [system.path("alice/z.txt")])
    // The correction of a word depends on whether it occurs at all.
    for word in ["zebrafishing", "zebrafishinq"] {
      #expect(try paths(as: .bob, "mdfind", "--ranked", "\(word) ") == [])
      #expect(try paths(as: .bob, "mdfind", "--ranked", "\(word) budget") == ["bob/b.txt", "shared/c.txt"])
    }
  }

  @Test func `passages are those of files that a person may read`() throws {
    try system.write("shared/m.html", "<title>One</title><p>A walrus in the snow.")
    try system.write("shared/n.html", "<title>Two</title><p>A walrus in the sun.")
    set("shared/n.html", owner: .alice, 0o600)
    let command = [system.root + "/bin/mdfind", "-sync", "--ranked", "--context", "walrus"]
    let lines = try run(as: .bob, command).lines
    #expect(lines.count == 2 && lines.first == system.path("shared/m.html"), "\(lines)")
    #expect(lines.last?.hasPrefix("    ") == true && lines.last?.hasSuffix("A walrus in the snow.") == true, "\(lines)")
    #expect(try run(as: .alice, command).lines.count == 4)
  }

  @Test func `the interactive search finds and previews what a person may read`() throws {
    try system.write("shared/m.html", "<title>One</title><p>A walrus in the snow.")
    #expect(try system.run("mdfind", "-sync", "-count", "walrus").text == "1\n")
    let terminal = try RunningTerminal(system) { process(as: .bob, [system.root + "/bin/mdfind", "-i"], output: $0, errors: $0) }
    try terminal.wait(for: "Enter opens")
    try terminal.type("alice", until: "nothing found")
    try terminal.type("\u{15}snow", until: "1 of 1", "m.html", "HTML document", "A walrus in the snow.")
    try terminal.type("\u{3}", until: "\u{1B}[?1049l")
    #expect(terminal.exitStatus() == 0)
    // Beside an index of the user's own, which has one file of those in the system's index, and another one.
    try system.write("../own/new.txt", "budget of next year")
    try system.run("mdimport", system.path("shared/c.txt"), system.root + "/own")
    let other = try RunningTerminal(system, "mdfind", ["-i", "-onlyin", system.files, "-onlyin", system.root + "/own", "next year"])
    try other.wait(for: "new.txt", "1 of 1")
    try other.type("\u{15}budget", until: "1 of 7")
    try other.type("\u{15}alice", until: "1 of 3", "a.txt")
    try other.type("\u{3}", until: "\u{1B}[?1049l")
    #expect(other.exitStatus() == 0)
  }

  @Test func `a link in the place of a folder does not show its names`() throws {
    kill(services[0].processIdentifier, SIGSTOP)
    defer { kill(services[0].processIdentifier, SIGCONT) }
    #expect(try paths(as: .bob, "mdfind", "-name", "e.txt") == [])
    try FileManager.default.moveItem(atPath: system.path("shared/secret names"), toPath: system.path("shared/moved"))
    try FileManager.default.createSymbolicLink(atPath: system.path("shared/secret names"), withDestinationPath: "moved")
    #expect(try paths(as: .bob, "mdfind", "-name", "e.txt") == [])
    #expect(try run(as: .bob, [system.root + "/bin/mdls", system.path("shared/secret names/e.txt")]).status == 1)
  }

  @Test func `folders that are exchanged during a search do not show each other's files`() throws {
    for number in 0..<50 {
      try system.write("race/a/\(number).txt", "kakapo")
      set("race/a/\(number).txt", owner: .alice, 0o600)
      try system.write("race/b/\(number).txt", "kiwi")
    }
    try system.wait("all files are found") { try run(as: .alice, [system.root + "/bin/mdfind", "-count", "kakapo"]).text == "50\n" }
    let exchange = """
      import ctypes, sys
      call = ctypes.CDLL(None).renameat2
      while True: call(-100, sys.argv[1].encode() + b"/a", -100, sys.argv[1].encode() + b"/b", 2)
      """
    let exchanger = system.process(
      executable: "/usr/bin/python3", ["-c", exchange, system.path("race")], output: .nullDevice, errors: .nullDevice)
    try exchanger.run()
    defer { kill(exchanger.processIdentifier, SIGKILL) }
    for _ in 0..<40 { #expect(try paths(as: .bob, "mdfind", "kMDItemTextContent == kakapo") == []) }
  }

  @Test func `a file with several names is found by its content whatever happens to the others`() throws {
    let changes: [(name: String, command: String)] = [
      ("rename", "mv other/rename renamed"), ("replace", "echo new > other/new; mv other/new other/replace"), ("delete", "rm other/delete"),
      ("mode", "chmod 640 other/mode; chmod 644 other/mode"), ("link", "ln other/link third"), ("tree", "rm -r tree"),
    ]
    for (name, _) in changes {
      try system.write("links/\(name).txt", "axolotl \(name)")
      let folder = name == "tree" ? "tree/deep/er" : "other"
      try FileManager.default.createDirectory(atPath: system.path("links/\(folder)"), withIntermediateDirectories: true)
      try FileManager.default.linkItem(atPath: system.path("links/\(name).txt"), toPath: system.path("links/\(folder)/\(name)"))
    }
    for (name, command) in changes {
      #expect(try paths(as: .bob, "mdfind", "-sync", "axolotl \(name)").contains("links/\(name).txt"))
      let change = system.process(executable: "/bin/sh", ["-c", "cd links && \(command)"], output: .nullDevice, errors: .nullDevice)
      change.currentDirectoryURL = URL(fileURLWithPath: system.files)
      try change.run()
      change.waitUntilExit()
      #expect(change.terminationStatus == 0)
      let found = try paths(as: .bob, "mdfind", "-sync", "axolotl \(name)")
      #expect(found.contains("links/\(name).txt"), "\(command): \(found)")
    }
  }

  // MARK: Beside the user's own index

  @Test func `a file that is in the user's own index, too, is found once`() throws {
    let own = system.path("shared/c.txt")
    try system.run("mdimport", own)
    #expect(try system.find("all").filter { $0 == "shared/c.txt" }.count == 1)
    #expect(try system.run("mdfind", "-count", "budget").text == "6\n")
    #expect(try system.run("mdfind", "-limit", "2", "budget").lines.count == 2)
    #expect(try system.run("mdfind", "--ranked", "budget").lines.count == 6)
    #expect(try system.run("mdfind", "-store", system.store, "budget").lines == [own])
  }

  @Test func `files of all indexes are in one order`() throws {
    try system.write("../own/large.txt", "budget " + String(repeating: "x", count: 100))
    try system.write("../own/small.txt", "a")
    try system.write("../own/half.txt", "only one word: plan")
    try system.write("shared/z.txt", "budget plan of all")
    try system.run("mdfind", "-sync", "-count", "plan")
    try system.run("mdimport", system.root + "/own", system.path("shared/c.txt"))
    func sizes(_ arguments: String...) throws -> [Int] {
      try system.run("mdfind", ["-attr", "size", "-sort"] + arguments).lines.compactMap { Int($0.split(separator: " ").last ?? "") }
    }
    let ascending = try sizes("size", "-name", ".txt")
    #expect(ascending.count == 11 && ascending == ascending.sorted(), "\(ascending)")
    #expect(try sizes("-size", "-name", ".txt") == ascending.reversed())
    #expect(try sizes("size", "-limit", "2", "-name", ".txt") == Array(ascending.prefix(2)))
    #expect(try sizes("-size", "-limit", "2", "-name", ".txt") == Array(ascending.reversed().prefix(2)))
    // Hits with all words precede those with some of them.
    let ranked = try system.run("mdfind", "--ranked", "budget plan").lines
    #expect(ranked.first == system.path("shared/z.txt") && ranked.contains(system.root + "/own/half.txt"), "\(ranked)")
  }

  @Test func `folders in which nothing is found say why`() throws {
    try system.write("shared/media/.nomedia", "")
    try system.write("shared/media/a.txt", "budget")
    try system.run("mdfind", "-sync", "-count", "budget")
    let outcome = try run(as: .bob, [system.root + "/bin/mdfind", "-onlyin", system.path("shared/media"), "budget"])
    #expect((outcome.status, outcome.text) == (0, ""))
    #expect(outcome.errors == "mdfind: \(system.path("shared/media")): what is in it is not indexed: it contains .nomedia\n")
  }

  @Test func `texts that were lost and not read again are reported`() throws {
    kill(services[0].processIdentifier, SIGKILL)
    services[0].waitUntilExit()
    for name in try FileManager.default.subpathsOfDirectory(atPath: store) where name.hasSuffix(".segment") {
      try FileManager.default.removeItem(atPath: store + "/" + name)
    }
    // Without a worker next to it, this tool cannot read the texts.
    let lonely = system.root + "/mdutil"
    try FileManager.default.copyItem(atPath: system.tools + "/mdutil", toPath: lonely)
    let repair = try system.outcome { system.process(executable: lonely, ["--system", "--repair"], output: $0, errors: $1) }
    #expect(repair.status == 1)
    for arguments in [["budget"], ["--ranked", "budget"]] {
      let outcome = try run(as: .bob, [system.root + "/bin/mdfind"] + arguments)
      #expect(outcome.errors.contains("have not been read again since it was erased or damaged"), "\(outcome.errors)")
    }
  }
}
