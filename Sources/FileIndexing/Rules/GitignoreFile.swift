// SPDX-License-Identifier: Apache-2.0

internal import IndexStore
internal import SystemPlatform

/// The patterns of a file `.gitignore` or `.git/info/exclude`. gitignore(5)
struct GitignoreFile: Sendable {
  /// Path of the file.
  let path: [UInt8]
  /// Path of the directory that the patterns are relative to.
  let base: [UInt8]
  /// In the order of their lines.
  private let patterns: [Line]
  private let names: PatternIndex
  private let paths: PatternIndex

  private struct Line: Sendable {
    var number: Int
    var isNegated: Bool
    var isForDirectories: Bool
  }

  /// Length of the file, as a measure of the memory for its patterns.
  let byteCount: Int

  /// - Parameter owner: The user who must own the file, unless root does; `nil` for any.
  /// - Returns: `nil` if there is no such file, or no pattern in it.
  init?(at path: [UInt8], base: [UInt8], owner: UInt32? = nil) {
    guard let text = Self.read(path, atMost: Self.maximumLength, owner: owner) else { return nil }
    self.init(text, path: path, base: base)
    if patterns.isEmpty { return nil }
  }

  init(_ text: [UInt8], path: [UInt8] = [], base: [UInt8]) {
    self.path = path
    self.base = base
    byteCount = text.count
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let content = text.starts(with: mark) ? text.dropFirst(mark.count) : text[...]
    let parsed = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
      .compactMap { number, line in GitignorePattern(line.last == UInt8(ascii: "\r") ? line.dropLast() : line, number: number + 1) }
    patterns = parsed.map { Line(number: $0.line, isNegated: $0.isNegated, isForDirectories: $0.isForDirectories) }
    let numbered = parsed.enumerated().map { (id: $0.offset, pattern: $0.element) }
    names = PatternIndex(numbered.filter(\.pattern.isForNames), maximumLength: ListedFile.maximumNameLength)
    paths = PatternIndex(numbered.filter { !$0.pattern.isForNames }, maximumLength: Path.maximumLength)
  }

  /// Number of steps that a byte of a name or of a path may take. For tests.
  var maximumSteps: Int { names.maximumSteps + paths.maximumSteps }

  /// Whether an entry is ignored, and by which line; `nil` if no pattern matches.
  ///
  /// - Parameters:
  ///   - name: The name of the entry.
  ///   - path: Its path relative to ``base``.
  func verdict(on name: [UInt8], at path: ArraySlice<UInt8>, isDirectory: Bool) -> (isIgnored: Bool, line: Int)? {
    func isWanted(_ id: Int) -> Bool { isDirectory || !patterns[id].isForDirectories }
    let found = [names.last(matching: name[...], where: isWanted), paths.last(matching: path, where: isWanted)]
    return found.compactMap(\.self).max().map { (!patterns[$0].isNegated, patterns[$0].number) }
  }

  /// Longer than any file that a person writes.
  private static let maximumLength = 1 << 20

  /// The bytes of a file; `nil` if there is none or it cannot be read. Of a longer one, the first bytes.
  static func read(_ path: [UInt8], atMost capacity: Int, owner: UInt32? = nil) -> [UInt8]? {
    // Git does not follow symbolic links here either.
    guard let file = try? ReadableFile(Path(path), followsLink: false), owner.map({ [$0, 0].contains(file.owner) }) ?? true else {
      return nil
    }
    return try? file.contents(limit: capacity)
  }
}

/// Patterns, grouped so that a text is compared with few of them.
private struct PatternIndex: Sendable {
  /// The patterns without wildcards.
  private var literals: [[UInt8]: LastPatterns] = [:]
  /// The patterns of the form `*literal`.
  private var suffixes: [[UInt8]: LastPatterns] = [:]
  /// The lengths of ``suffixes``, in ascending order.
  private var suffixLengths: [Int] = []
  private let automaton: GitignoreAutomaton

  init(_ patterns: [(id: Int, pattern: GitignorePattern)], maximumLength: Int) {
    var others: [(id: Int, pattern: GitignorePattern)] = []
    for (id, pattern) in patterns {
      switch pattern.literal {
      case (let bytes, isSuffix: false)?: literals[bytes, default: LastPatterns()].note(id, pattern)
      case (let bytes, isSuffix: true)?: suffixes[bytes, default: LastPatterns()].note(id, pattern)
      case nil: others.append((id, pattern))
      }
    }
    suffixLengths = Set(suffixes.keys.map(\.count)).sorted()
    automaton = GitignoreAutomaton(others, maximumLength: maximumLength)
  }

  /// See ``GitignoreFile/maximumSteps``.
  var maximumSteps: Int { automaton.wordCount }

  /// The greatest id of the patterns that match a text and that are wanted; `nil` if there is none.
  func last(matching text: ArraySlice<UInt8>, where isWanted: (Int) -> Bool) -> Int? {
    var best = automaton.last(matching: text, where: isWanted)
    func note(_ found: LastPatterns?) {
      for id in [found?.id, found?.directoryID].compactMap(\.self) where isWanted(id) { best = max(best ?? id, id) }
    }
    if !literals.isEmpty { note(literals[Array(text)]) }
    for length in suffixLengths.prefix(while: { $0 <= text.count }) { note(suffixes[Array(text.suffix(length))]) }
    return best
  }

  /// The last ones of patterns that match the same texts.
  private struct LastPatterns: Sendable {
    var id: Int?
    /// Of those for directories.
    var directoryID: Int?

    mutating func note(_ id: Int, _ pattern: GitignorePattern) {
      if pattern.isForDirectories { directoryID = id } else { self.id = id }
    }
  }
}
