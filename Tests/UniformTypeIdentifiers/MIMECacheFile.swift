// SPDX-License-Identifier: Apache-2.0

/// Writes a `mime.cache` in the format of update-mime-database.
struct MIMECacheFile {
  var aliases: [(alias: String, type: String)] = []
  var parents: [(type: String, parents: [String])] = []
  var literals: [Glob] = []
  var suffixes: [Glob] = []
  var patterns: [Glob] = []

  struct Glob {
    let text: String
    let type: String
    var weight: UInt8 = 50
    var isCaseSensitive = false

    init(_ text: String, _ type: String, weight: UInt8 = 50, isCaseSensitive: Bool = false) {
      self.text = text
      self.type = type
      self.weight = weight
      self.isCaseSensitive = isCaseSensitive
    }

    var flags: Int { Int(weight) | (isCaseSensitive ? 0x100 : 0) }
  }

  /// A node of the reverse suffix tree.
  private final class Branch {
    var children: [(Unicode.Scalar, Branch)] = []
    var leaves: [Glob] = []
  }

  /// The bytes of the file. Lists that nothing reads (magic, namespaces, icons) are empty.
  var bytes: [UInt8] {
    var layout = Layout()
    layout.reserve(40)
    layout.put(halfword: 1, at: 0)
    layout.put(halfword: 2, at: 2)
    var empty = 0
    let parts: [(inout Layout) -> Int] = [
      { $0.list(aliases.map { [.string($0.alias), .string($0.type)] }) },
      { layout in
        let lists = parents.map { entry in layout.list(entry.parents.map { [.string($0)] }) }
        return layout.list(zip(parents, lists).map { [.string($0.type), .number($1)] })
      },
      { $0.list(literals.map { [.string($0.text), .string($0.type), .number($0.flags)] }) },
      { $0.tree(suffixes) },
      { $0.list(patterns.map { [.string($0.text), .string($0.type), .number($0.flags)] }) },
      { layout in
        empty = layout.list([])
        return empty
      },
    ]
    for (index, part) in parts.enumerated() {
      let offset = part(&layout)
      layout.put(word: offset, at: 4 + index * 4)
    }
    for index in 6..<9 { layout.put(word: empty, at: 4 + index * 4) }
    return layout.bytes
  }

  private enum Field {
    case number(Int)
    case string(String)
  }

  private struct Layout {
    var bytes: [UInt8] = []
    var strings: [String: Int] = [:]

    @discardableResult
    mutating func reserve(_ count: Int) -> Int {
      while bytes.count % 4 != 0 { bytes.append(0) }
      let offset = bytes.count
      bytes += [UInt8](repeating: 0, count: count)
      return offset
    }

    mutating func put(halfword: Int, at offset: Int) {
      bytes[offset] = UInt8(halfword >> 8)
      bytes[offset + 1] = UInt8(halfword & 0xFF)
    }

    mutating func put(word: Int, at offset: Int) {
      put(halfword: word >> 16, at: offset)
      put(halfword: word & 0xFFFF, at: offset + 2)
    }

    mutating func string(_ text: String) -> Int {
      if let offset = strings[text] { return offset }
      let offset = bytes.count
      bytes += Array(text.utf8) + [0]
      strings[text] = offset
      return offset
    }

    /// Writes a count and the words of the entries.
    mutating func list(_ entries: [[Field]]) -> Int {
      let numbers = entries.flatMap { $0 }.map { field in
        switch field {
        case .number(let number): number
        case .string(let text): string(text)
        }
      }
      let offset = reserve(4 + numbers.count * 4)
      put(word: entries.count, at: offset)
      for (index, number) in numbers.enumerated() { put(word: number, at: offset + 4 + index * 4) }
      return offset
    }

    mutating func tree(_ suffixes: [Glob]) -> Int {
      let root = Branch()
      for glob in suffixes {
        var branch = root
        for scalar in glob.text.unicodeScalars.reversed() {
          if let next = branch.children.first(where: { $0.0 == scalar }) {
            branch = next.1
          } else {
            let next = Branch()
            branch.children.append((scalar, next))
            branch = next
          }
        }
        branch.leaves.append(glob)
      }
      let offset = reserve(8)
      put(word: root.children.count, at: offset)
      put(word: nodes(root), at: offset + 4)
      return offset
    }

    /// Writes the children of a node, leaves first. Returns the offset of the first.
    private mutating func nodes(_ branch: Branch) -> Int {
      let offset = reserve((branch.leaves.count + branch.children.count) * 12)
      for (index, leaf) in branch.leaves.enumerated() {
        put(word: string(leaf.type), at: offset + index * 12 + 4)
        put(word: leaf.flags, at: offset + index * 12 + 8)
      }
      for (index, child) in branch.children.enumerated() {
        let node = offset + (branch.leaves.count + index) * 12
        put(word: Int(child.0.value), at: node)
        put(word: child.1.leaves.count + child.1.children.count, at: node + 4)
        put(word: nodes(child.1), at: node + 8)
      }
      return offset
    }
  }
}

extension MIMECacheFile {
  /// A cache with an entry of each kind.
  static let sample = MIMECacheFile(
    aliases: [("application/x-foo", "image/x-foo"), ("text/x-c", "text/x-csrc")],
    parents: [("image/x-foo", ["application/zip", "image/x-base"]), ("text/x-bar", ["text/plain"]), ("text/x-bar+xml", ["text/x-bar"])],
    literals: [Glob("barfile", "text/x-bar"), Glob("Exact", "text/x-exact", isCaseSensitive: true)],
    suffixes: [
      Glob(".foo", "image/x-foo"), Glob(".tar.foo", "application/x-foo-tar"), Glob(".bar", "text/x-bar"), Glob(".bar", "text/x-bar+xml"),
      Glob(".two", "text/x-one"), Glob(".two", "audio/x-two"), Glob(".weak", "text/x-weak", weight: 10),
      Glob(".heavy.foo", "text/x-h", weight: 40),
      Glob(".C", "text/x-c++src", isCaseSensitive: true), Glob(".c", "text/x-csrc"), Glob(".日本", "text/x-nihon"),
      Glob("~", "application/x-trash"),
    ],
    patterns: [
      Glob("notes*", "text/x-notes", weight: 10), Glob("*.so.[0-9]*", "application/x-sharedlib", weight: 60), Glob("*.[1-9]", "text/x-man"),
    ])
}
