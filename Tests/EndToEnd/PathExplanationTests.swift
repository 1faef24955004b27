// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `mdutil --explain PATH`: for each rule, what it does to a path.
struct PathExplanationTests {
  private let user: TestEnvironment

  init() throws {
    user = try TestEnvironment(files: [
      "a.txt": "giraffe", "b.tmp": "", "private/p.txt": "", ".hidden/h.txt": "", ".ssh/id": "", ".git/config": "", "sub.noindex/i.txt": "",
      ".cache/c": "", ".Trash-1000/files/t": "", ".snapshots/1/s": "", "marked/.nomedia": "", "marked/m.txt": "", "package.json": "{}",
      "node_modules/d.txt": "giraffe", ".gitignore": "*.log\nignored/\n", "x.log": "", "ignored/i.txt": "", ".netrc": "",
    ])
    try user.writeConfiguration(
      "root = \(user.files)\nexclude = \(user.path("private"))\nexclude-name = *.tmp\nrespect-gitignore = yes\nhidden = yes\n")
  }

  private func explanation(_ path: String) throws -> [String] {
    let outcome = try user.run("mdutil", "--explain", user.path(path))
    #expect(outcome.status == 0)
    #expect(outcome.lines.first == "\(user.path(path)):")
    return outcome.lines.dropFirst().map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test(arguments: [
    ("b.tmp", "line 3 of CONF excludes names like *.tmp; remove that line to index it"),
    ("private/p.txt", "line 2 of CONF excludes FILES/private; remove that line to index it"),
    (".ssh/id", "FILES/.ssh: keys and passwords are not indexed; nothing but a root inside it is indexed"),
    (".netrc", "keys and passwords are not indexed"),
    (".git/config", "FILES/.git: the internal files of version-control systems are not indexed; nothing but a root inside it is indexed"),
    (".cache", "caches are not indexed; 'mdutil -i on FILES/.cache' indexes it"),
    (".Trash-1000/files/t", "FILES/.Trash-1000: the trash is not indexed; nothing but a root inside it is indexed"),
    (".snapshots", "snapshots of file systems are not indexed; 'mdutil -i on FILES/.snapshots' indexes it"),
    ("sub.noindex", "folders named *.noindex are not indexed; 'mdutil -i on FILES/sub.noindex' indexes it"),
    ("marked/m.txt", "FILES/marked contains a file .nomedia; remove that file to index the folder"),
    ("x.log", "line 1 of FILES/.gitignore ignores it; 'respect-gitignore = no' in CONF indexes it"),
    ("ignored/i.txt", "FILES/ignored: line 2 of FILES/.gitignore ignores it; 'respect-gitignore = no' in CONF indexes it"),
  ])
  func `the rule that excludes a path is named`(path: String, reason: String) throws {
    let expected = reason.replacing("CONF", with: user.configuration).replacing("FILES", with: user.files)
    let lines = [
      "root: \(user.files), named in line 1 of \(user.configuration)", "not indexed: \(expected)", "in the index: no, there is no index",
    ]
    #expect(try explanation(path) == lines)
    let tested = try user.run("mdimport", "-t", user.path(path))
    #expect(tested.errors.contains("not indexed: \(expected)\n"), "\(tested.errors)")
  }

  @Test func `of a folder above hidden mail, only the mail is indexed, and that is said`() throws {
    let profile = ".thunderbird/x.default-release"
    for name in ["prefs.js", "Mail/Local Folders/Archive.txt"] { try user.write("\(profile)/\(name)", "giraffe") }
    try user.writeConfiguration("root = \(user.files)\n")
    try user.index()
    #expect(try user.find("giraffe") == ["\(profile)/Mail/Local Folders/Archive.txt", "a.txt"])
    let hidden = "\(user.path(".thunderbird")): names that begin with a dot are not indexed, except for mail; "
    #expect(try explanation("\(profile)/prefs.js")[1] == "not indexed: \(hidden)'hidden = yes' in \(user.configuration) indexes them")
    #expect(try explanation("\(profile)/Mail")[1] == "indexed: no rule excludes it")
    let notice = "of what is in it, only mail is indexed; 'hidden = yes' in \(user.configuration) indexes the rest"
    #expect(try explanation(profile)[2] == notice)
    #expect(try user.run("mdutil", "-s", user.path(profile)).text == "\(user.path(profile)):\n\tIndexing enabled. \n\t\(notice)\n")
    // .hidden, .ssh, .git, sub.noindex, .cache, .Trash-1000, .snapshots, marked/.nomedia, marked/m.txt, .gitignore, .netrc, prefs.js.
    #expect(try user.run("mdutil", "-s").text.contains("\tnot indexed: 12 entries, a folder counted as one;"))

    try user.writeConfiguration("root = \(user.files)\nhidden-mail = no\n")
    try user.index()
    #expect(try user.find("giraffe") == ["a.txt"])
    #expect(try explanation("\(profile)/Mail")[1].contains("\(user.path(".thunderbird")): names that begin with a dot are not indexed; "))
    #expect(try user.run("mdutil", "-s").text.contains("\tnot indexed: 12 entries, a folder counted as one;"))
  }

  @Test func `a path need not be valid UTF-8`() throws {
    let script = """
      name=$(printf 'x\\377.txt'); echo words > "$name" && mdimport . && mdutil --explain "./$name" && mdutil --explain "$PWD/$name"
      """
    let outcome = try user.shell(script)
    let answers = outcome.text.components(separatedBy: "in the index: yes; its content was read\n")
    #expect(answers.count == 3, "\(outcome.text)\(outcome.errors)")
  }

  @Test func `content that was read in part is shown with the reason`() throws {
    try user.write("broken.pdf", "%PDF-1.4 nothing")
    try user.index()
    #expect(try explanation("broken.pdf").last?.hasPrefix("in the index: yes; its content was read only in part: ") == true)
  }

  @Test func `what is indexed is shown with its content`() throws {
    let root = "root: \(user.files), named in line 1 of \(user.configuration)"
    try user.index()
    #expect(try explanation("a.txt") == [root, "indexed: no rule excludes it", "in the index: yes; its content was read"])
    let names = "names only: it contains dependencies or build products, whose contents are not read; 'dependency-contents = yes' in "
    #expect(
      try explanation("node_modules") == [
        root, "indexed: no rule excludes it", "\(names)\(user.configuration) has them read",
        "in the index: yes; it has no content that is read",
      ])
    #expect(
      try explanation("marked") == [
        root, "indexed, but what is in it is not indexed: it contains .nomedia; remove that file to index it",
        "in the index: yes; it has no content that is read",
      ])
    #expect(try explanation("nowhere") == [root, "nothing is there"])
    #expect(try user.run("mdutil", "--explain", "giraffe").text.hasPrefix("interpreted as: words\n"))
    let query = try user.shell("cd '\(user.files)' && mdutil --explain a.txt")
    #expect(query.text.contains("note: this explains a query; to ask about the file of this name here, write ./a.txt\n"))
    let outside = try user.run("mdutil", "--explain", "/usr").lines
    #expect(outside[1] == "\troot: none")
  }
}
