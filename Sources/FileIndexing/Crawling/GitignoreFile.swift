internal import Glibc

/// The patterns of a file `.gitignore` or `.git/info/exclude`. gitignore(5)
struct GitignoreFile: Sendable {
  /// Path of the file.
  let path: [UInt8]
  /// Path of the directory that the patterns are relative to.
  let base: [UInt8]
  private let patterns: [Pattern]

  private struct Pattern: Sendable {
    var line: Int
    var isNegated: Bool
    var isForDirectories: Bool
    /// Whether the pattern has no slash, so that it applies to names in all directories.
    var isForNames: Bool
    /// The beginning of the pattern without wildcards, which is compared first.
    var literal: [UInt8]
    /// The rest of the pattern; `nil` if there is none.
    var glob: GitignoreGlob?

    func matches(_ text: ArraySlice<UInt8>) -> Bool {
      guard text.starts(with: literal) else { return false }
      guard let glob else { return text.count == literal.count }
      return glob.matches(text.dropFirst(literal.count))
    }
  }

  /// - Returns: `nil` if there is no such file, or no pattern in it.
  init?(at path: [UInt8], base: [UInt8]) {
    guard let text = Self.read(path) else { return nil }
    self.init(text, path: path, base: base)
    if patterns.isEmpty { return nil }
  }

  init(_ text: [UInt8], path: [UInt8] = [], base: [UInt8]) {
    self.path = path
    self.base = base
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let content = text.starts(with: mark) ? text.dropFirst(mark.count) : text[...]
    patterns = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated().compactMap { number, line in
      Self.pattern(line.last == UInt8(ascii: "\r") ? line.dropLast() : line, number: number + 1)
    }
  }

  /// Whether an entry is ignored, and by which line; `nil` if no pattern matches.
  ///
  /// - Parameters:
  ///   - name: The name of the entry.
  ///   - path: Its path relative to ``base``.
  func verdict(on name: [UInt8], at path: ArraySlice<UInt8>, isDirectory: Bool) -> (isIgnored: Bool, line: Int)? {
    patterns.last { pattern in
      (isDirectory || !pattern.isForDirectories) && pattern.matches(pattern.isForNames ? name[...] : path)
    }.map { (!$0.isNegated, $0.line) }
  }

  private static func pattern(_ line: ArraySlice<UInt8>, number: Int) -> Pattern? {
    guard !line.isEmpty, line.first != UInt8(ascii: "#") else { return nil }
    var rest = withoutSpacesAtEnd(line)
    let isNegated = rest.first == UInt8(ascii: "!")
    if isNegated { rest.removeFirst() }
    let isForDirectories = rest.last == UInt8(ascii: "/")
    if isForDirectories { rest.removeLast() }
    guard !rest.isEmpty else { return nil }
    let isForNames = !rest.contains(UInt8(ascii: "/"))
    if rest.first == UInt8(ascii: "/") { rest.removeFirst() }
    let literal = rest.prefix { !Array("*?[\\".utf8).contains($0) }
    let tail = rest[literal.endIndex...]
    return Pattern(
      line: number, isNegated: isNegated, isForDirectories: isForDirectories, isForNames: isForNames, literal: Array(literal),
      glob: tail.isEmpty ? nil : GitignoreGlob(tail, isForPaths: !isForNames))
  }

  /// Spaces at the end have no meaning unless a backslash precedes them.
  private static func withoutSpacesAtEnd(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var end = line.startIndex
    var index = line.startIndex
    while index < line.endIndex {
      if line[index] == UInt8(ascii: "\\") {
        index = min(index + 2, line.endIndex)
        end = index
      } else {
        index += 1
        if line[index - 1] != UInt8(ascii: " ") { end = index }
      }
    }
    return line[..<end]
  }

  private static func read(_ path: [UInt8]) -> [UInt8]? {
    // Git does not follow symbolic links here either. Opening a FIFO must not wait for a writer.
    let file = unsafe withCPath(path) { unsafe open($0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
    guard file >= 0 else { return nil }
    defer { close(file) }
    // Longer than any file that a person writes.
    let capacity = 1 << 20
    return unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      while count < capacity {
        let more = unsafe Glibc.read(file, buffer.baseAddress?.advanced(by: count), capacity - count)
        guard more > 0 else { return }
        count += more
      }
    }
  }
}
