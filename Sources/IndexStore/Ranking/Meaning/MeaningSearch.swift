// SPDX-License-Identifier: Apache-2.0

internal import Segments
internal import TextAnalysis
internal import WordVectors

/// Compares the meaning of a query with those of documents.
///
/// A document has a vector of its text, one of its titles and descriptions, or both; its meaning is the direction of their sum. What
/// is found depends only on the documents, not on how they are divided into segments or on which changes are pending.
///
/// Not thread-safe.
final class MeaningSearch {
  private let model: WordVectorModel
  /// The vector of the query, or of the document that others are compared with.
  private let words: [Int16]
  private let source: RankedSource
  private let vectors: DocumentVectors
  private let parameters: RankingParameters
  private var scanned: Scan?

  /// All documents with vectors. A bound is no less than the document's cosine.
  private struct Scan {
    var documents: [(document: UInt64, bound: Float)] = []
    // Of the cosines of single vectors.
    var least: Float = 0
    var greatest: Float = 0
    var mean: Float = 0
    var deviation: Float = 0
  }

  /// A document, and the inner product of its vector and that of the query.
  private typealias Product = (document: UInt64, product: Int32)

  /// - Returns: `nil` if the model knows no word of the query, all are in quotation marks, or the model is damaged.
  convenience init?(_ query: RankedQuery, _ model: WordVectorModel, _ source: RankedSource, _ parameters: RankingParameters) {
    let lookup = WordVectorLookup(model)
    var sum = VectorSum()
    for typed in query.words.filter({ !$0.isQuoted }).sorted(by: { $0.token.lexicographicallyPrecedes($1.token) }) {
      guard let word = lookup.word(typed.token.span) else { continue }
      do throws(WordVectorError) { try sum.add(word, count: typed.count, of: model) } catch { return nil }
    }
    guard let vector = sum.vector(scale: model.scale),
      let vectors = DocumentVectors(lookup, source, parameters)
    else { return nil }
    self.init(vector, vectors)
  }

  /// Compares documents with a vector.
  init(_ vector: TextVector, _ vectors: DocumentVectors) {
    (model, words, source, parameters) = (vectors.model, vector.words, vectors.source, vectors.parameters)
    self.vectors = vectors
  }

  // MARK: Related documents

  /// The documents that are most similar to the query, the best first, and their cosines.
  ///
  /// - Parameters:
  ///   - count: Maximum number of documents.
  ///   - deviations: By how many standard deviations their cosine exceeds the mean; `nil` for that of the parameters.
  ///   - isWanted: Other documents are left out.
  /// - Complexity: O(*n*), *n* = documents with vectors: 2 ms for 100,000.
  func related(
    _ count: Int, above deviations: Float? = nil, where isWanted: (UInt64) -> Bool
  ) throws(StoreError) -> [(document: UInt64, cosine: Float)] {
    let scan = try scan()
    guard scan.documents.contains(where: { $0.bound >= parameters.minimumCosine }) else { return [] }
    let minimum = max(parameters.minimumCosine, scan.mean + (deviations ?? parameters.minimumDeviations) * scan.deviation)
    var top = TopDocuments(capacity: max(Self.maximumCandidateCount, count))
    for (document, bound) in scan.documents where bound >= minimum && top.mayAdd(.related, bound) && isWanted(document) {
      top.insert(TopDocuments.Entry(tier: .related, score: bound, document: document))
    }
    let candidates = top.heap.sorted { TopDocuments.Entry.isWorse($1, $0) }
    var found: [(document: UInt64, cosine: Float)] = []
    var next = 0
    while next < candidates.count {
      if found.count == count, let worst = found.last, candidates[next].score <= worst.cosine { break }
      // Several at a time, because finding the vectors of one takes as long.
      let end = min(next + Self.batchSize, candidates.count)
      found += try cosines(of: candidates[next..<end].map(\.document)).filter { $0.value >= minimum }.map { ($0.key, $0.value) }
      found.sort { ($1.cosine, $0.document) < ($0.cosine, $1.document) }
      if found.count > count { found.removeSubrange(count...) }
      next = end
    }
    return found
  }

  /// Of more, those with the greatest bounds count.
  private static let maximumCandidateCount = 512

  private static let batchSize = 64

  /// How similar documents are to the query compared to all others, from 0 to 1; 0 for those without a vector.
  func similarities(of documents: [UInt64]) throws(StoreError) -> [UInt64: Float] {
    let scan = try scan()
    guard scan.greatest > scan.least else { return [:] }
    return try cosines(of: documents).mapValues { min(1, max(0, ($0 - scan.least) / (scan.greatest - scan.least))) }
  }

