internal import TextAnalysis

/// Builds a segment from documents in bounded memory.
///
/// Not thread-safe. To use several cores, run several builders, each with its own segment.
package final class SegmentBuilder {
  /// Maximum length in bytes of a value that is indexed. Of a longer value, only its presence is
  /// indexed.
  package static let maximumValueLength = 1024

  private let path: String
  private let file: SegmentFileWriter
  private let folder: String
  private let text: PostingSorter
  private let attributes: PostingSorter
  private let trigrams: PostingSorter

  private let directoryBytes: ByteSink
  private let nameBytes: ByteSink
  private let nameOffsets: ByteSink
  private var ids: DocumentIDCollector
  private var numbers: NumberCollector
  private var directories: PackedColumnWriter
  private var names: NamesWriter

  /// Number of documents begun so far.
  package private(set) var documentCount: UInt32 = 0

  private var tokenizer = Tokenizer()
  private var hasText = false
  private var key: [UInt8] = []
  private var failure: SegmentError?

  /// - Parameters:
  ///   - path: Path of the new file. An existing file is replaced, so callers write to a temporary
  ///     name and rename it. A builder that is released unfinished removes the file; a process that
  ///     is killed may leave part of it.
  ///   - budget: Memory in bytes for sorting, besides about 3 MiB for buffers. The name and values
  ///     of one document must fit into it. When it is full, sorted data is spilled to disk.
  ///   - trigramThreshold: Minimum number of names that get trigrams.
  package init(path: String, budget: Int, trigramThreshold: Int = NameBlocks.trigramThreshold) throws(SegmentError) {
    self.path = path
    folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    file = try SegmentFileWriter(path: path)
    text = PostingSorter(hasPositions: true, budget: budget / 100 * 70, folder: folder)
    attributes = PostingSorter(hasPositions: false, budget: budget / 100 * 18, folder: folder)
    trigrams = PostingSorter(hasPositions: false, budget: budget / 100 * 12, folder: folder)
    directoryBytes = ByteSink(scratchIn: folder)
    nameBytes = ByteSink(scratchIn: folder)
    nameOffsets = ByteSink(scratchIn: folder)
    ids = DocumentIDCollector(folder: folder)
    numbers = NumberCollector(folder: folder)
    directories = PackedColumnWriter(directoryBytes)
    names = NamesWriter(names: nameBytes, offsets: nameOffsets, trigrams: TrigramCollector(trigrams), trigramThreshold: trigramThreshold)
  }

  /// Begins the next document. Everything added from now on belongs to it.
  ///
  /// - Parameter name: At most 65,535 bytes.
  /// - Returns: Ordinal of the document.
  @discardableResult
  package func beginDocument(id: UInt64, directory: UInt64, name: Span<UInt8>) throws(SegmentError) -> UInt32 {
    try endText()
    guard documentCount < UInt32.max else { throw .tooLarge(file: path) }
    try ids.append(id)
    try directories.append(directory)
    try names.append(name)
    documentCount += 1
    return documentCount - 1
  }

  private var ordinal: UInt32 {
    precondition(documentCount > 0, "no document has begun")
    return documentCount - 1
  }

  /// Adds the next part of the document's text, in UTF-8. Parts may be split anywhere, even inside
  /// a character.
  package func addText(_ chunk: Span<UInt8>) throws(SegmentError) {
    if chunk.isEmpty { return }
    if !hasText {
      hasText = true
      try add(.text, of: SegmentField())
    }
    let document = ordinal
    var tokenizer = tokenizer
    tokenizer.feed(chunk) { addToken($0, $1, document) }
    self.tokenizer = tokenizer
    if let failure { throw failure }
  }

  @inline(__always)
  private func addToken(_ surface: Span<UInt8>, _ token: Token, _ document: UInt32) {
    if text.accumulator.isFull {
      spillText()
      if failure != nil { return }
    }
    unsafe surface.withUnsafeBufferPointer { surface in
      unsafe text.accumulator.add(key: surface, document: document, position: UInt32(truncatingIfNeeded: token.position))
    }
  }

  @inline(never)
  private func spillText() {
    // The tokenizer cannot be stopped. Another attempt for each of its tokens would sort everything again.
    if failure != nil { return }
    do throws(SegmentError) { try text.spillIfFull() } catch { failure = error }
  }

  private func endText() throws(SegmentError) {
    guard hasText else { return }
    let document = ordinal
    var end = tokenizer.position
    tokenizer.finish {
      addToken($0, $1, document)
      end = max(end, $1.position + $1.width)
    }
    hasText = false
    if let failure { throw failure }
    try addNumber(Double(end), in: .textLength, as: .number)
  }

  /// Adds a value of an attribute that is searched as a whole, such as a string.
  ///
  /// The document is then found by the value, and as one that has the attribute.
  package func addValue(_ value: Span<UInt8>, of field: SegmentField) throws(SegmentError) {
    try addPresence(of: field)
    guard value.count <= Self.maximumValueLength else { return try add(.longValue, of: field) }
    // Moved out of the property, so that accesses need no exclusivity checks.
    var key: [UInt8] = []
    swap(&key, &self.key)
    defer { swap(&key, &self.key) }
    key.removeAll(keepingCapacity: true)
    field.appendPrefix(.value, to: &key)
    let fieldCount = key.count
    unsafe value.withUnsafeBufferPointer { unsafe key.append(contentsOf: $0) }
    try add(key, fieldCount: fieldCount)
  }

  /// Adds the words of a value, for ranked queries: the tokens of the value, folded.
  ///
  /// The document is not found as one that has the attribute.
  package func addWords(of value: Span<UInt8>, to field: SegmentField) throws(SegmentError) {
    var key: [UInt8] = []
    swap(&key, &self.key)
    defer { swap(&key, &self.key) }
    key.removeAll(keepingCapacity: true)
    field.appendPrefix(.word, to: &key)
    let fieldCount = key.count
    Tokenizer.forEachToken(in: value) { surface, _ in
      if failure != nil { return }
      key.removeSubrange(fieldCount...)
      foldUTF8(surface, .all, into: &key)
      do throws(SegmentError) { try add(key, fieldCount: fieldCount) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Adds a number to the column of its kind. A document may have several numbers, also of several
  /// kinds.
  ///
  /// The document is then found by the number, and as one that has the attribute.
  package func addNumber(_ number: Double, in field: SegmentField, as kind: NumberKind) throws(SegmentError) {
    try numbers.append(number, of: ordinal, field: field, kind: kind)
  }

  /// Records that the document has the attribute, whatever its value.
  package func addPresence(of field: SegmentField) throws(SegmentError) {
    try add(.presence, of: field)
  }

  /// Adds a term that consists of its field prefix alone.
  private func add(_ kind: SegmentField.Kind, of field: SegmentField) throws(SegmentError) {
    var key: [UInt8] = []
    swap(&key, &self.key)
    defer { swap(&key, &self.key) }
    key.removeAll(keepingCapacity: true)
    field.appendPrefix(kind, to: &key)
    try add(key, fieldCount: key.count)
  }

  private func add(_ key: [UInt8], fieldCount: Int) throws(SegmentError) {
    let document = ordinal
    try attributes.spillIfFull()
    unsafe key.withUnsafeBufferPointer { unsafe attributes.accumulator.add(key: $0, fieldCount: fieldCount, document: document) }
  }

  /// Writes the segment. The builder cannot be used afterwards.
  ///
  /// - Parameter durable: Whether to wait until the contents are on disk. Making the file's name
  ///   durable is left to the caller, who renames the file.
  package func finish(durable: Bool) throws(SegmentError) -> FinishedSegment {
    try endText()
    let assembly = SegmentAssembly(file: file, folder: folder)
    try assembly.writeText { sink throws(SegmentError) in try text.merge(into: &sink) }
    try assembly.writeAttributes { sink throws(SegmentError) in try attributes.merge(into: &sink) }
    try numbers.finish(file, documentCount: Int(documentCount))
    if names.isIndexed {
      try assembly.writeTrigrams { sink throws(SegmentError) in try trigrams.merge(into: &sink) }
    }
    _ = try directories.finish()
    try ids.finish(file)
    try file.append(.directoryIDs, directoryBytes)
    try file.append(.names, nameBytes)
    try file.append(.nameOffsets, nameOffsets)
    return try file.finish(documentCount: documentCount, durable: durable)
  }
}
