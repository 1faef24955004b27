// SPDX-License-Identifier: Apache-2.0

internal import TextAnalysis
package import WordVectors

/// Builds a segment from documents in bounded memory.
///
/// To use several cores, run several builders, each with its own segment.
///
/// Not a class: accesses to its properties, several for each word and number, would be checked for exclusivity.
package struct SegmentBuilder: ~Copyable {
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
  private let vectors: WordVectorLookup?
  private var fieldVectors: FieldVectorWriter?
  private var withoutTextVector: [UInt32] = []

  /// Number of documents begun so far.
  package private(set) var documentCount: UInt32 = 0

  private var tokenizer = Tokenizer()
  private var hasText = false
  /// The number of positions in each text, by ordinal, as far as the last document with text.
  private var textLengths: [UInt32] = []
  /// See ``setTextLengthFactor(_:)``.
  private var textLengthFactor: UInt32 = 1
  private var key: [UInt8] = []
  /// The last document and field whose presence was added.
  private var lastPresence: (ordinal: UInt32, field: [UInt8]) = (.max, [])

  /// - Parameters:
  ///   - path: Path of the new file. An existing file is replaced, so callers write to a temporary
  ///     name and rename it. A builder that is released unfinished removes the file; a process that
  ///     is killed may leave part of it.
  ///   - budget: Memory in bytes for sorting, besides about 3 MiB for buffers. The name and values
  ///     of one document must fit into it. When it is full, sorted data is spilled to disk.
  ///   - hasTexts: Whether most of the budget is meant for texts. Otherwise it is for attributes.
  ///   - trigramThreshold: Minimum number of names that get trigrams.
  ///   - vectors: The model for the vectors of documents; `nil` to leave them out.
  package init(
    path: String, budget: Int, hasTexts: Bool = true, trigramThreshold: Int = NameBlocks.trigramThreshold, vectors: WordVectorModel? = nil
  ) throws(SegmentError) {
    self.path = path
    folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    file = try SegmentFileWriter(path: path)
    let percent = hasTexts ? (text: 70, attributes: 18, trigrams: 12) : (text: 0, attributes: 70, trigrams: 30)
    text = PostingSorter(hasPositions: true, budget: budget / 100 * percent.text, folder: folder)
    attributes = PostingSorter(hasPositions: false, budget: budget / 100 * percent.attributes, folder: folder)
    trigrams = PostingSorter(hasPositions: false, budget: budget / 100 * percent.trigrams, folder: folder)
    self.vectors = vectors.map { WordVectorLookup($0) }
    fieldVectors = self.vectors.map { [folder] in FieldVectorWriter($0, scratchIn: folder) }
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
  package mutating func beginDocument(id: UInt64, directory: UInt64, name: Span<UInt8>) throws(SegmentError) -> UInt32 {
    try endText()
    textLengthFactor = 1
    try fieldVectors?.endDocument()
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

  /// Leaves the document's text without a vector, also when vectors are made from the segment later.
  package mutating func leaveOutTextVector() throws(SegmentError) {
    try add(.presence, of: .withoutTextVector)
    withoutTextVector.append(ordinal)
  }

  /// Has the document's text count as one of several times its length, so that ranking gives its words less weight.
  package mutating func setTextLengthFactor(_ factor: UInt32) { textLengthFactor = factor }

  /// Adds the next part of the document's text, in UTF-8. Parts may be split anywhere, even inside
  /// a character.
  package mutating func addText(_ chunk: Span<UInt8>) throws(SegmentError) {
    if chunk.isEmpty { return }
    if !hasText {
      hasText = true
      try add(.text, of: SegmentField())
    }
    let (document, text) = (ordinal, text)
    var failure: SegmentError?
    tokenizer.feed(chunk) { Self.add($0, $1, document, to: text, &failure) }
    if let failure { throw failure }
  }

  @inline(__always)
  private static func add(
    _ surface: Span<UInt8>, _ token: Token, _ document: UInt32, to text: PostingSorter, _ failure: inout SegmentError?
  ) {
    if text.accumulator.isFull {
      spill(text, &failure)
      if failure != nil { return }
    }
    unsafe surface.withUnsafeBufferPointer { surface in
      unsafe text.accumulator.add(key: surface, document: document, position: UInt32(truncatingIfNeeded: token.position))
    }
  }

  @inline(never)
  private static func spill(_ text: PostingSorter, _ failure: inout SegmentError?) {
    // The tokenizer cannot be stopped. Another attempt for each of its tokens would sort everything again.
    if failure != nil { return }
    do throws(SegmentError) { try text.spillIfFull() } catch { failure = error }
  }

  private mutating func endText() throws(SegmentError) {
    guard hasText else { return }
    let (document, text) = (ordinal, text)
    var failure: SegmentError?
    var end = tokenizer.position
    tokenizer.finish {
      Self.add($0, $1, document, to: text, &failure)
      end = max(end, $1.position + $1.width)
    }
    hasText = false
    if let failure { throw failure }
    let length = UInt32(truncatingIfNeeded: end).multipliedReportingOverflow(by: textLengthFactor)
    let counted = length.overflow ? UInt32.max : length.partialValue
    try addNumber(Double(counted), in: .textLength, as: .number)
    textLengths.append(contentsOf: repeatElement(0, count: Int(document) - textLengths.count))
    textLengths.append(counted)
  }

  /// Adds a value of an attribute that is searched as a whole, such as a string.
  ///
  /// The document is then found by the value, and as one that has the attribute.
  package mutating func addValue(_ value: Span<UInt8>, of field: SegmentField) throws(SegmentError) {
    try addPresence(of: field)
    guard value.count <= Self.maximumValueLength else { return try add(.longValue, of: field) }
    key.removeAll(keepingCapacity: true)
    field.appendPrefix(.value, to: &key)
    let fieldCount = key.count
    unsafe value.withUnsafeBufferPointer { unsafe key.append(contentsOf: $0) }
    try add(key, fieldCount: fieldCount)
  }

  /// Adds the words of a value, for ranked queries: the tokens of the value, folded.
  ///
  /// The document is not found as one that has the attribute.
  ///
  /// - Parameter hasMeaning: Whether the words belong to the vector of the document.
  package mutating func addWords(of value: Span<UInt8>, to field: SegmentField, hasMeaning: Bool = false) throws(SegmentError) {
    key.removeAll(keepingCapacity: true)
    field.appendPrefix(.word, to: &key)
    let fieldCount = key.count
    let (document, accumulator) = (ordinal, attributes.accumulator)
    var failure: SegmentError?
    Tokenizer.forEachToken(in: value) { surface, _ in
      if failure != nil { return }
      key.removeLast(key.count - fieldCount)
      foldToken(surface, .all, into: &key)
      if hasMeaning { fieldVectors?.add(key, of: document) }
      if accumulator.isFull {
        do throws(SegmentError) { try attributes.spillIfFull() } catch { failure = error }
        if failure != nil { return }
      }
      unsafe key.withUnsafeBufferPointer { unsafe accumulator.add(key: $0, fieldCount: fieldCount, document: document) }
    }
    if let failure { throw failure }
  }

  /// Adds a number to the column of its kind. A document may have several numbers, also of several
  /// kinds.
  ///
  /// The document is then found by the number, and as one that has the attribute.
  package mutating func addNumber(_ number: Double, in field: SegmentField, as kind: NumberKind) throws(SegmentError) {
    try numbers.append(number, of: ordinal, field: field, kind: kind)
  }

  /// Records that the document has the attribute, whatever its value.
  package mutating func addPresence(of field: SegmentField) throws(SegmentError) {
    // An attribute with several values.
    if lastPresence.ordinal == ordinal, lastPresence.field == field.bytes { return }
    lastPresence = (ordinal, field.bytes)
    try add(.presence, of: field)
  }

  /// Adds a term that consists of its field prefix alone.
  private mutating func add(_ kind: SegmentField.Kind, of field: SegmentField) throws(SegmentError) {
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
  package mutating func finish(durable: Bool) throws(SegmentError) -> FinishedSegment {
    try endText()
    let assembly = SegmentAssembly(file: file, folder: folder)
    if !textLengths.isEmpty { textLengths.append(contentsOf: repeatElement(0, count: Int(documentCount) - textLengths.count)) }
    let collector = collector
    try assembly.writeText(lengths: textLengths, vectors: collector) { sink throws(SegmentError) in try text.merge(into: &sink) }
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
    if let collector {
      var rows = VectorRowsWriter(collector.model.identity, scratchIn: folder)
      try collector.write(to: &rows)
      if !collector.hasFailed { try rows.finish(.textVectors, in: file) }
    }
    try fieldVectors?.finish(in: file)
    return try file.finish(documentCount: documentCount, durable: durable)
  }

  /// `nil` if there is no model, or there are too many texts for the memory; their vectors are made from the finished segment.
  private var collector: TextVectorCollector? {
    guard let vectors, documentCount <= TextVectorCollector.maximumOrdinalCount else { return nil }
    let collector = TextVectorCollector(0..<(textLengths.isEmpty ? 0 : documentCount), vectors)
    for ordinal in withoutTextVector { collector.leaveOut(ordinal) }
    return collector
  }
}
