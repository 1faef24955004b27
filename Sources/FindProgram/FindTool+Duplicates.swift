// SPDX-License-Identifier: Apache-2.0

import Attributes
import CommandLine
import Finders
import IndexStore
import LogMessages
import QueryLanguage
import SystemSearch

/// Finding files with equal content: `-duplicates`.
extension FindTool {
  /// Options that do not concern groups of files.
  static let optionsWithoutDuplicates = [
    "attr", "context", "count", "i", "live", "open", "ranked", "reprint", "save", "sort", "unranked",
  ]

  /// Prints the files among the hits that have equal content, in groups.
  func printDuplicates(_ search: Search, _ own: RepeatableSearch?, _ system: SystemFinder?) throws -> Bool {
    var finder = DuplicateFinder()
    for paths in try filesOfEqualSize(search, own, system) { finder.add(paths) }
    finder.sort()
    print(finder.groups.prefix(limit ?? .max))
    for failure in finder.failures.prefix(Self.maximumFailures) { tool.report("\(failure)") }
    let others = finder.failures.count - Self.maximumFailures
    if others > 0 { tool.report("and \(counted(others, "other file")) could not be read") }
    return finder.failures.isEmpty
  }

  /// Number of failures that are reported one by one.
  private static let maximumFailures = 10

  /// The paths of the regular files among the hits that are not empty and share their size with another one.
  private func filesOfEqualSize(_ search: Search, _ own: RepeatableSearch?, _ system: SystemFinder?) throws -> [[[UInt8]]] {
    var counts: [UInt64: Int] = [:]
    var files: [(reference: DocumentReference, size: UInt64)] = []
    if let own {
      let references = try own.store.search(search.query, within: own.folders).references()
      try own.store.read { snapshot throws(StoreError) in
        for reference in references {
          guard let status = try snapshot.record(of: reference)?.status, status.kind == .regular, status.size > 0 else { continue }
          counts[status.size, default: 0] += 1
          files.append((reference, status.size))
        }
      }
    }
    var others: [(path: [UInt8], size: UInt64)] = []
    system?.find(search, order: nil, limit: nil, attributes: [.known(.fileSize)]) { hits in
      for hit in hits where hit.kind == .regular {
        guard case .integer(let size)? = hit.values.first, size > 0 else { continue }
        counts[UInt64(size), default: 0] += 1
        others.append((hit.path, UInt64(size)))
      }
    }
    var paths: [UInt64: [[UInt8]]] = [:]
    if let own {
      // The names of other files are not read.
      files.removeAll { counts[$0.size] == 1 }
      try own.store.read { snapshot throws(StoreError) in
        for file in files {
          // A document that was removed meanwhile has no path.
          if let path = try snapshot.path(of: file.reference) { paths[file.size, default: []].append(path) }
        }
      }
    }
    for file in others where counts[file.size] != 1 { paths[file.size, default: []].append(file.path) }
    return paths.values.filter { $0.count > 1 }
  }

  /// In pipes, an empty line is between groups, or an empty path with `-0`; JSON numbers them.
  private func print(_ groups: ArraySlice<DuplicateFinder.Group>) {
    let terminator: UInt8 = invocation.has("0") ? 0 : UInt8(ascii: "\n")
    let showsSizes = StandardOutput.isTerminal && !invocation.has("0")
    var output = StandardOutput()
    for (number, group) in groups.enumerated() {
      if invocation.has("json") {
        for path in group.paths {
          let members = JSON.path(path) + [("size", .integer(Int64(group.size))), ("group", .integer(Int64(number + 1)))]
          output.write(JSON.object(members) + "\n")
        }
        continue
      }
      if number > 0 { output.write(byte: terminator) }
      if showsSizes { output.write("\(counted(group.paths.count, "file")) of \(describedByteCount(group.size)):\n") }
      for path in group.paths {
        output.write(path: path)
        output.write(byte: terminator)
      }
    }
    output.flush()
    guard StandardError.isTerminal else { return }
    let surplus = groups.reduce(0) { $0 + $1.surplus }
    tool.report(groups.isEmpty ? "no files have equal content" : "the copies take \(describedByteCount(surplus))")
  }
}
