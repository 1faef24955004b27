// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Roots inside excluded folders, excluded folders inside roots, and the messages about them. The
/// rule for the nearest folder decides.
struct ExclusionTests {
  private let user: TestEnvironment

  init() throws {
    user = try TestEnvironment(files: [
      "top.txt": "shared", "private/secret.txt": "shared", "private/deep/task/kept.txt": "shared",
      "private/deep/task/drafts/d.txt": "shared",
      ".hidden/settings/s.txt": "shared", "build.tmp/b.txt": "shared", "lost+found/n.txt": "shared", "sub.noindex/i.txt": "shared",
      "marked/.metadata_never_index": "", "marked/m.txt": "shared",
    ])
  }

  private func shared() throws -> [String] { try user.find("kMDItemTextContent == shared") }

  @Test func `importing a folder with a never-index marker prints why nothing is indexed`() throws {
    let user = try TestEnvironment(files: ["a/.metadata_never_index": "", "a/x.txt": "apricot"])
    let outcome = try user.run("mdimport", "a")
    #expect(outcome.errors == "mdimport: \(user.path("a")): what is in it is not indexed: it contains .metadata_never_index\n")
    #expect(try user.find("apricot").isEmpty)
  }

  @Test func `a search in a folder whose contents are not indexed prints why it finds nothing`() throws {
    try user.writeConfiguration("root = \(user.files)\nexclude = \(user.path("private"))\n")
    try user.index()
    let marked = try user.run("mdfind", "-onlyin", "marked", "shared")
    let reason = "what is in it is not indexed: it contains .metadata_never_index"
    #expect((marked.status, marked.text, marked.errors) == (0, "", "mdfind: \(user.path("marked")): \(reason)\n"))
    #expect(try user.run("mdutil", "-s", "marked").text.hasSuffix("\n\t\(reason); remove that file to index it\n"))
    for folder in ["private", "private/deep", ".hidden", "lost+found"] {
      let outcome = try user.run("mdfind", "-onlyin", folder, "-count", "shared")
      let path = user.path(folder)
      #expect((outcome.status, outcome.text) == (0, "0\n"))
      #expect(outcome.errors == "mdfind: \(path): not in the index; 'mdutil -s \(path)' says why\n")
    }
    let on = try user.run("mdutil", "-i", "on", "marked")
    #expect(on.text.contains("\t\(reason); remove that file to index it\n"), "\(on.text)")
    // A root inside the folder is indexed, so there is something to find.
    try user.write("marked/inner/i.txt", "shared")
    try user.writeConfiguration("root = \(user.files)\nroot = \(user.path("marked/inner"))\n")
    #expect(try user.run("mdimport", ".", "marked/inner").status == 0)
    let inner = try user.run("mdfind", "-onlyin", "marked", "shared")
    #expect((inner.lines, inner.errors) == ([user.path("marked/inner/i.txt")], ""))
  }

