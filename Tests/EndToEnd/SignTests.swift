// SPDX-License-Identifier: Apache-2.0

import Testing

/// Words with signs, such as the names of programming languages, in real files.
struct SignTests {
  @Test func `words with signs are found in texts and names`() throws {
    let user = try TestEnvironment(files: [
      "modern.txt": "Modern C++ Design", "standard.txt": "written in c++17.", "sharp.md": "# C#\n\nand F#",
      "plain.txt": "plan C and the net",
      "framework.txt": "on .NET 8", "address.txt": "mail x.net", "license.txt": "GPLv2+", "loop.txt": "a+b; i++;", "c++.txt": "notes",
      "notes.net": "something",
    ])
    try user.index()
    func row(_ value: String, _ finds: String...) -> (query: String, finds: [String]) { ("kMDItemTextContent == \(value)", finds) }
    try user.expect([
      row("\"C++\"cd", "modern.txt", "standard.txt"), row("C++", "modern.txt"), row("\"C#\"", "sharp.md"), row("F#", "sharp.md"),
      row("\".NET\"cd", "framework.txt"), row("\"modern C++ design\"c", "modern.txt"), row("\"modern C# design\"c"),
      row("\"c++17\"c", "standard.txt"), row("\"C\"c", "modern.txt", "standard.txt", "sharp.md", "plain.txt"),
      row("\"net\"c", "framework.txt", "address.txt", "plain.txt"), row("\"x.net\"", "address.txt"), row("\"GPLv2+\"", "license.txt"),
      row("\"i++\"", "loop.txt"), row("\"a+b\"", "loop.txt"), row("\"C++\"cdw", "modern.txt", "standard.txt"),
    ])
    let rows: [(String, [String])] = [
      ("C++", ["modern.txt", "standard.txt", "c++.txt"]), ("c#", ["sharp.md"]), (".NET", ["framework.txt", "notes.net"]),
      (".net", ["framework.txt", "notes.net"]), ("\"modern C++ design\"", ["modern.txt"]), ("C++ -modern", ["standard.txt", "c++.txt"]),
      ("C# | F#", ["sharp.md"]), ("contains:C++17", ["standard.txt"]),
    ]
    for (text, files) in rows { #expect(try user.find(text) == files.sorted(), "\(text)") }
    #expect(try user.find("-name", "c++") == ["c++.txt"])
    #expect(try user.find("-name", ".net") == ["notes.net"])
  }

  @Test func `a word that consists only of signs is found in names but not in texts`() throws {
    let user = try TestEnvironment(files: [
      "plain": "Wow!!! I ♥ this 😀 ... 100% --- done", "party😀": "nothing", "I ♥ you": "", "a - b": "", "wow!!!": "text", "br[a]cket": "",
    ])
    try user.index()
    let rows: [(String, [String])] = [
      ("😀", ["party😀"]), ("♥", ["I ♥ you"]), ("!!!", ["wow!!!"]), ("\"!!!\"", ["wow!!!"]), ("...", []), ("\"---\"", []), ("%", []),
      ("wow !!!", ["plain", "wow!!!"]), ("I ♥", ["I ♥ you"]), ("a - b", ["a - b", "br[a]cket"]), ("wow - done", ["plain"]),
      ("contains:!!!", []),
      ("wow NOT !!!", ["plain"]),
    ]
    for (text, files) in rows { #expect(try user.find("-interpret", text) == files.sorted(), "\(text)") }
    for query in ["kMDItemTextContent == \"!!!\"", "kMDItemTextContent == \"♥\"cdw"] {
      let outcome = try user.run("mdfind", query)
      #expect(outcome.status == 0 && outcome.output.isEmpty)
      #expect(outcome.errors.contains("a word of signs only is in no text"), "\(outcome.errors)")
    }
    let everything = try user.run("mdfind", "kMDItemTextContent == \"!!!*\"")
    #expect(everything.errors.contains("signs are not searched in texts, so every document with text matches this"), "\(everything.errors)")
    #expect(try user.run("mdfind", "kMDItemTextContent == \"*\"").errors.isEmpty)
    #expect(try user.find("-name", "br\\[a\\]cket*") == ["br[a]cket"])
  }
}
