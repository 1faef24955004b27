// SPDX-License-Identifier: Apache-2.0

import FuzzSupport
import Glibc

@testable import Segments

/// One input of libFuzzer: a segment in one of the forms of ``SegmentInput``. All queries are run
/// on it, then it is merged.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSegment(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let segment = SegmentInput.segment(FuzzInput(start, count)) else { return -1 }
  SegmentQuestions(segment).askAll()
  let none = OrdinalSet(universe: segment.documentCount)
  _ = try? SegmentMerger.merge([(segment, none)], into: Scratch.path("merged"), durable: false, trigramThreshold: 1)
  return 0
}

/// Writes the seeds before libFuzzer reads the corpus.
@_cdecl("LLVMFuzzerInitialize")
public func initializeSegment(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
  writeSeeds {
    let segments = [try documents(areInOrder: true), try documents(areInOrder: false), try directories()]
    return try segments.flatMap { try SegmentInput.seeds(of: $0) }
  }
  return 0
}

/// A segment with lists of several blocks, positions, columns, names and numbers of each kind.
private func documents(areInOrder: Bool) throws -> SegmentReader {
  let path = Scratch.path(areInOrder ? "ordered" : "unordered")
  var builder = try SegmentBuilder(path: path, budget: 0, trigramThreshold: 1)
  for number in 0..<150 as Range<UInt64> {
    let name = Array("File \(number) of Ab\(number % 7)é".utf8)
    try builder.beginDocument(id: areInOrder ? number * 3 : number * 7 % 140, directory: number / 10, name: name.span)
    let text = ["one two", "three", "two ones 東京", ""][Int(number % 4)]
    try builder.addText(Array(text.utf8).span)
    // More positions than a slice holds.
    if number == 77 { for _ in 0..<300 { try builder.addText(Array(" one two".utf8).span) } }
    if number % 3 == 0 { try builder.addValue(Array("value \(number % 40)".utf8).span, of: SegmentQuestions.valueField) }
    for (index, kind) in NumberKind.allCases.enumerated() where number % UInt64(index + 1) == 0 {
      try builder.addNumber(kind == .boolean ? 1 : Double(number) * 0.75, in: SegmentQuestions.numberField, as: kind)
    }
  }
  _ = try builder.finish(durable: false)
  return try SegmentReader(path: path)
}

private func directories() throws -> SegmentReader {
  let writer = try DirectoryTableWriter(path: Scratch.path("directories"))
  for number in 0..<50 as Range<UInt32> { try writer.append(parent: number / 2, name: Array("folder \(number)".utf8).span) }
  _ = try writer.finish(durable: false)
  return try SegmentReader(path: Scratch.path("directories"))
}

/// Paths of temporary files.
private enum Scratch {
  static func path(_ name: String) -> String {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    return "\(folder)/searchlight-fuzz-\(getpid())-\(name)"
  }
}