  @Test func `hidden and ignored files that the index does not have are named for a query that asks for them`() throws {
    try user.index()
    let hidden = try user.run("mdfind", "--hidden", "-onlyin", ".", "shared")
    #expect(hidden.status == 0 && hidden.lines.contains(user.path("top.txt")))
    let name = "mdfind: \(user.files): hidden, and not in the index: .hidden; 'hidden = yes' in "
    #expect(
      hidden.errors.hasPrefix(name) && hidden.errors.hasSuffix(" indexes them, except caches, keys and the trash\n"), "\(hidden.errors)")
    let ignored = try user.run("mdfind", "--no-ignore", "-count", "shared")
    let path = user.path("lost+found")
    let message = ": not in the index: lost+found, sub.noindex; 'mdutil --explain \(path)' names the setting"
    #expect(ignored.errors.contains(message), "\(ignored.errors)")
    #expect(try user.run("mdfind", "-count", "shared").errors.isEmpty)
    #expect(try user.run("mdfind", "-hidden", "-ranked", "shared").status == 2)
    try user.writeConfiguration("root = \(user.files)\nhidden = yes\n")
    try user.index()
    let found = try user.run("mdfind", "--hidden", "shared")
    #expect(found.errors.isEmpty && found.lines.contains(user.path(".hidden/settings/s.txt")), "\(found.errors)")
  }

  @Test func `a root inside an excluded folder is indexed, and what is excluded in it is not`() throws {
    try user.writeConfiguration(
      """
      root = \(user.path("private/deep/task"))
      root = \(user.files)
      exclude = \(user.path("private"))
      exclude = \(user.path("private/deep/task/drafts"))
      exclude-name = *.tmp
      root = \(user.path(".hidden/settings"))

      """)
    let expected = [".hidden/settings/s.txt", "private/deep/task/kept.txt", "top.txt"]
    try user.index()
    #expect(try shared() == expected)
    // The second time, the catalog already contains the inner roots.
    #expect(try user.run("mdimport", user.files).text.contains("(0 new, 0 changed, 0 removed); 0 files read"))
    #expect(try shared() == expected)
    #expect(try user.run("mdutil", "-E").status == 0)
    #expect(try shared() == expected)
    #expect(try user.run("mdutil", "--verify").status == 0)
  }

  @Test func `turning a folder off keeps the roots inside it, and reports them`() throws {
    try user.writeConfiguration("root = \(user.files)\nroot = \(user.path("private/deep/task"))\n")
    try user.index()
    let off = try user.run("mdutil", "-i", "off", "private")
    #expect(off.status == 0)
    let kept = user.path("private/deep/task")
    #expect(
      off.errors
        == "mdutil: \(user.path("private")): \(kept) stays indexed, because line 2 of \(user.configuration) names it; "
        + "'mdutil -i off \(kept)' turns it off\n")
    let expected = ["build.tmp/b.txt", "private/deep/task/drafts/d.txt", "private/deep/task/kept.txt", "top.txt"]
    #expect(try shared() == expected)
    #expect(try user.find("-name", "secret") == [])
    #expect(try user.find("-onlyin", "private", "kMDItemFSName == \"*.txt\"") == expected.filter { $0.hasPrefix("private") })
    #expect(try user.run("mdutil", "--verify").status == 0)
    // A later crawl of the outer folder does not change this.
    #expect(try user.run("mdimport", user.files).text.contains(" 0 files read"))
    #expect(try shared() == expected)
  }

  @Test func `the daemon watches a root inside an excluded folder`() throws {
    let daemon = try RunningDaemon(user)
    try user.wait("the text is read") { try shared().contains("private/secret.txt") }
    try user.writeConfiguration(
      "workers = 1\nroot = \(user.files)\nexclude = \(user.path("private"))\nroot = \(user.path("private/deep/task"))\n")
    kill(daemon.process.processIdentifier, SIGHUP)
    let kept = ["private/deep/task/drafts/d.txt", "private/deep/task/kept.txt"]
    try user.wait("the folder goes, and the root stays") { try shared().filter { $0.hasPrefix("private") } == kept }
    try user.write("private/other.txt", "shared later")
    try user.write("private/deep/task/new.txt", "shared later")
    try user.wait("a change in the root") { try user.find("later") == ["private/deep/task/new.txt"] }
    // The folder that contains the root is in no other root's tree. It is watched for the root's
    // name.
    try FileManager.default.moveItem(atPath: user.path("private/deep/task"), toPath: user.path("private/deep/away"))
    try user.wait("the root goes") { try user.find("later") == [] }
    try FileManager.default.moveItem(atPath: user.path("private/deep/away"), toPath: user.path("private/deep/task"))
    try user.wait("the root comes back") { try user.find("later") == ["private/deep/task/new.txt"] }
    #expect(try user.find("-name", "secret") == [])
    #expect(daemon.process.isRunning)
  }

  @Test func `a folder that was turned off is not imported, and the message names the configuration line`() throws {
    try user.writeConfiguration("root = \(user.files)\n")
    try user.index()
    #expect(try user.run("mdutil", "-i", "off", "private").status == 0)
    for path in ["private", "private/secret.txt"] {
      let refused = try user.run("mdimport", path)
      #expect(refused.status == 1)
      #expect(refused.output.isEmpty)
      #expect(
        refused.errors.hasPrefix(
          "mdimport: \(user.path(path)): not indexed: line 2 of \(user.configuration) excludes \(user.path("private")); "))
    }
    #expect(try user.find("-name", "secret") == [])
    // The other operands are indexed.
    try user.write("top.txt", "shared again")
    let both = try user.run("mdimport", "private", "top.txt")
    #expect(both.status == 1)
    #expect(try user.find("again") == ["top.txt"])
    #expect(try user.run("mdutil", "-i", "on", "private").status == 0)
    #expect(try user.run("mdimport", "private").status == 0)
    #expect(try user.find("-name", "secret") == ["private/secret.txt"])
  }

  @Test(arguments: [
    ("build.tmp", "line 2 of CONF excludes names like *.tmp"), ("build.tmp/b.txt", "line 2 of CONF excludes names like *.tmp"),
    ("lost+found", "folders and files named lost+found are not indexed"), ("sub.noindex", "folders named *.noindex are not indexed"),
    (".hidden/settings", "names that begin with a dot are not indexed"), ("marked/m.txt", "contains a file .metadata_never_index"),
  ])
  func `the message for a rejected import names the rule that excludes the name`(path: String, reason: String) throws {
    try user.writeConfiguration("root = \(user.files)\nexclude-name = *.tmp\n")
    let refused = try user.run("mdimport", path)
    #expect(refused.status == 1)
    #expect(refused.errors.hasPrefix("mdimport: \(user.path(path)): not indexed: "), "\(refused.errors)")
    #expect(refused.errors.contains(reason.replacing("CONF", with: user.configuration)), "\(refused.errors)")
    #expect(!FileManager.default.fileExists(atPath: user.store))
  }

  @Test func `outside of all roots, operands are imported whatever their names are`() throws {
    try user.writeConfiguration("root = \(user.root)/home\nexclude-name = *.tmp\n")
    #expect(try user.run("mdimport", ".hidden", "build.tmp", "lost+found").status == 0)
    #expect(try shared() == [".hidden/settings/s.txt", "build.tmp/b.txt", "lost+found/n.txt"])
  }

  @Test(arguments: [false, true])
  func `what was imported by its own name stays when the folder around it is imported, and after an erasure`(hasDaemon: Bool) throws {
    for name in ["o.txt", ".git/c.txt", "deep/.h.txt", "deep/.other.txt"] { try user.write("../outside/\(name)", "outer") }
    try user.write("o.txt", "outer")
    let outside = user.root + "/outside"
    let named = [outside + "/.git", outside + "/deep/.h.txt"]
    let daemon = hasDaemon ? try RunningDaemon(user) : nil
    if !hasDaemon { try user.writeConfiguration("root = \(user.files)\n") }
    for paths in [[user.files], [outside], named, [outside]] { #expect(try user.run("mdimport", paths).status == 0) }
    func found() throws -> [String] { try user.run("mdfind", "outer").lines.sorted() }
    let all = [user.path("o.txt"), outside + "/.git/c.txt", outside + "/deep/.h.txt", outside + "/o.txt"]
    #expect(try found() == all)
    #expect(try user.run("mdutil", "-E").status == 0)
    try user.wait("everything is in it again: \(daemon?.log ?? "")", seconds: 60) { try found() == all }
    try FileManager.default.removeItem(atPath: outside + "/.git")
    #expect(try user.run("mdimport", outside).status == 0)
    #expect(try found() == [all[0], all[2], all[3]])
    #expect(try user.run("mdutil", "-i", "off", outside + "/deep/.h.txt").status == 0)
    #expect(try user.run("mdimport", outside).status == 0)
    #expect(try found() == [all[0], all[3]])
  }

  @Test func `a root that no longer exists is removed by its path`() throws {
    symlink(user.files, user.root + "/link")
    let roots = [user.path("private"), user.root + "/never/was/here", user.root + "/link/marked"]
    try user.writeConfiguration(roots.map { "root = \($0)\n" }.joined() + "# end\n")
    #expect(try user.run("mdimport", "private").status == 0)
    try FileManager.default.removeItem(atPath: user.path("private"))
    try FileManager.default.removeItem(atPath: user.path("marked"))
    for root in roots { #expect(try user.run("mdutil", "-i", "off", root).status == 0) }
    #expect(try String(contentsOfFile: user.configuration, encoding: .utf8) == "# end\n")
    #expect(try shared() == [])
    #expect(try user.run("mdutil", "-i", "off", "").status == 1)
  }

  @Test func `without a configuration file the home folder is the root of every tool`() throws {
    try FileManager.default.createDirectory(atPath: user.root + "/home/.cache", withIntermediateDirectories: false)
    try Data("shared".utf8).write(to: URL(fileURLWithPath: user.root + "/home/h.txt"))
    try Data("shared".utf8).write(to: URL(fileURLWithPath: user.root + "/home/.cache/c.txt"))
    #expect(try user.run("mdimport", user.root + "/home/.cache").errors.contains("caches are not indexed"))
    #expect(try user.run("mdutil", "-E").text.contains("the index was rebuilt: 1 name, 1 file read"))
    #expect(try shared() == [user.root + "/home/h.txt"])
  }

  @Test func `everything can be turned off`() throws {
    try user.index()
    #expect(try user.run("mdutil", "-i", "off", "/").status == 0)
    #expect(try shared() == [])
    #expect(try user.run("mdutil", "--verify").status == 0)
    try user.index()
    #expect(
      try shared() == ["build.tmp/b.txt", "private/deep/task/drafts/d.txt", "private/deep/task/kept.txt", "private/secret.txt", "top.txt"])
  }
}
