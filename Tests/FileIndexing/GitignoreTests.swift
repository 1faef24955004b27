import Foundation
import TestSupport
import Testing

@testable import FileIndexing

struct GitignoreTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func isIgnored(_ path: String, by patterns: String) -> Bool? {
    let isDirectory = path.hasSuffix("/")
    let bytes = Array((isDirectory ? path.dropLast() : path[...]).utf8)
    return GitignoreFile(Array(patterns.utf8), base: []).verdict(on: bytes.lastComponent, at: bytes[...], isDirectory: isDirectory)?
      .isIgnored
  }

  @Test(
    arguments: [
      ("a.o", "*.o", true), ("x/a.o", "*.o", true), ("x/a.o", "/*.o", nil), ("a.o", "*.o\n!a.o", false), ("a.o", "!a.o\n*.o", true),
      ("x/y", "x/y", true), ("z/x/y", "x/y", nil), ("z/x/y", "**/x/y", true), ("x/y", "**/x/y", true), ("x/a/b/y", "x/**/y", true),
      ("x/y", "x/**/y", true), ("xy", "x**y", true), ("x/a/y", "x*/y", nil), ("x/a", "x/**", true), ("x/", "x/**", nil), ("x/", "x/", true),
      ("x", "x/", nil), ("#a", "#a", nil), ("#a", "\\#a", true), ("!a", "\\!a", true), ("a ", "a ", nil), ("a", "a  ", true),
      ("a ", "a\\ ", true), ("a", "a\r\n", true), ("a", "\u{FEFF}a", true), ("b", "[a-c]", true), ("b", "[!a-c]", nil),
      ("d", "[^a-c]", true),
      ("]", "[]]", true), ("-", "[a-]", true), ("7", "[[:digit:]]", true), ("a", "[[:digit:]]", nil), ("a", "[[:no:]a]", nil),
      ("[a", "[a", nil),
      ("a", "a\\", nil), ("a/b", "a?b", nil), ("a/b", "a[/]b", nil), ("", "!", nil), ("a", "/", nil), ("a", "\n\n", nil),
    ] as [(String, String, Bool?)])
  func `patterns mean what gitignore(5) says`(path: String, patterns: String, expected: Bool?) {
    #expect(isIgnored(path, by: patterns) == expected)
  }

  @Test func `a pattern with many wildcards takes no exponential time`() {
    let name = String(repeating: "a", count: 200)
    #expect(isIgnored(name, by: String(repeating: "*a", count: 60) + "b") == nil)
  }

  @Test func `nearer files and later lines decide, and a repository inside has files of its own`() throws {
    for name in [".git/info/x", "sub/deep/x", "inner/.git/x"] { try folder.file(name) }
    try folder.file(".gitignore", "*.log\n")
    try folder.file(".git/info/exclude", "*.tmp\nkept.log\n")
    try folder.file("sub/.gitignore", "!*.log\n/deep/*.txt\n")
    let finder = GitignoreFinder()
    func line(_ path: String) -> String? {
      let bytes = folder.bytes + "/\(path)".utf8
      let found = finder.rules(for: bytes.parent)?.line(ignoring: bytes.lastComponent, in: bytes.parent, isDirectory: false)
      return found.map { "\(String(decoding: $0.file.dropFirst(folder.bytes.count + 1), as: UTF8.self)):\($0.number)" }
    }
    #expect(line("a.log") == ".gitignore:1")
    #expect(line("sub/a.log") == nil)
    #expect(line("sub/deep/a.log") == nil)
    #expect(line("sub/deep/a.txt") == "sub/.gitignore:2")
    #expect(line("sub/a.txt") == nil)
    #expect(line("a.tmp") == ".git/info/exclude:1")
    #expect(line("inner/a.log") == nil)
    #expect(GitignoreFinder().rules(for: Array("/proc".utf8)) == nil)
  }

  // MARK: Git

  private static let program = ["/usr/bin/git", "/usr/local/bin/git"].first(where: FileManager.default.isExecutableFile)

  private func git(_ arguments: [String], input: [UInt8] = []) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Self.program))
    process.arguments = ["-C", folder.path + "/repository"] + arguments
    process.environment = ["HOME": folder.path, "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C"]
    let (given, answer) = (folder.path + "/input", folder.path + "/output")
    try Data(input).write(to: URL(fileURLWithPath: given))
    try Data().write(to: URL(fileURLWithPath: answer))
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: given))
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: answer))
    try process.run()
    process.waitUntilExit()
    return Array(try Data(contentsOf: URL(fileURLWithPath: answer)))
  }

  @Test(.enabled(if: program != nil, "no git here"), arguments: 0..<20)
  func `random patterns ignore what git ignores`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let components = ["a", "b", "ab", "ba", "a b", "a.o", "b.o", "[a", "-", "a\\", "c", "#a", "!b"]
    var paths: Set<String> = []
    for _ in 0..<60 {
      paths.insert(
        (0...Int.random(in: 0...3, using: &random)).map { _ in components.randomElement(using: &random) ?? "a" }.joined(separator: "/"))
    }
    // A path cannot be a file and a folder.
    let files = paths.filter { path in !paths.contains { $0.hasPrefix(path + "/") } }
    for path in files { try folder.file("repository/\(path)") }
    let folders = Set(
      files.flatMap { path in
        let parts = path.split(separator: "/")
        return (1..<max(parts.count, 1)).map { parts.prefix($0).joined(separator: "/") }
      })
    _ = try git(["init", "-q"])
    func patterns() -> String {
      let atoms = [
        "a", "b", "ab", "c", "*", "*", "**", "**/", "/", "/", "?", ".o", "[ab]", "[!a]", "[a-c]", "[[:alpha:]]", "[", "]", "\\", " ", "-",
        "\\ ", "/**/",
      ]
      return (0..<12).map { _ in
        let start = ["", "", "", "!", "/", "**/", "#", "\\!"].randomElement(using: &random) ?? ""
        let body = (0...Int.random(in: 0...4, using: &random)).map { _ in atoms.randomElement(using: &random) ?? "a" }.joined()
        return start + body + (["", "", "/", " ", "\r"].randomElement(using: &random) ?? "")
      }.joined(separator: "\n")
    }
    try folder.file("repository/.git/info/exclude", patterns())
    try folder.file("repository/.gitignore", patterns())
    for path in folders.sorted().prefix(4) { try folder.file("repository/\(path)/.gitignore", patterns()) }

    let all = (files.union(folders)).sorted()
    let answer = try git(["check-ignore", "--no-index", "--stdin", "-z"], input: all.flatMap { Array($0.utf8) + [0] })
    let expected = Set(answer.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
    let finder = GitignoreFinder()
    let root = folder.bytes + "/repository".utf8
    func isIgnored(_ path: String) -> Bool {
      var parent = root
      for (name, isLast) in path.split(separator: "/").reversed().enumerated().reversed().map({ (Array($1.utf8), $0 == 0) }) {
        let isDirectory = !isLast || folders.contains(path)
        if finder.rules(for: parent)?.line(ignoring: name, in: parent, isDirectory: isDirectory) != nil { return true }
        parent = parent.appending(component: name)
      }
      return false
    }
    let ignored = Set(all.filter(isIgnored))
    let differences = ignored.symmetricDifference(expected).sorted()
    #expect(differences.isEmpty, "ignored: \(ignored.intersection(differences)); by git: \(expected.intersection(differences))")
  }
}
