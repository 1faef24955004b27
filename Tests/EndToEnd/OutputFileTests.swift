// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Output files that a user names, and files of the tools that a user has replaced.
struct OutputFileTests {
  private let user: TestEnvironment

  init() throws {
    user = try TestEnvironment(files: ["a.txt": "one"])
    try user.index()
  }

  private func kind(of path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  private func mode(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }

  static let outputs = ["mdls -plist", "mdimport -t -o"]

  @Test(arguments: outputs)
  func `an output file keeps its permissions, and a symbolic link to it is kept`(command: String) throws {
    let (file, link) = (user.path("out"), user.path("link"))
    symlink("out", link)
    let xml = "\u{FEFF}<?xml version=\"1.0\"?>\n<!-- old -->\n<plist version=\"1.0\"><dict><key>a</key><string>b</string></dict></plist>"
    let binary = try PropertyListSerialization.data(fromPropertyList: ["a": 1], format: .binary, options: 0)
    for old in [Data(), Data(xml.utf8), binary] {
      try old.write(to: URL(fileURLWithPath: file))
      chmod(file, 0o644)
      #expect(try user.shell("\(command) link a.txt").status == 0)
      #expect(kind(of: link) == S_IFLNK && mode(of: file) == 0o644)
      #expect(try String(contentsOfFile: file, encoding: .utf8).hasSuffix("</plist>\n"))
    }
  }

  @Test func `of files that no importer reads, no list is written`() throws {
    try user.write("b.bin", [0, 1, 2, 255])
    #expect(try user.run("mdimport", "-t", "-o", "list.plist", "b.bin").status == 0)
    #expect(!FileManager.default.fileExists(atPath: user.path("list.plist")))
    #expect(try user.run("mdimport", "-t", "-o", "list.plist", "b.bin", "a.txt").status == 0)
    #expect(try String(contentsOfFile: user.path("list.plist"), encoding: .utf8).contains("<dict"))
  }

  private static let documents = [
    "import os\n", "<svg/>", "<?xml version=\"1.0\"?><html>", "\0", "<plist> this is my article about plists", "bplist00 notes",
    "\n<plist>my list of pears</plist>", "<plist version=\"1.0\"><dict><key>half edited",
  ]

  @Test(arguments: outputs, documents)
  func `a document is not replaced by a list`(command: String, content: String) throws {
    try user.write("b.py", content)
    let option = command.split(separator: " ").last ?? ""
    for output in ["b.py", user.path("b.py")] {
      let outcome = try user.shell("\(command) \(output) a.txt")
      #expect((outcome.status, outcome.text) == (1, ""))
      #expect(outcome.errors.contains("b.py: it is not a property list, so it is not replaced; \(option) takes the file to write: "))
      #expect(try String(contentsOfFile: user.path("b.py"), encoding: .utf8) == content)
    }
  }

  @Test(arguments: outputs)
  func `a property list that is to be read is not replaced`(command: String) throws {
    try user.write("b.plist", "<plist><dict/></plist>")
    let outcome = try user.shell("\(command) b.plist a.txt ./b.plist")
    #expect(outcome.status == 1 && outcome.errors.contains("b.plist: it is one of the files to read, so it is not replaced"))
    #expect(try String(contentsOfFile: user.path("b.plist"), encoding: .utf8) == "<plist><dict/></plist>")
  }

  @Test(arguments: outputs)
  func `a file to be read is not replaced by way of another name`(command: String) throws {
    try user.write("in.plist", "<plist><dict/></plist>")
    link(user.path("in.plist"), user.path("out.plist"))
    #expect(try user.shell("\(command) out.plist a.txt in.plist").errors.contains("out.plist: it is one of the files to read"))
    #expect(try String(contentsOfFile: user.path("in.plist"), encoding: .utf8) == "<plist><dict/></plist>")
  }

  @Test func `a configuration or saved search that is a link to nothing is an error`() throws {
    let folder = (user.configuration as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    symlink(user.root + "/not-mounted/searchlight.conf", user.configuration)
    for command in ["mdutil -i off a.txt", "mdimport a.txt", "mdutil -s"] {
      let outcome = try user.shell(command)
      #expect(outcome.errors.contains("searchlight.conf: a symbolic link to a file that does not exist"), "\(command)")
    }
    #expect(kind(of: user.configuration) == S_IFLNK)
    unlink(user.configuration)

    try #require(user.run("mdfind", "-save", "x", "one").status == 0)
    let search = user.root + "/data/searchlight/searches/x.savedSearch"
    unlink(search)
    symlink("nowhere", search)
    for arguments in [["-save", "x", "one"], ["-s", "x"]] {
      let outcome = try user.run("mdfind", arguments)
      #expect(outcome.status == 1 && outcome.errors.contains("x.savedSearch: a symbolic link to a file that does not exist"))
    }
    #expect(kind(of: search) == S_IFLNK)
  }

  @Test(.enabled(if: geteuid() == 0))
  func `root leaves the files of another user to that user`() throws {
    try user.writeConfiguration("root = \(user.files)\n")
    chown(user.configuration, 65534, 65534)
    #expect(try user.run("mdutil", "-i", "off", "a.txt").status == 0)
    var status = stat()
    #expect(stat(user.configuration, &status) == 0 && status.st_uid == 65534)
    chown(user.store, 65534, 65534)
    for command in ["mdimport .", "mdutil -E", "mdutil --purge"] {
      let outcome = try user.shell(command)
      #expect(outcome.status == 1 && outcome.errors.contains("the index belongs to another user"), "\(command)")
    }
    #expect(try user.run("mdfind", "one").status == 0)
  }

  @Test(arguments: outputs)
  func `no output file is written if no file was found`(command: String) throws {
    for old in [nil, "<plist><dict/></plist>"] {
      if let old { try user.write("out", old) }
      let outcome = try user.shell("\(command) out missing.txt")
      #expect(outcome.status == 1 && !outcome.errors.isEmpty)
      #expect((try? String(contentsOfFile: user.path("out"), encoding: .utf8)) == old)
    }
  }

  @Test func `an output file that cannot be completed is removed, if it is new`() throws {
    symlink("target", user.path("link"))
    for output in ["out", "link"] {
      let outcome = try user.shell("ulimit -f 1; exec mdls -plist \(output) a.txt")
      #expect(outcome.status == 1 && outcome.errors.contains("\(output): the file would exceed the file size limit"), "\(outcome.errors)")
    }
    #expect(kind(of: user.path("out")) == nil && kind(of: user.path("target")) == nil && kind(of: user.path("link")) == S_IFLNK)
    try user.write("old", "")
    #expect(try user.shell("ulimit -f 1; exec mdls -plist old a.txt").status == 1)
    #expect(kind(of: user.path("old")) == S_IFREG)
  }

  @Test func `an output file keeps its content if there is no room for the new one`() throws {
    let list = "<?xml version=\"1.0\"?>\n<plist version=\"1.0\"><dict/></plist>\n"
    try user.write("old", list)
    let outcome = try user.shell("ulimit -f 1; exec mdls -plist old a.txt")
    #expect(outcome.status == 1 && outcome.errors.contains("the file would exceed the file size limit"), "\(outcome.errors)")
    #expect(try String(contentsOfFile: user.path("old"), encoding: .utf8) == list)
  }

  @Test func `a read-only configuration or saved search is not replaced`() throws {
    let text = "root = \(user.files)\n"
    try user.writeConfiguration(text)
    try user.write("b/b.txt", "two")
    #expect(try user.run("mdfind", "-save", "mine", "one").status == 0)
    let search = user.root + "/data/searchlight/searches/mine.savedSearch"
    for path in [user.configuration, search] { chmod(path, 0o444) }
    let turned = try user.run("mdutil", "-i", "off", "b")
    let reason = "it is read-only and was not changed; 'chmod u+w' makes it writable\n"
    #expect((turned.status, turned.text, turned.errors) == (1, "", "mdutil: \(user.configuration): \(reason)"))
    let saved = try user.run("mdfind", "-save", "mine", "two")
    #expect((saved.status, saved.errors) == (1, "mdfind: \(search): \(reason)"))
    #expect(try String(contentsOfFile: user.configuration, encoding: .utf8) == text)
    chmod(user.configuration, 0o600)
    #expect(try user.run("mdutil", "-i", "off", "b").status == 0)
  }

  @Test(arguments: outputs)
  func `output can be written to pipes and devices`(command: String) throws {
    let pipe = user.path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let unread = try user.shell("timeout 60 \(command) pipe a.txt")
    #expect(unread.status == 1 && unread.errors.contains("pipe: a FIFO that no process reads; start the reader first"), "\(unread.errors)")
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    #expect(try user.shell("\(command) pipe a.txt").status == 0)
    var start = [UInt8](repeating: 0, count: 5)
    #expect(read(reader, &start, 5) == 5 && String(decoding: start, as: UTF8.self) == "<?xml")
    #expect(kind(of: pipe) == S_IFIFO)
    #expect(try user.shell("\(command) /dev/stdout a.txt").text.contains("<?xml"))
    let full = try user.shell("\(command) /dev/full a.txt")
    #expect(full.status == 1 && full.errors.contains("/dev/full: No space left on device"), "\(full.errors)")
    #expect(kind(of: "/dev/full") == S_IFCHR)
  }

  @Test(arguments: outputs)
  func `output to a missing folder is an error`(command: String) throws {
    let outcome = try user.shell("\(command) missing/out a.txt")
    #expect(outcome.status == 1 && outcome.errors.contains("missing/out: No such file or directory"), "\(outcome.errors)")
    #expect(kind(of: user.path("missing")) == nil)
  }

  @Test func `symbolic links to the configuration and to saved searches are kept`() throws {
    try user.writeConfiguration("root = \(user.files)\n")
    #expect(try user.run("mdfind", "-save", "mine", "one").status == 0)
    let searches = user.root + "/data/searchlight/searches"
    for (name, path) in [("configuration", user.configuration), ("search", searches + "/mine.savedSearch")] {
      let target = user.root + "/home/" + name
      try FileManager.default.moveItem(atPath: path, toPath: target)
      chmod(target, 0o640)
      symlink(target, path)
    }
    try user.write("b/b.txt", "two")
    #expect(try user.run("mdutil", "-i", "off", "b").status == 0)
    #expect(try user.run("mdfind", "-save", "mine", "two").status == 0)
    #expect(kind(of: user.configuration) == S_IFLNK && kind(of: searches + "/mine.savedSearch") == S_IFLNK)
    #expect(try String(contentsOfFile: user.root + "/home/configuration", encoding: .utf8).contains("exclude = \(user.path("b"))"))
    #expect(try String(contentsOfFile: user.root + "/home/search", encoding: .utf8).contains("two"))
    #expect(mode(of: user.root + "/home/configuration") == 0o640 && mode(of: user.root + "/home/search") == 0o640)
  }

  @Test(arguments: [["-limit", "1"], ["-sort", "size"], ["-live"], ["-count"], ["-attr", "size"], ["-json"], ["-0"]])
  func `an option that a saved search cannot store is rejected`(options: [String]) throws {
    let outcome = try user.run("mdfind", ["-save", "mine"] + options + ["one"])
    #expect(outcome.status == 2 && outcome.errors.contains("-save and \(options[0]) cannot be combined"), "\(outcome.errors)")
    #expect(try user.run("mdfind", "-list-searches").text.isEmpty)
  }

  @Test func `an entry of the saved searches that is not a file is reported, and the others are listed`() throws {
    let searches = user.root + "/data/searchlight/searches"
    #expect(try user.run("mdfind", "-save", "good", "kMDItemFSSize > 1").status == 0)
    try FileManager.default.createDirectory(atPath: searches + "/folder.savedSearch", withIntermediateDirectories: false)
    try #require(mkfifo(searches + "/a.savedSearch", 0o600) == 0)
    let list = try user.run("mdfind", "-list-searches")
    #expect((list.status, list.text) == (1, "good\tkMDItemFSSize > 1\n"))
    #expect(list.errors.contains("a.savedSearch: not a regular file\n"), "\(list.errors)")
    #expect(list.errors.contains("folder.savedSearch: Is a directory\n"), "\(list.errors)")
    #expect(try user.run("mdfind", "-save", "a", "one").errors.contains("a.savedSearch: not a regular file"))
    #expect(kind(of: searches + "/a.savedSearch") == S_IFIFO)
    #expect(try user.run("mdfind", "-s", "a").errors.contains("a.savedSearch: not a regular file"))
  }

  @Test func `a saved search with a malformed query is reported with its file`() throws {
    let path = user.root + "/data/searchlight/searches/bad.savedSearch"
    #expect(try user.run("mdfind", "-save", "bad", "kMDItemFSSize > 1").status == 0)
    let text = try String(contentsOfFile: path, encoding: .utf8).replacing("kMDItemFSSize &gt; 1", with: "kMDItemFSSize &gt;")
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    for options in [["-list-searches"], ["-s", "bad"]] {
      let outcome = try user.run("mdfind", options)
      #expect(outcome.status == 1)
      #expect(outcome.errors.hasPrefix("mdfind: \(path): the query is malformed\nmdfind: "), "\(options): \(outcome.errors)")
    }
    #expect(try user.run("mdfind", "-delete-search", "bad").status == 0)
  }
}
