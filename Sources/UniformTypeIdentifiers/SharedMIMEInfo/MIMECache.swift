// SPDX-License-Identifier: Apache-2.0

/// The contents of a `mime.cache`: file name patterns, aliases and the hierarchy of MIME types.
///
/// The format is defined by the shared MIME-info specification, versions 1.1 and 1.2: big-endian
/// numbers, NUL-terminated strings, and offsets from the beginning of the file. Magic, namespaces
/// and icons are not read, because libmagic detects types by content.
///
/// Every offset and count is validated, and the work is bounded by the size of the file, so that a
/// damaged or hostile cache results in an error. The file is read, not mapped: it has only 150 kB
/// and is used once as a whole, and with a mapping, truncation by another process would raise
/// SIGBUS.
struct MIMECache: Sendable {
  struct Glob: Sendable {
    enum Form: Sendable { case literal, suffix, pattern }
    let form: Form
    /// The name, the suffix (without `*`), or the pattern.
    let text: [UInt8]
    let mimeType: String
    let weight: UInt8
    let isCaseSensitive: Bool
  }

  private(set) var globs: [Glob] = []
  /// Alias → the MIME type it stands for.
  private(set) var aliases: [String: String] = [:]
  /// MIME type → the types it is a subclass of.
  private(set) var parents: [String: [String]] = [:]

  /// - Throws: `MIMECacheError.damaged` or `.unsupportedVersion`; `path` only names the file in
  ///   errors.
  init(bytes: [UInt8], path: String) throws(MIMECacheError) {
    var reader = MIMECacheReader(bytes: bytes, path: path)
    let major = try reader.halfword(at: 0)
    let minor = try reader.halfword(at: 2)
    guard major == 1, minor >= 1 else { throw .unsupportedVersion(path: path, major: major, minor: minor) }
    try readAliases(&reader, at: reader.word(at: 4, in: "header"))
    try readParents(&reader, at: reader.word(at: 8, in: "header"))
    try readGlobs(&reader, at: reader.word(at: 12, in: "header"), form: .literal)
    try readSuffixes(&reader, at: reader.word(at: 16, in: "header"))
    try readGlobs(&reader, at: reader.word(at: 20, in: "header"), form: .pattern)
  }

  private mutating func readAliases(_ reader: inout MIMECacheReader, at list: Int) throws(MIMECacheError) {
    for entry in try reader.entries(at: list, size: 8, in: "alias list") {
      let alias = try reader.mimeType(atWord: entry, in: "alias list")
      aliases[alias] = try reader.mimeType(atWord: entry + 4, in: "alias list")
    }
  }

  private mutating func readParents(_ reader: inout MIMECacheReader, at list: Int) throws(MIMECacheError) {
    var total = 0
    for entry in try reader.entries(at: list, size: 8, in: "parent list") {
      let type = try reader.mimeType(atWord: entry, in: "parent list")
      let parentWords = try reader.entries(at: reader.word(at: entry + 4, in: "parent list"), size: 4, in: "parent list")
      total += parentWords.count
      // Without this check, overlapping lists could have more entries than the file has bytes.
      guard total <= reader.byteCount / 4 else { throw reader.damage("parent list", at: entry) }
      for word in parentWords {
        parents[type, default: []].append(try reader.mimeType(atWord: word, in: "parent list"))
      }
    }
  }

  private mutating func readGlobs(_ reader: inout MIMECacheReader, at list: Int, form: Glob.Form) throws(MIMECacheError) {
    let part = form == .literal ? "literal list" : "glob list"
    for entry in try reader.entries(at: list, size: 12, in: part) {
      let text = try reader.string(at: reader.word(at: entry, in: part), in: part)
      try addGlob(&reader, form: form, text: text, typeAt: entry + 4, in: part)
    }
  }

  /// Appends a pattern. The word at `word` is the offset of its MIME type; the next word contains
  /// its weight and flags.
  private mutating func addGlob(
    _ reader: inout MIMECacheReader, form: Glob.Form, text: [UInt8], typeAt word: Int, in part: String
  ) throws(MIMECacheError) {
    let flags = try reader.word(at: word + 4, in: part)
    globs.append(
      Glob(
        form: form, text: text, mimeType: try reader.mimeType(atWord: word, in: part), weight: UInt8(truncatingIfNeeded: flags),
        isCaseSensitive: flags & 0x100 != 0))
  }

  private mutating func readSuffixes(_ reader: inout MIMECacheReader, at list: Int) throws(MIMECacheError) {
    let part = "suffix tree"
    let rootCount = try reader.word(at: list, in: part)
    let firstRoot = try reader.word(at: list + 4, in: part)
    // The file cannot contain more nodes than this; more visits mean a cycle or shared branches.
    var visitsLeft = reader.byteCount / 12
    var pending = [(first: firstRoot, count: rootCount, suffix: [UInt8]())]
    while let (first, count, suffix) = pending.popLast() {
      guard count <= visitsLeft, suffix.count <= MIMECacheReader.maximumStringLength else { throw reader.damage(part, at: first) }
      visitsLeft -= count
      for index in 0..<count {
        let node = first + index * 12
        let character = try reader.word(at: node, in: part)
        if character == 0 {
          try addGlob(&reader, form: .suffix, text: suffix, typeAt: node + 4, in: part)
        } else {
          guard let scalar = Unicode.Scalar(UInt32(character)) else { throw reader.damage(part, at: node) }
          let children = try reader.word(at: node + 4, in: part)
          pending.append((try reader.word(at: node + 8, in: part), children, Array(String(Character(scalar)).utf8) + suffix))
        }
      }
    }
  }
}
