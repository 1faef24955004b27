// SPDX-License-Identifier: Apache-2.0

import Attributes
import CSystem
import Glibc
import IndexStore

/// Answers ranked queries over a collection of documents, so that their order can be compared with
/// judgments of people. `Benchmarks/run-ranking` runs it and computes the figures.
///
///     RankingBenchmark index STORE < DOCUMENTS
///     RankingBenchmark files STORE < PATHS
///     RankingBenchmark query STORE LIMIT RUNS [FEATURE=VALUE …] < QUERIES
///     RankingBenchmark complete STORE RUNS < QUERIES
///
/// DOCUMENTS has a line for each document: name, title, authors and text, separated by tabs.
/// `files` indexes the names and texts of files instead. QUERIES has a query in each line. For each
/// query, `query` prints the names of the hits and the microseconds of the fastest run, separated by
/// tabs; `complete` prints the microseconds and the completions.
@main
struct RankingBenchmark {
  /// Number of documents in one commit.
  private static let groupSize = 1000

  static func main() throws {
    process_prepare()
    let arguments = CommandLine.arguments
    switch (arguments.dropFirst().first, arguments.count) {
    case ("index", 3): try index(arguments[2]) { Document(line: $0) }
    case ("files", 3): try index(arguments[2]) { Document(path: $0) }
    case ("query", 5...):
      try query(arguments[2], limit: Int(arguments[3]) ?? 10, runs: Int(arguments[4]) ?? 1, try parameters(arguments[5...]))
    case ("complete", 4): try complete(arguments[2], runs: Int(arguments[3]) ?? 1)
    default:
      print("usage: RankingBenchmark index STORE | files STORE | query STORE LIMIT RUNS [FEATURE=VALUE …] | complete STORE RUNS")
      exit(2)
    }
  }

  // MARK: Indexing

  private struct Document {
    let name: String
    var record = AttributeRecord()
    let text: [UInt8]

    init?(line: String) {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard columns.count == 4 else { return nil }
      name = String(columns[0])
      if !columns[1].isEmpty { record[.title] = .string(String(columns[1])) }
      if !columns[2].isEmpty { record[.authors] = .array(columns[2].split(separator: ";").map { .string(String($0)) }) }
      text = Array(columns[3].utf8)
    }

