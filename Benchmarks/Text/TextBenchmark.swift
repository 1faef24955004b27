// SPDX-License-Identifier: Apache-2.0

import CSystem
import Glibc
import Segments

/// Measures indexing and searching of texts with the module `Segments` alone, without a catalog,
/// importers or a service, for comparison with another engine on the same texts.
/// `Benchmarks/run-text` runs it.
///
///     TextBenchmark read LIST
///     TextBenchmark index LIST FOLDER MEGABYTES
///     TextBenchmark query FOLDER RUNS QUESTION…
///
/// LIST is a file with the paths of the texts, each terminated by a NUL. `read` reads the texts
/// like `index` but does not index them, so that its cost can be subtracted. `query` prints the
/// number of hits and the microseconds of each run for each question (`word:kernel`, `phrase:the
/// kernel`, `prefix:kern`; case is ignored). A run ends when the ordinals of all hits are
/// collected.
@main
enum TextBenchmark {
  static func main() async throws {
    process_prepare()
    let arguments = CommandLine.arguments
    switch (arguments.dropFirst().first, arguments.count) {
    case ("read", 3): try await read(arguments[2])
    case ("index", 5): try await index(arguments[2], arguments[3], megabytes: Int(arguments[4]) ?? 0)
    case ("query", 5...): try query(arguments[2], runs: Int(arguments[3]) ?? 1, Array(arguments[4...]))
    default: end("usage: TextBenchmark read LIST | index LIST FOLDER MEGABYTES | query FOLDER RUNS QUESTION…")
    }
  }

  /// Number of threads for reading and indexing.
  private static let threads = 2

  private static func read(_ list: String) async throws {
    let list = try TextList(path: list)
    let bytes = try await onThreads { _ in
      var bytes = 0
      var reader = TextReader()
      try list.forEach { text in try reader.withText(at: text.path) { bytes += $0.count } }
      return bytes
    }
    print("\(list.count) documents, \(bytes.reduce(0, +)) bytes")
  }

  /// Each thread fills its own segment with texts from the list. Then the segments are merged into
  /// one.
  private static func index(_ list: String, _ folder: String, megabytes: Int) async throws {
    guard mkdir(folder, 0o700) == 0 else { throw SystemFailure(call: "mkdir", path: folder) }
    let list = try TextList(path: list)
    let clock = ContinuousClock()
    let began = clock.now
    let parts = try await onThreads { number in
      let path = "\(folder)/part-\(number).segment"
      var builder = try SegmentBuilder(path: path, budget: (megabytes << 20) / threads)
      var reader = TextReader()
      try list.forEach { text in
        try builder.beginDocument(id: UInt64(text.number + 1), directory: 0, name: [UInt8]().span)
        try reader.withText(at: text.path) { try builder.addText($0) }
      }
      _ = try builder.finish(durable: false)
      return path
    }
    let built = clock.now
    let inputs = try parts.map { path in
      let segment = try SegmentReader(path: path)
      return (segment: segment, dropped: OrdinalSet(universe: segment.documentCount))
    }
    let merged = try SegmentMerger.merge(inputs, into: "\(folder)/text.segment", durable: true)
    for path in parts { unlink(path) }
    let (building, merging) = (milliseconds(built - began), milliseconds(clock.now - built))
    print("\(merged.finished.documentCount) documents, built in \(building) ms, merged in \(merging) ms")
  }

  private static func query(_ folder: String, runs: Int, _ arguments: [String]) throws {
    let segment = try SegmentReader(path: "\(folder)/text.segment")
    let clock = ContinuousClock()
    for argument in arguments {
      guard let question = TextQuestion(argument) else { end("'\(argument)' is not word:…, phrase:… or prefix:…") }
      let pattern = question.pattern
      var line = argument
      for run in 0..<runs {
        let began = clock.now
        let hits = try segment.textMatches(pattern).ordinals
        let spent = clock.now - began
        if run == 0 { line += "\t\(hits.count)" }
        line += "\t\(Double(spent.components.attoseconds / 1_000_000_000 + spent.components.seconds * 1_000_000_000) / 1000)"
      }
      print(line)
    }
  }

  private static func end(_ message: String) -> Never {
    let line = Array("\(message)\n".utf8)
    write(STDERR_FILENO, line, line.count)
    exit(2)
  }

  private static func milliseconds(_ duration: Duration) -> Int64 {
    duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
  }

  private static func onThreads<Result: Sendable>(_ body: @escaping @Sendable (Int) throws -> Result) async throws -> [Result] {
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      for number in 0..<threads { group.addTask { (number, try body(number)) } }
      var results: [(Int, Result)] = []
      for try await result in group { results.append(result) }
      return results.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }
}
