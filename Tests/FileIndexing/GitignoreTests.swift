// SPDX-License-Identifier: Apache-2.0

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

  @Test func `very many patterns with many stars take a bounded number of steps`() {
    // As many as a file may have.
    let lines = (0..<55_000).map { number in "*a*\(number % 10)*b*\(number / 10 % 10)*c*x" }
    let file = GitignoreFile(Array((lines + ["*.o", "build", "/docs/*.pdf"]).joined(separator: "\n").utf8), base: [])
    // A word takes five patterns of eleven states.
    #expect(file.maximumSteps <= 55_000 / 5 + 2)
    func line(_ path: String) -> Int? {
      let bytes = Array(path.utf8)
      return file.verdict(on: bytes.lastComponent, at: bytes[...], isDirectory: false)?.line
    }
    #expect(line("a7b31c4x") == 54_938)
    #expect(line("a7b31c4") == nil)
    #expect(line("sub/main.o") == 55_001)
    #expect(line("docs/a.pdf") == 55_003)
  }

  @Test func `patterns without wildcards, and those for suffixes, take one lookup`() {
    let lines = (0..<20_000).flatMap { ["*.suffix\($0)", "name\($0)", "/path/\($0)/"] }
    let file = GitignoreFile(Array(lines.joined(separator: "\n").utf8), base: [])
    #expect(file.maximumSteps == 0)
    func line(_ path: String, isDirectory: Bool = false) -> Int? {
      let bytes = Array(path.utf8)
      return file.verdict(on: bytes.lastComponent, at: bytes[...], isDirectory: isDirectory)?.line
    }
    #expect(line("x.suffix19999") == 59_998)
    #expect(line("sub/name7") == 23)
    #expect(line("path/5", isDirectory: true) == 18)
    #expect(line("path/5") == nil)
  }

  /// What a pattern matches, by trying everything.
  private func matches(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = pattern.dropFirst()
    if first == UInt8(ascii: "*") { return matches(rest, text) || !text.isEmpty && matches(pattern, text.dropFirst()) }
    guard let byte = text.first, first == UInt8(ascii: "?") || first == byte else { return false }
    return matches(rest, text.dropFirst())
  }

  @Test(arguments: 0..<8)
  func `many patterns of any length match what each of them matches`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func word(_ letters: String, _ lengths: ClosedRange<Int>) -> [UInt8] {
      (0..<Int.random(in: lengths, using: &random)).map { _ in letters.utf8.randomElement(using: &random) ?? 0 }
    }
    // Some chains take more than one word, and begin at any bit of one.
    let patterns = (0..<40).map { word("aab*?", $0 % 7 == 0 ? 60...150 : 1...14) }
    let file = GitignoreFile(Array(patterns.joined(separator: [UInt8(ascii: "\n")])), base: [])
    for _ in 0..<60 {
      let name = word("aaab", 1...12)
      let expected = patterns.lastIndex { matches($0[...], name[...]) }.map { $0 + 1 }
      #expect(file.verdict(on: name, at: name[...], isDirectory: false)?.line == expected)
    }
    // A text for a long one.
    for (index, pattern) in patterns.enumerated() where index % 7 == 0 {
      let name = pattern.flatMap { $0 == UInt8(ascii: "*") ? word("ab", 0...2) : [$0 == UInt8(ascii: "?") ? UInt8(ascii: "a") : $0] }
      let line = file.verdict(on: name, at: name[...], isDirectory: false)?.line
      #expect(name.isEmpty || line ?? 0 >= index + 1)
    }
  }

  @Test func `linked work trees share the patterns of the repository, and submodules have their own`() throws {
    try folder.file("main/.git/info/exclude", "secret.txt\n")
    try folder.file("main/.git/worktrees/wt/commondir", "../..\n")
    try folder.file("wt/.git", "gitdir: \(folder.path)/main/.git/worktrees/wt\n")
    try folder.file("main/.git/modules/sub/info/exclude", "other.txt\n")
    try folder.file("main/sub/.git", "gitdir: ../.git/modules/sub\n")
    try folder.file("broken/.git", "gitdir: ../nowhere\n")
    try folder.file("broken/.gitignore", "*.log\n")
    let finder = GitignoreFinder()
    func isIgnored(_ path: String) -> Bool {
      let bytes = folder.bytes + "/\(path)".utf8
      return finder.rules(for: bytes.parent)?.line(ignoring: bytes.lastComponent, in: bytes.parent, isDirectory: false) != nil
    }
    for path in ["main/secret.txt", "wt/secret.txt", "wt/deep/secret.txt", "main/sub/other.txt", "broken/x.log"] {
      #expect(isIgnored(path), "\(path)")
    }
    for path in ["main/sub/secret.txt", "main/other.txt", "broken/secret.txt"] { #expect(!isIgnored(path), "\(path)") }
  }

  @Test func `patterns of somebody else are not read through a path in a file`() throws {
    guard geteuid() == 0 else { return }
    try folder.file("theirs/info/exclude", "secret.txt\n")
    try folder.file("mine/.git", "gitdir: ../theirs\n")
    func line() -> Int? {
      let parent = folder.bytes + "/mine".utf8
      return GitignoreFinder().rules(for: parent)?.line(ignoring: Array("secret.txt".utf8), in: parent, isDirectory: false)?.number
    }
    #expect(line() == 1)
    chown(folder.path + "/theirs/info/exclude", 1001, 1001)
    #expect(line() == nil)
    chown(folder.path + "/mine/.git", 1001, 1001)
    #expect(line() == 1)
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
