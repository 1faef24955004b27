// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The workers of the system's index, whose files belong to users who need not trust each other.
@Suite(.enabled(if: getuid() == 0, "the superuser can act as several users"))
final class SystemWorkerTests {
  private static let (alice, bob): (uid_t, uid_t) = (62_001, 62_002)

  private let system: TestEnvironment
  private var daemon: Process?

  private var store: String { system.root + "/system/var/lib/searchlight/files" }
  private var log: String { system.root + "/mds.log" }

  init() throws {
    system = try TestEnvironment(files: ["alice/a.txt": "budget of alice", "bob/b.txt": "budget of bob", "shared/c.txt": "budget for all"])
    for folder in ["/system/etc/searchlight", "/system/var/lib", "/programs/searchlight/importers"] {
      try FileManager.default.createDirectory(atPath: system.root + folder, withIntermediateDirectories: true)
    }
    chmod(system.root, 0o755)
    for (name, owner) in [("alice", Self.alice), ("alice/a.txt", Self.alice), ("bob", Self.bob), ("bob/b.txt", Self.bob)] {
      chown(system.path(name), owner, owner)
    }
    chmod(system.path("alice/a.txt"), 0o600)
    chmod(system.path("shared"), 0o1777)
    let configuration = "root = \(system.files)\napplications = no\nworkers = 2\nrespect-gitignore = yes\n"
    try Data(configuration.utf8).write(to: URL(fileURLWithPath: system.root + "/system/etc/searchlight/searchlight.conf"))
  }

  deinit {
    daemon?.terminate()
    daemon?.waitUntilExit()
  }