  /// The cosine of each document that has a vector.
  private func cosines(of documents: [UInt64]) throws(StoreError) -> [UInt64: Float] {
    try vectors.vectors(of: documents).mapValues { cosine($0.product(with: words)) }
  }

  private func cosine(_ product: Int32) -> Float { Float(product) * model.scale * model.scale }

  // MARK: Scanning

  private func scan() throws(StoreError) -> Scan {
    if let scanned { return scanned }
    // Documents with two vectors are in both lists.
    var fields: [Product] = vectors.pendingFields.map { ($0.key, $0.value.product(with: words)) }
    var texts: [Product] = []
    try translatingSegmentErrors { () throws(SegmentError) in
      for segment in source.attributes {
        guard let rows = try segment.reader.fieldVectors, model.isComparable(with: rows.identity) else { continue }
        try Self.addProducts(of: words, rows, segment.reader, excluding: segment.dead, to: &fields)
      }
      for segment in source.texts {
        guard let rows = try segment.reader.textVectors, model.isComparable(with: rows.identity) else { continue }
        try Self.addProducts(of: words, rows, segment.reader, excluding: segment.excluded, to: &texts)
      }
    }
    let scan = summary(&fields, &texts)
    scanned = scan
    return scan
  }

  private func summary(_ fields: inout [Product], _ texts: inout [Product]) -> Scan {
    // Sums of integers, which do not depend on the order.
    var (least, greatest, sum, squares) = (Int32.max, Int32.min, 0 as Int64, 0 as Int64)
    for list in [fields, texts] {
      for (_, product) in list {
        (least, greatest) = (min(least, product), max(greatest, product))
        sum += Int64(product)
        squares += Int64(product >> 8) * Int64(product >> 8)
      }
    }
    if fields.isEmpty && texts.isEmpty { return Scan() }
    let scale = model.scale * model.scale
    let (assumed, unit) = (parameters.assumedDocuments, Double(scale))
    let count = Double(fields.count + texts.count) + assumed.count
    let mean = (Double(sum) * unit + assumed.count * assumed.mean) / count
    let assumedSquare = assumed.mean * assumed.mean + assumed.deviation * assumed.deviation
    let square = (Double(squares) * 65_536 * unit * unit + assumed.count * assumedSquare) / count
    return Scan(
      documents: joined(&fields, &texts), least: Float(least) * scale, greatest: Float(greatest) * scale, mean: Float(mean),
      deviation: Float(max(0, square - mean * mean).squareRoot()))
  }

  private static func addProducts(
    of words: [Int16], _ rows: VectorRows, _ segment: SegmentReader, excluding excluded: OrdinalSet, to found: inout [Product]
  ) throws(SegmentError) {
    if rows.count == 0 { return }
    let ids = try segment.documentIDs(inOrderOf: OrdinalSet(universe: segment.documentCount).complement)
    let dead = excluded.isEmpty ? nil : excluded.words
    found.reserveCapacity(found.count + rows.count)
    try rows.forEachProduct(words, documentCount: segment.documentCount) { _, ordinal, product in
      if let dead, dead[Int(ordinal >> 6)] >> UInt64(ordinal & 63) & 1 != 0 { return }
      found.append((ids[Int(ordinal)], product))
    }
  }

  /// The documents in either list, each once, with the greatest cosine that they may have. If two vectors are not opposed, that of
  /// their sum is no nearer to the query than the root of the sum of squares.
  private func joined(_ fields: inout [Product], _ texts: inout [Product]) -> [(document: UInt64, bound: Float)] {
    if fields.isEmpty || texts.isEmpty { return (fields.isEmpty ? texts : fields).map { ($0.document, cosine($0.product)) } }
    func sort(_ list: inout [Product]) {
      let isSorted = list.indices.dropFirst().allSatisfy { list[$0 - 1].document < list[$0].document }
      if !isSorted { list.sort { $0.document < $1.document } }
    }
    sort(&fields)
    sort(&texts)
    var joined: [(document: UInt64, bound: Float)] = []
    joined.reserveCapacity(fields.count + texts.count)
    var next = 0
    for text in texts {
      while next < fields.count, fields[next].document < text.document {
        joined.append((fields[next].document, cosine(fields[next].product)))
        next += 1
      }
      if next < fields.count, fields[next].document == text.document {
        let (one, other) = (max(0, cosine(fields[next].product)), max(0, cosine(text.product)))
        joined.append((text.document, (one * one + other * other).squareRoot()))
        next += 1
      } else {
        joined.append((text.document, cosine(text.product)))
      }
    }
    joined += fields[next...].map { ($0.document, cosine($0.product)) }
    return joined
  }
}
