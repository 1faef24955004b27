// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The example in Python, installed and run as a user would.
struct NotebookImporterTests {
  private static let example = Repository.folder.path + "/Examples/Notebooks"

  private func install(for user: TestEnvironment) throws {
    let importers = user.root + "/data/searchlight/importers"
    try FileManager.default.createDirectory(atPath: importers + "/lib", withIntermediateDirectories: true)
    for name in ["org.example.Notebooks.importer", "notebooks.py", "lib/searchlight.py"] {
      try FileManager.default.copyItem(atPath: "\(Self.example)/\(name)", toPath: "\(importers)/\(name)")
    }
  }

  @Test func `an importer in Python reads files inside the sandbox`() throws {
    let user = try TestEnvironment()
    try install(for: user)
    try FileManager.default.copyItem(atPath: Self.example + "/orbits.ipynb", toPath: user.path("orbits.ipynb"))
    try user.write("broken.ipynb", "{\"cells\": 1}")
    try user.index()
    #expect(try user.find("kMDItemTitle == 'Orbits of comets' && kMDItemKeywords == python") == ["orbits.ipynb"])
    #expect(try user.find("org_example_notebook_cells == 2 && kMDItemTextContent == equation") == ["orbits.ipynb"])
    #expect(try user.find("kMDItemKind == 'Jupyter notebook'") == ["broken.ipynb", "orbits.ipynb"])
    let failed = try user.run("mdutil", "--failed").text
    #expect(failed.contains("broken.ipynb: The file is not a notebook"), "\(failed)")
    #expect(failed.contains("org.example.Notebooks 1"))
  }

  @Test func `text that is longer than the window arrives whole`() throws {
    let user = try TestEnvironment()
    try install(for: user)
    let words = (0..<150_000).map { "wörd\($0)" }.joined(separator: " ")
    try user.write("long.ipynb", "{\"cells\": [{\"cell_type\": \"markdown\", \"source\": [\"\(words)\"]}]}")
    try user.index()
    for word in ["wörd0", "wörd74999", "wörd149999"] { #expect(try user.find(word) == ["long.ipynb"], "\(word)") }
  }

  @Test(arguments: [
    "open('/etc/passwd').read()", "open(os.path.expanduser('~/x'), 'w')", "os.listdir(os.path.expanduser('~'))", "os.fork()",
    "os.execv('/bin/true', ['true'])", "socket.socket()", "os.kill(os.getppid(), 9)", "mmap.mmap(-1, 4096)",
  ])
  func `an importer in Python cannot leave the sandbox`(act: String) throws {
    let user = try TestEnvironment(files: ["a.ipynb": "{}", "b.txt": "hello"])
    try install(for: user)
    let script = user.root + "/data/searchlight/importers/notebooks.py"
    let text = try String(contentsOfFile: script, encoding: .utf8)
    let hostile = text.replacingOccurrences(
      of: "    try:\n        notebook",
      with: "    import mmap, os, socket\n    \(act)\n    return {\"kMDItemTitle\": \"escaped\"}, \"\"\n    try:\n        notebook")
    try Data(hostile.utf8).write(to: URL(fileURLWithPath: script))
    try user.index()
    #expect(try user.find("kMDItemTitle == escaped") == [])
    #expect(try user.run("mdutil", "--failed").lines.count == 1)
    #expect(try user.find("hello") == ["b.txt"])
  }
}
