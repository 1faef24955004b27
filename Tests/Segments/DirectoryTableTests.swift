// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Segments

@Suite struct DirectoryTableTests {
  private struct Row: Equatable {
    var parent: UInt32
    var name: [UInt8]

    static func random(_ random: inout SeededGenerator) -> Row {
      if Int.random(in: 0..<8, using: &random) == 0 { return Row(parent: 0, name: []) }
      let length = random.pick([0, 1, 7, 100, 255])
      return Row(
        parent: random.pick([1, 127, 128, 70_000, .max]), name: (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
  }

  private let folder: ScratchFolder
  private var path: String { folder.path + "/table" }

  init() throws { folder = try ScratchFolder() }

  private func write(_ rows: [Row]) throws -> DirectoryTable {
    let writer = try DirectoryTableWriter(path: path)
    for row in rows { try writer.append(parent: row.parent, name: row.name.span) }
    let finished = try writer.finish(durable: false)
    #expect(finished.byteCount == folder.size(of: "table") && Int(finished.documentCount) == rows.count)
    let reader = try SegmentReader(path: path)
    try reader.verifyChecksums()
    return try DirectoryTable(reader)
  }

  private func row(_ directory: Int, _ cursor: inout DirectoryTableCursor) throws -> Row {
    try cursor.withRow(of: UInt32(directory)) { parent, name in Row(parent: parent, name: name.indices.map { name[$0] }) }
  }

  @Test(arguments: [0, 1, 31, 32, 33, 64, 1000])
  func `rows are read as they were written, in any order`(count: Int) throws {
    var random = SeededGenerator()
    let rows = (0..<count).map { _ in Row.random(&random) }
    let table = try write(rows)
    #expect(table.count == count)
    var cursor = DirectoryTableCursor(table)
    for directory in rows.indices { #expect(try row(directory, &cursor) == rows[directory], "seed \(random.seed)") }
    for _ in 0..<min(count, 1) * 300 {
      let directory = Int.random(in: 0..<count, using: &random)
      #expect(try row(directory, &cursor) == rows[directory], "seed \(random.seed)")
    }
  }

  /// A deliberate change of these bytes needs a new version of the format.
  @Test func `the writer produces the recorded bytes`() throws {
    _ = try write([Row(parent: 0, name: [])] + (1...32).map { Row(parent: $0 * 10, name: [0x61, UInt8($0)]) })
    let segment = try SegmentReader(path: path)
    func contents(of section: SegmentSection) throws -> [UInt8] {
      Array(try segment.source.bytes(try #require(segment.sections[section])))
    }
    let rows = try contents(of: .directories)
    #expect(rows.prefix(9) == [0, 10, 2, 0x61, 1, 20, 2, 0x61, 2] && rows.suffix(5) == [0xC0, 2, 2, 0x61, 32] && rows.count == 149)
    #expect(try contents(of: .directoryStarts) == [0, 0, 0, 0, 0, 0, 0, 0, 144, 0, 0, 0, 0, 0, 0, 0])
    #expect(Set(segment.sectionSizes.keys) == [.directories, .directoryStarts])
  }

  @Test func `a truncated row and starts beyond the rows are damage`() throws {
    let rows = (0..<40).map { Row(parent: 1, name: [UInt8($0)]) }
    _ = try write(rows)
    let good = try SegmentReader(path: path)
    // The rows without their last byte, and the offset of the second group beyond the rows.
    let range = try #require(good.sections[.directories])
    var shorter = good.sections
    shorter[.directories] = range.lowerBound..<range.upperBound - 1
    try expectDamage(of: .directories, at: 39, SegmentReader(good.source, Self.footer(good, shorter)))
    shorter[.directories] = range.lowerBound..<range.lowerBound + 50
    try expectDamage(of: .directoryStarts, at: 35, SegmentReader(good.source, Self.footer(good, shorter)))
    var fewer = good.sections
    let starts = try #require(good.sections[.directoryStarts])
    fewer[.directoryStarts] = starts.lowerBound..<starts.upperBound - 8
    #expect(throws: SegmentError.self) { try DirectoryTable(SegmentReader(good.source, Self.footer(good, fewer))) }
  }

  private static func footer(_ segment: SegmentReader, _ sections: SegmentSections) -> SegmentFormat.Footer {
    SegmentFormat.Footer(
      version: SegmentFormat.version, documentCount: UInt32(segment.documentCount), checksums: 0..<0, sections: sections)
  }

  private func expectDamage(of section: SegmentSection, at directory: Int, _ segment: SegmentReader) throws {
    var cursor = DirectoryTableCursor(try DirectoryTable(segment))
    for _ in 0..<2 {
      var damage: SegmentError?
      do { _ = try row(directory, &cursor) } catch let error as SegmentError { damage = error }
      #expect(damage == .inconsistent(section, file: segment.source.name))
    }
  }
}