  /// - Parameter prefix: A command that starts `mds`.
  private func start(through prefix: [String] = []) throws {
    let command = prefix + [system.tools + "/mds", "--system", "--foreground"]
    let process = system.process(
      executable: command[0], Array(command.dropFirst()), output: .nullDevice, errors: try system.newFile(log))
    for name in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "HOME"] { process.environment?[name] = nil }
    process.environment?["XDG_DATA_DIRS"] = system.root + "/programs:/usr/share"
    try process.run()
    daemon = process
    try system.wait("the index exists") { try system.run("mdfind", "-store", store, "-count", "-name", "b.txt").text == "1\n" }
  }

  /// The paths that a search finds, relative to the folder of files.
  private func found(_ query: String...) throws -> [String] {
    let outcome = try system.run("mdfind", ["-store", store, "-sync", "-timeout", "300"] + query)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.lines.map { $0.replacing(system.files + "/", with: "") }.sorted()
  }

  /// A manifest with the example in Python for files that end in `.ipynb`, for everybody.
  private func installImporter(_ access: String) throws {
    let folder = system.root + "/programs/searchlight/importers"
    let example = Repository.folder.path + "/Examples/Notebooks"
    for name in ["notebooks.py", "lib"] { try FileManager.default.copyItem(atPath: "\(example)/\(name)", toPath: "\(folder)/\(name)") }
    // Opens the file by the path in the request, as an importer with a URL does.
    let library = try String(contentsOfFile: folder + "/lib/searchlight.py", encoding: .utf8)
    if access == "url" {
      let skipping = "        self.type = reader.optional()\n"
      #expect(library.contains(skipping) && library.contains("open(request.file, \"rb\")"))
      let changed = library.replacing(
        skipping, with: skipping + "        reader.bytes(2)\n        self.path = reader.optional()\n"
      ).replacing("open(request.file, \"rb\")", with: "open(request.path, \"rb\")")
      try Data(changed.utf8).write(to: URL(fileURLWithPath: folder + "/lib/searchlight.py"))
    }
    let manifest = try String(contentsOfFile: "\(example)/org.example.Notebooks.importer", encoding: .utf8)
      .replacing("Access=descriptor", with: "Access=\(access)")
    try Data(manifest.utf8).write(to: URL(fileURLWithPath: folder + "/org.example.Notebooks.importer"))
  }

  private func writeNotebook(_ name: String, _ text: String, owner: uid_t) throws {
    try system.write(name, "{\"cells\": [{\"cell_type\": \"markdown\", \"source\": [\"\(text)\"]}]}")
    chown(system.path(name), owner, owner)
    chmod(system.path(name), 0o600)
  }

  @Test func `files of all users are read, and the sandbox is complete`() throws {
    try start()
    #expect(try found("budget") == ["alice/a.txt", "bob/b.txt", "shared/c.txt"])
    #expect(try system.run("mdutil", "--system", "-s").text.contains("\tsandbox of import workers: complete\n"))
  }

  @Test(arguments: ["url", "descriptor"])
  func `an installed importer reads private files of users, and not by a path those of root`(access: String) throws {
    try installImporter(access)
    try writeNotebook("alice/n.ipynb", "walrus of alice", owner: Self.alice)
    try writeNotebook("bob/n.ipynb", "walrus of bob", owner: Self.bob)
    try writeNotebook("shared/n.ipynb", "walrus of root", owner: 0)
    try start()
    let all = ["alice/n.ipynb", "bob/n.ipynb", "shared/n.ipynb"]
    #expect(try found("walrus") == (access == "url" ? Array(all.dropLast()) : all))
    let failed = try system.run("mdutil", "--system", "--failed").text
    #expect(failed.contains("shared/n.ipynb") == (access == "url"), "\(failed)")
  }

  @Test func `a marker of a user does not keep the files of others out of the index`() throws {
    for (name, owner) in [("shared/.nomedia", Self.bob), ("shared/.gitignore", Self.bob), ("alice/.nomedia", Self.alice)] {
      try system.write(name, "*.txt\n")
      chown(system.path(name), owner, owner)
    }
    try start()
    #expect(try found("budget") == ["bob/b.txt", "shared/c.txt"])
    #expect(try system.run("mdutil", "--system", "--explain", system.path("alice")).text.contains(".nomedia"))
    #expect(try !system.run("mdutil", "--system", "--explain", system.path("shared")).text.contains(".nomedia"))
    // Whose marker it is may change.
    chown(system.path("shared/.nomedia"), 0, 0)
    #expect(try found("budget") == ["bob/b.txt"])
    chown(system.path("shared/.nomedia"), Self.bob, Self.bob)
    #expect(try found("budget") == ["bob/b.txt", "shared/c.txt"])
    try FileManager.default.removeItem(atPath: system.path("alice/.nomedia"))
    #expect(try found("budget") == ["alice/a.txt", "bob/b.txt", "shared/c.txt"])
  }

  /// One with a marker, one with patterns for Git, one with a folder named `*.noindex`.
  @Test func `which markers count follows the owner of the folder, and of any number of folders`() throws {
    for (name, text) in [
      ("shared/m/.nomedia", ""), ("shared/m/a.txt", "walrus"), ("shared/g/.gitignore", "*.txt"), ("shared/g/.git/HEAD", ""),
      ("shared/g/e.txt", "walrus"), ("shared/n/x.noindex/c.txt", "walrus"),
    ] + (0..<80).map({ ("shared/many/\($0)/.nomedia", "") }) {
      try system.write(name, text)
    }
    let many = (0..<80).map { "shared/many/\($0)" }
    for folder in many { try system.write(folder + "/d.txt", "penguin") }
    for name in ["m/.nomedia", "g/.gitignore", "g/.git", "n/x.noindex"] + (0..<80).map({ "many/\($0)/.nomedia" }) {
      chown(system.path("shared/" + name), Self.bob, Self.bob)
    }
    try start()
    let (walruses, penguins) = (["shared/g/e.txt", "shared/m/a.txt", "shared/n/x.noindex/c.txt"], many.map { $0 + "/d.txt" }.sorted())
    #expect(try found("walrus") == walruses)
    #expect(try found("penguin") == penguins)
    for owner in [Self.bob, 0] {
      for folder in ["shared/m", "shared/g", "shared/n"] + many { chown(system.path(folder), owner, owner) }
      #expect(try found("walrus") == (owner == 0 ? walruses : []))
      #expect(try found("penguin") == (owner == 0 ? penguins : []))
    }
  }

  /// Runs a command on a kernel that seems to have no Landlock: the filter answers its first call with ENOSYS.
  private static let withoutLandlock = """
    import ctypes, os, struct, sys
    call = 444
    code = b"".join(struct.pack("HBBI", *step) for step in [(0x20, 0, 0, 0), (0x15, 0, 1, call), (6, 0, 0, 0x50026), (6, 0, 0, 0x7FFF0000)])
    buffer = ctypes.create_string_buffer(code)
    program = struct.pack("HxxxxxxP", len(code) // 8, ctypes.addressof(buffer))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, program, 0, 0): sys.exit(os.strerror(ctypes.get_errno()))
    os.execv(sys.argv[1], sys.argv[1:])
    """

  @Test func `without Landlock, only names are indexed, and that is told`() throws {
    try start(through: ["/usr/bin/python3", "-c", Self.withoutLandlock])
    try system.wait("the log tells") {
      try String(contentsOfFile: log, encoding: .utf8)
        .contains("this system does not grant Landlock to the sandbox of import workers, so only names are indexed")
    }
    let count = { try self.system.run("mdfind", "-store", self.store, "-count", "-name", ".txt").text }
    try system.wait("the names are found") { try count() == "3\n" }
    try system.write("shared/d.txt", "budget")
    try system.wait("a new name is found") { try count() == "4\n" }
    let state = try system.run("mdutil", "--system", "-s").text
    #expect(
      state.contains("\tsandbox of import workers: without Landlock, which this system does not grant, so no contents are read\n"),
      "\(state)")
    // On another kernel, they are read.
    daemon?.terminate()
    daemon?.waitUntilExit()
    try start()
    #expect(try found("budget") == ["alice/a.txt", "bob/b.txt", "shared/c.txt", "shared/d.txt"])
    #expect(try system.run("mdutil", "--system", "-s").text.contains("\tsandbox of import workers: complete\n"))
  }

  @Test func `what the configuration cannot weaken is said`() throws {
    let file = system.root + "/system/etc/searchlight/searchlight.conf"
    try Data("root = \(system.files)\napplications = no\nsandbox = best-effort\n".utf8).write(to: URL(fileURLWithPath: file))
    try start()
    #expect(try String(contentsOfFile: log, encoding: .utf8).contains("line 3: 'sandbox = best-effort' has no effect"))
  }
}
