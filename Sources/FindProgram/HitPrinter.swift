// SPDX-License-Identifier: Apache-2.0

import Attributes
import CommandLine
import Finders
import IndexStore
import LogMessages
import SystemSearch
import TextAnalysis

/// Prints hits in the requested format.
struct HitPrinter {
  let attributes: [RequestedAttribute]
  let isJSON: Bool
  /// The byte after each hit.
  let terminator: UInt8
  /// `nil` to print without colours.
  let painter: HitPainter?
  /// Whether unprintable paths are escaped.
  let isForTerminal: Bool
  /// Finds the passage to print after each hit; `nil` to print none.
  let passages: HitPassages?
  /// Number of columns for a path and what its file says of itself; `nil` to print paths only.
  let columns: Int?

  /// Number of hits whose attributes are read in one batch. No transaction stays open while the
  /// output is read.
  private static let batch = 256

  /// The same for hits with passages, which take up to tens of milliseconds each.
  private static let passageBatch = 8

  /// Number of paths that are joined in one batch: enough for a large write, and small enough for
  /// the processor's cache.
  private static let lines = 2048

  /// Whether the output consists only of unescaped paths.
  var isPlain: Bool { attributes.isEmpty && painter == nil && !isJSON && !isForTerminal && passages == nil }

  func print(_ results: SearchResults, from store: Store, to output: inout StandardOutput) throws(StoreError) {
    try results.forEachBatch { batch throws(StoreError) in
      guard isPlain else { return try print(batch, from: store, marked: nil, to: &output) }
      for start in stride(from: 0, to: batch.count, by: Self.lines) {
        output.write(exactly: batch.lines(start..<min(start + Self.lines, batch.count), terminator: terminator))
      }
    }
  }

  /// - Parameter mark: The change to print before each path.
  func print(
    _ hits: some RandomAccessCollection<SearchHit>, from store: Store, marked mark: Mark?, to output: inout StandardOutput
  ) throws(StoreError) {
    guard !isPlain else {
      for hit in hits {
        if let mark { output.write("\(mark.rawValue) ") }
        output.write(path: hit.path)
        output.write(byte: terminator)
      }
      return
    }
    var rest = hits[...]
    while !rest.isEmpty {
      let count = passages == nil ? Self.batch : Self.passageBatch
      let some = Array(rest.prefix(count))
      rest = rest.dropFirst(count)
      for (hit, details) in zip(some, try details(of: some, in: store)) {
        write(hit.path, details, mark, isRelated: hit.isRelated, to: &output)
      }
    }
  }

  func print(_ found: FoundHits, to output: inout StandardOutput) throws(StoreError) {
    switch found {
    case .stored(let hits, let store): try print(hits, from: store, marked: nil, to: &output)
    case .system(let hits): print(hits, to: &output)
    }
  }

  /// Prints files of the system's index.
  func print(_ hits: [SystemHit], to output: inout StandardOutput) {
    for hit in hits {
      guard !isPlain else {
        output.write(path: hit.path)
        output.write(byte: terminator)
        continue
      }
      let kind = HitPainter.Kind(hit.kind, mode: hit.mode)
      write(hit.path, Details(values: hit.values, kind: kind, passage: hit.passage), nil, to: &output)
    }
  }

  enum Mark: String { case added = "+", removed = "-" }

  /// The attributes that are printed, and those that ``HitDescription`` needs.
  var neededAttributes: [AttributeName] {
    attributes.map(\.name) + (columns == nil ? [] : HitDescription.keys.map { .known($0) })
  }

  private struct Details {
    /// Of ``neededAttributes``.
    var values: [AttributeValue]
    var kind = HitPainter.Kind.other
    var passage: Passage?
  }

  private func details(of hits: [SearchHit], in store: Store) throws(StoreError) -> [Details] {
    let names = neededAttributes
    let isPainted = painter != nil
    var all = try store.read { snapshot throws(StoreError) in
      var details: [Details] = []
      for hit in hits {
        let values = try snapshot.values(of: names, for: hit.reference) ?? []
        var more = Details(values: zip(names.indices, names).map { index, _ in index < values.count ? values[index] ?? .null : .null })
        if isPainted, let record = try snapshot.record(of: hit.reference) {
          more.kind = HitPainter.Kind(record.status.kind, mode: record.status.mode)
        }
        details.append(more)
      }
      return details
    }
    if let passages { for index in hits.indices { all[index].passage = try passages.passage(of: hits[index], in: store) } }
    return all
  }

  private func write(_ path: [UInt8], _ details: Details, _ mark: Mark?, isRelated: Bool = false, to output: inout StandardOutput) {
    if isJSON {
      var members = JSON.path(path)
      for (attribute, value) in zip(attributes, details.values) where value != .null {
        let name = attribute.name.description
        if !members.contains(where: { $0.0 == name }) { members.append((name, value)) }
      }
      if let passage = details.passage {
        if !passage.text.isEmpty { members.append(("context", .string(passage.text))) }
        if let line = passage.line { members.append(("line", .integer(Int64(line)))) }
        if passage.isOutdated { members.append(("outdated", .boolean(true))) }
      }
      if isRelated { members.append(("related", .boolean(true))) }
      if let mark { members.append(("event", .string(mark == .added ? "added" : "removed"))) }
      return output.write(JSON.object(members) + "\n")
    }
    if let mark { output.write("\(mark.rawValue) ") }
    if let painter { output.write(exactly: painter.paint(path, details.kind)) } else { output.write(path: path) }
    // As compilers and grep(1) write it, so that editors and terminals open the line.
    if let line = details.passage?.line { output.write(":\(line):") }
    for (attribute, value) in zip(attributes, details.values) { output.write("   \(attribute.title) = \(OldStyleDescription.line(value))") }
    let mark = isRelated && isForTerminal ? "   (related)" : ""
    output.write(mark)
    if let columns, let description = HitDescription(Array(details.values.dropFirst(attributes.count))) {
      write(description, behind: path, columns: columns - mark.count, to: &output)
    }
    output.write(byte: terminator)
    if let passage = details.passage {
      // A passage is printable.
      let text = painter?.paint(passage.text, matches: passage.matches) ?? passage.text
      if !text.isEmpty { output.write(exactly: Array("    \(text)\n".utf8)) }
      if passage.isOutdated { output.write("    (the file has changed since it was indexed)\n") }
    }
  }
}

extension HitPrinter {
  /// Number of columns that a description gets at least, in a further line of the screen if the path leaves less.
  private static let minimumColumns = 40

  private func write(_ description: HitDescription, behind path: [UInt8], columns: Int, to output: inout StandardOutput) {
    let used = DisplayWidth.columns(of: PrintableText.path(path)) % max(1, columns) + 3
    var line = ScreenLine(columns: max(Self.minimumColumns, columns - used), isColored: painter != nil)
    line.append(description.text, .dim)
    output.write(exactly: Array("   ".utf8) + line.bytes)
  }
}

extension HitPainter.Kind {
  /// - Parameter mode: The permission bits.
  init(_ kind: FileStatus.Kind, mode: UInt16) {
    self =
      switch kind {
      case .directory: .directory
      case .symbolicLink: .symbolicLink
      case .regular: mode & 0o111 == 0 ? .regular : .executable
      case .other: .other
      }
  }
}
