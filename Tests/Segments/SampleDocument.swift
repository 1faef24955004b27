// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Attributes
import Glibc
import Testing
import TextAnalysis

@testable import Segments

/// A document that tests add to segments, and then search for.
struct SampleDocument: Equatable {
  var id: UInt64
  var directory: UInt64
  var name: [UInt8]
  var text: [UInt8]
  var values: [String]
  var numbers: [Double]

  static let field = SegmentField(.custom("value"))
  static let numberField = SegmentField(.custom("number"))

  /// Each number always has the same kind.
  static func kind(of number: Double) -> NumberKind { NumberKind.allCases[Int(number.magnitude * 2) % 3] }

  static func random(_ random: inout SeededGenerator, id: UInt64, pieces: Int = 12) -> SampleDocument {
    let count = Int.random(in: 0...pieces, using: &random)
    return SampleDocument(
      id: id, directory: .random(in: 0...9, using: &random),
      name: random.text(pieces: .random(in: 0...4, using: &random)).filter { $0 != 0 }, text: random.text(pieces: count),
      values: (0..<Int.random(in: 0...2, using: &random)).map { _ in
        String(decoding: random.text(pieces: .random(in: 0...3, using: &random)), as: UTF8.self)
      },
      numbers: (0..<Int.random(in: 0...2, using: &random)).map { _ in Double(Int.random(in: -5...5, using: &random)) / 2 })
  }

  /// Builds a segment. Adds texts in chunks of the given size.
  static func build(
    _ documents: [SampleDocument], at path: String, budget: Int = 0, chunk: Int = .max, trigramThreshold: Int = 1
  ) throws -> SegmentReader {
    var builder = try SegmentBuilder(path: path, budget: budget, trigramThreshold: trigramThreshold)
    for document in documents {
      try builder.beginDocument(id: document.id, directory: document.directory, name: document.name.span)
      var rest = document.text[...]
      while !rest.isEmpty {
        try builder.addText(Array(rest.prefix(chunk)).span)
        rest = rest.dropFirst(chunk)
      }
      for value in document.values { try builder.addValue(Array(value.utf8).span, of: field) }
      for number in document.numbers { try builder.addNumber(number, in: numberField, as: kind(of: number)) }
    }
    let finished = try builder.finish(durable: Int(documents.count) % 2 == 0)
    #expect(Int(finished.documentCount) == documents.count)
    var status = stat()
    #expect(stat(path, &status) == 0 && Int(status.st_size) == finished.byteCount)
    return try SegmentReader(path: path)
  }
}

extension SegmentReader {
  /// The documents whose names match, found one piece after another.
  func documents(named pattern: StringPattern) throws(SegmentError) -> OrdinalSet {
    let search = try NameSearch(pattern, in: self)
    var found: [[UInt32]] = []
    for piece in search.pieces { found.append(try search.ordinals(in: piece)) }
    return OrdinalSet(universe: documentCount, joining: found)
  }
}

/// A temporary folder for one test. Removed when it is released.
final class ScratchFolder {
  let path: String

  init() throws {
    path = "/tmp/segments-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    guard mkdir(path, 0o700) == 0 else { throw SegmentError.system(code: errno, call: "mkdir", file: path) }
  }

  deinit {
    for name in names { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  /// The length of a file, or `nil` if it does not exist.
  func size(of name: String) -> Int? {
    var status = stat()
    return stat("\(path)/\(name)", &status) == 0 ? Int(status.st_size) : nil
  }

  /// The names of the files in the folder.
  var names: [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}

/// The ordinals of the elements of `documents` that satisfy `condition`.
func ordinals(_ documents: [SampleDocument], where condition: (SampleDocument) -> Bool) -> [UInt32] {
  documents.indices.filter { condition(documents[$0]) }.map { UInt32($0) }
}

extension SegmentReader {
  /// The payload: all bytes before the footer.
  func contents() throws -> [UInt8] { Array(try source.bytes(0..<source.byteCount)) }
}

extension SegmentFormat.Footer {
  /// The footer of an open segment, for a source that has none.
  init(checksums segment: SegmentReader) {
    self.init(version: SegmentFormat.version, documentCount: UInt32(segment.documentCount), checksums: 0..<0, sections: segment.sections)
  }
}