    init?(path: String) {
      name = path.split(separator: "/").last.map(String.init) ?? path
      let descriptor = open(path, O_RDONLY)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count <= 0 { break }
        bytes.append(contentsOf: buffer[..<count])
      }
      text = bytes
    }
  }

  private static func index(_ path: String, _ document: (String) -> Document?) throws {
    let store = try Store.open(path, .write(creating: true))
    try store.erase()
    var group: [Document] = []
    var number = 0
    while let line = readLine() {
      if let document = document(line) { group.append(document) }
      if group.count == groupSize { try add(&group, number: &number, to: store) }
    }
    try add(&group, number: &number, to: store)
    // As after a quiet moment while `mds` runs.
    var maintainer = try Maintainer(of: store)
    try maintainer?.finish(.quiet)
  }

  private static func add(_ group: inout [Document], number: inout Int, to store: Store) throws {
    if group.isEmpty { return }
    let first = number
    let status = { (index: Int) in
      FileStatus(
        kind: .regular, inode: UInt64(first + index + 1), size: 1, allocatedBlocks: 8, modified: 1_700_000_000_000_000_000,
        changed: 1_700_000_000_000_000_000, born: 0, userID: 0, groupID: 0, mode: 0o644, linkCount: 1)
    }
    let documents = group
    let folder = "/documents/\(first)"
    // Names of files in one folder differ; those of a whole tree may not.
    let files = documents.indices.map { index in
      let name = documents[index].name
      let isUnique = !documents[..<index].contains { $0.name == name }
      let file = isUnique ? name : "\(index)-\(name)"
      return ListedFile(name: Array(file.utf8), status: status(index), type: TypeID(rawValue: 0))
    }
    try store.write { transaction throws(StoreError) in
      let directory = try transaction.directory(for: Array(folder.utf8), creating: true) ?? .root
      _ = try transaction.reconcile(directory, with: files, modified: 1)
    }
    let references = try store.read { snapshot throws(StoreError) in
      try files.map { file throws(StoreError) in try snapshot.reference(for: Array(folder.utf8) + [UInt8(ascii: "/")] + file.name) }
    }
    let texts = try TextSegmentWriter(for: store)
    var written: [TextSegmentWriter.Document?] = []
    for (document, reference) in zip(documents, references) {
      guard let reference, !document.text.isEmpty else {
        written.append(nil)
        continue
      }
      written.append(try texts.beginDocument(reference.document))
      try texts.add(document.text.span)
    }
    try texts.finish()
    let segment = written
    try store.write { transaction throws(StoreError) in
      try transaction.add(texts)
      for (index, reference) in references.enumerated() {
        guard let reference else { continue }
        _ = try transaction.setContent(
          reference, ifStatusIs: files[index].status, record: documents[index].record.encoded(), type: nil, textChunks: 0,
          text: segment[index])
      }
    }
    number += group.count
    group = []
  }

  // MARK: Queries

  private static func parameters(_ features: ArraySlice<String>) throws -> RankingParameters {
    var parameters = RankingParameters()
    for feature in features {
      let parts = feature.split(separator: "=")
      guard parts.count == 2, let value = Double(parts[1]) else { continue }
      switch parts[0] {
      case "k1": parameters.saturation = Float(value)
      case "b": parameters.lengthNormalization = Float(value)
      case "title": parameters.titleWeight = Float(value)
      case "people": parameters.peopleWeight = Float(value)
      case "stems": parameters.stemWeight = UInt32(value * 64)
      case "typos": parameters.correctsSpelling = value > 0
      case "strict": parameters.sufficientHits = Int(value)
      case "tiers": parameters.tierStep = value
      case "proximity": parameters.proximityWeight = value
      case "exactness": parameters.exactnessWeight = value
      case "related": parameters.findsRelated = value > 0
      case "deviations": parameters.minimumDeviations = Float(value)
      case "fields": parameters.fieldMeaningWeight = Float(value)
      case "least": parameters.minimumCosine = Float(value)
      case "meaning": parameters.meaningShare = value
      case "depth": parameters.rescoringDepth = Int(value)
      default: print("there is no feature '\(parts[0])'")
      }
    }
    return parameters
  }

  private static func query(_ path: String, limit: Int, runs: Int, _ parameters: RankingParameters) throws {
    let store = try Store.open(path, .read)
    while let line = readLine() {
      let query = RankedQuery(line)
      var (hits, fastest): ([RankedHit], Duration) = ([], .seconds(1000))
      for _ in 0..<runs {
        let began = ContinuousClock.now
        hits = try store.ranked(query, limit: limit, parameters: parameters)
        fastest = min(fastest, ContinuousClock.now - began)
      }
      let names = try store.read { snapshot throws(StoreError) in
        try hits.map { hit throws(StoreError) in String(decoding: try snapshot.record(of: hit.reference)?.name ?? [], as: UTF8.self) }
      }
      print(microseconds(fastest), names.joined(separator: "\t"), separator: "\t")
    }
  }

  private static func complete(_ path: String, runs: Int) throws {
    let store = try Store.open(path, .read)
    while let line = readLine() {
      var (completions, fastest): ([Completion], Duration) = ([], .seconds(1000))
      for _ in 0..<runs {
        let began = ContinuousClock.now
        completions = try store.completions(of: line, limit: 10)
        fastest = min(fastest, ContinuousClock.now - began)
      }
      print(microseconds(fastest), completions.map(\.text).joined(separator: "\t"), separator: "\t")
    }
  }

  private static func microseconds(_ duration: Duration) -> Int64 {
    duration.components.seconds * 1_000_000 + duration.components.attoseconds / 1_000_000_000_000
  }
}
