// SPDX-License-Identifier: Apache-2.0

internal import WordVectors

/// Merges segments into one, without their dropped documents.
///
/// Documents keep their order, those of the first segment first. The inputs are streamed: memory is
/// bounded by 12 bytes per 64 documents, 0.5 bytes per document for the column being written, 12 bytes
/// per document if some have texts, and buffers.
///
/// All inputs have the same version of the folding, which is that of the result.
package enum SegmentMerger {
  /// - Parameters:
  ///   - inputs: The segments, each with its dropped documents.
  ///   - path: Path of the new file. An existing file is replaced, so callers write to a temporary
  ///     name and rename it. An error removes the file; a process that is killed may leave part of
  ///     it.
  ///   - durable: Whether to wait until the contents are on disk. Making the file's name durable is
  ///     left to the caller, who renames the file.
  ///   - trigramThreshold: Minimum number of names that get trigrams.
  ///   - isHurried: Whether to compute the trigrams of names on a second thread. They are more than
  ///     half of the work.
  ///   - vectors: Makes the vectors of documents that lack them; `nil` to only copy those that all inputs have.
  package static func merge(
    _ inputs: [(segment: SegmentReader, dropped: OrdinalSet)], into path: String, durable: Bool,
    trigramThreshold: Int = NameBlocks.trigramThreshold, isHurried: Bool = false,
    vectors: VectorSource? = nil
  ) throws(SegmentError) -> MergedSegment {
    var bases: [UInt32] = []
    var renumberings: [OrdinalRenumbering] = []
    var total = 0
    for input in inputs {
      guard total + input.segment.documentCount < UInt32.max else { throw .tooLarge(file: path) }
      bases.append(UInt32(total))
      let renumbering = OrdinalRenumbering(dropped: input.dropped, base: UInt32(total))
      total += renumbering.liveCount
      renumberings.append(renumbering)
    }
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let file = try SegmentFileWriter(path: path)
    let assembly = SegmentAssembly(file: file, folder: folder)
    let sources = Array(zip(inputs.map(\.segment), renumberings))
    var trigrams = total < max(trigramThreshold, 1) ? nil : TrigramWork(of: inputs, in: folder, onOwnThread: isHurried)
    try assembly.writeText(lengths: try textLengths(of: sources, documentCount: total)) { sink throws(SegmentError) in
      var terms = UniqueArray<SegmentTerms>(capacity: sources.count)
      for (segment, renumbering) in sources { terms.append(SegmentTerms(try segment.textTerms, renumbering)) }
      var merge = try TermMerge(terms)
      try merge.run(into: &sink)
    }
    try assembly.writeAttributes { sink throws(SegmentError) in
      var terms = UniqueArray<SegmentTerms>(capacity: sources.count)
      for (segment, renumbering) in sources { terms.append(SegmentTerms(try segment.attributeTerms, renumbering)) }
      var merge = try TermMerge(terms)
      try merge.run(into: &sink)
    }
    try writeNumbers(sources, assembly, documentCount: total)
    try writeNames(inputs, assembly)
    if try !writeColumn(.documentIDs, inputs, assembly) {
      let documents = try sources.map { source throws(SegmentError) in try SegmentDocuments(source.0, source.1) }
      try DocumentOrderWriter(documents).write(to: file.sink)
      file.endSection(.documentOrder)
    }
    _ = try writeColumn(.directoryIDs, inputs, assembly)
    if let dictionary = try trigrams?.finish() { try assembly.append(dictionary) }
    for section in [.textVectors, .fieldVectors] as [SegmentSection] { try writeVectors(section, sources, assembly, vectors) }
    let finished = try file.finish(
      documentCount: UInt32(total), durable: durable, recordsFolding: !inputs.contains { $0.segment.hasEarlierFolding })
    return MergedSegment(finished: finished, firstOrdinals: bases, renumberings: renumberings)
  }

  /// By new ordinals. Empty if no document has text.
  private static func textLengths(
    of sources: [(SegmentReader, OrdinalRenumbering)], documentCount: Int
  ) throws(SegmentError) -> [UInt32] {
    var hasText = false
    for (segment, _) in sources where !hasText { hasText = try segment.textTerms.blockCount > 0 }
    guard hasText else { return [] }
    var lengths = [UInt32](repeating: 0, count: documentCount)
    for (segment, renumbering) in sources {
      try segment.numbers(of: .textLength, as: .number)?.forEach { ordinal, bits throws(SegmentError) in
        if let new = renumbering[ordinal] { lengths[Int(new)] = TextLengths.length(bits) }
      }
    }
    return lengths
  }

  /// Copies or makes the vectors of the documents. Leaves them out if there is no model, and not all inputs have those of the same one.
  private static func writeVectors(
    _ section: SegmentSection, _ sources: [(SegmentReader, OrdinalRenumbering)], _ assembly: SegmentAssembly, _ vectors: VectorSource?
  ) throws(SegmentError) {
    var inputs: [VectorRows?] = []
    for (segment, _) in sources { inputs.append(try segment.vectors(section)) }
    let known = inputs.compactMap(\.?.identity)
    guard let identity = vectors?.model.identity ?? (known.count == inputs.count ? known.first : nil),
      vectors != nil || known.allSatisfy({ $0 == identity })
    else { return }
    var writer = VectorRowsWriter(identity, scratchIn: assembly.folder)
    for ((segment, renumbering), rows) in zip(sources, inputs) {
      if let rows, rows.identity == identity {
        unsafe try rows.forEachRow { row, ordinal throws(SegmentError) in
          if let new = renumbering[ordinal] { unsafe try writer.append(copy: row, of: new) }
        }
      } else if let vectors {
        guard try vectors.write(section, of: segment, renumbering, to: &writer) else { return }
      }
    }
    try writer.finish(section, in: assembly.file)
  }

  private static func writeNumbers(
    _ sources: [(SegmentReader, OrdinalRenumbering)], _ assembly: SegmentAssembly, documentCount: Int
  ) throws(SegmentError) {
    var columns: [[UInt8]: [(NumberColumn, OrdinalRenumbering)]] = [:]
    for (segment, renumbering) in sources {
      try segment.forEachNumberColumn { key, layout throws(SegmentError) in
        let column = try segment.column(with: layout)
        columns[key.indices.map { key[$0] }, default: []].append((column, renumbering))
      }
    }
    var writer = NumbersWriter(assembly.file)
    for (key, columns) in columns.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      let scratch = ByteSink(scratchIn: assembly.folder)
      var united = NumberColumnWriter(scratch: scratch)
      for (column, renumbering) in columns {
        try column.forEach { ordinal, bits throws(SegmentError) in
          if let new = renumbering[ordinal] { try united.append(bits, of: new) }
        }
      }
      if united.isEmpty { continue }
      try united.endBlocks(documentCount: documentCount)
      try scratch.finish()
      try writer.append(united, key: key)
    }
    try writer.finish()
  }

  private static func writeNames(
    _ inputs: [(segment: SegmentReader, dropped: OrdinalSet)], _ assembly: SegmentAssembly
  ) throws(SegmentError) {
    let names = ByteSink(scratchIn: assembly.folder)
    let offsets = ByteSink(scratchIn: assembly.folder)
    var writer = NamesWriter(names: names, offsets: offsets)
    for input in inputs {
      try input.segment.forEachName(of: input.dropped.complement) { _, name throws(SegmentError) in try writer.append(name) }
    }
    try assembly.file.append(.names, names)
    try assembly.file.append(.nameOffsets, offsets)
  }

  /// - Returns: Whether the numbers are strictly ascending.
  private static func writeColumn(
    _ section: SegmentSection, _ inputs: [(segment: SegmentReader, dropped: OrdinalSet)], _ assembly: SegmentAssembly
  ) throws(SegmentError) -> Bool {
    var writer = PackedColumnWriter(assembly.file.sink)
    var isAscending = true
    var last: UInt64?
    for input in inputs {
      let column = try input.segment.column(section)
      var ordinal: UInt32 = 0
      try column.forEach { value throws(SegmentError) in
        if !input.dropped.contains(ordinal) {
          if let last, last >= value { isAscending = false }
          last = value
          try writer.append(value)
        }
        ordinal += 1
      }
    }
    _ = try writer.finish()
    assembly.file.endSection(section)
    return isAscending
  }
}
