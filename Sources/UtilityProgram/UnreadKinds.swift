// SPDX-License-Identifier: Apache-2.0

import CommandLine
import IndexStore
import LogMessages

/// The kinds of the files that no importer reads: they are found by name, size, dates and type.
struct UnreadKinds {
  /// A kind of file, with the number of files.
  private struct Kind {
    let name: String
    let type: String
    let count: Int
  }

  /// Maximum number of kinds in the summary.
  private static let shownCount = 12

  /// The most frequent kind first.
  private let kinds: [Kind]

  private var fileCount: Int { kinds.reduce(0) { $0 + $1.count } }

  init(in index: Store) throws(StoreError) {
    kinds = try index.read { snapshot throws(StoreError) in
      var counts: [TypeID: Int] = [:]
      // Documents come directory after directory.
      var directory: DirectoryRecord?
      try snapshot.forEachDocument { row throws(StoreError) in
        guard row.content == .none, row.status.kind == .regular, row.status.size > 0 else { return true }
        if directory?.id != row.reference.directory { directory = try snapshot.directoryRecord(row.reference.directory) }
        if directory?.isNamesOnly == false { counts[row.type, default: 0] += 1 }
        return true
      }
      var kinds: [Kind] = []
      for (type, count) in counts {
        guard let type = try snapshot.contentType(type) else { continue }
        kinds.append(Kind(name: type.kind, type: type.mimeType ?? type.identifier, count: count))
      }
      return kinds.sorted { ($1.count, $0.name, $0.type) < ($0.count, $1.name, $1.type) }
    }
  }

  /// One line with the most frequent kinds, or all of them with their types; empty if there are none.
  func summary(isVerbose: Bool) -> String {
    guard !kinds.isEmpty else { return "" }
    let shown = isVerbose ? kinds[...] : kinds.prefix(Self.shownCount)
    let rest = kinds.count - shown.count
    let names = shown.map { kind in "\(kind.name) \(isVerbose ? "(\(kind.type)) " : "")\(kind.count.grouped)" }
    let others = rest > 0 ? "; \(counted(rest, "other kind")), see mdutil -s -v" : ""
    return "\tread by no importer: \(counted(fileCount, "file")): \(PrintableText.line(names.joined(separator: ", ")))\(others)\n"
  }
}
