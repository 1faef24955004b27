// SPDX-License-Identifier: Apache-2.0

import TestSupport
import AttributeSets
import Foundation
import ImporterSupport
import MusicImporter
import Testing

/// Damaged recordings yield what is still readable. Nothing crashes or takes long.
@Suite(.timeLimit(.minutes(10))) struct HostileMusicTests {
  @Test(arguments: MusicFixture.all.map(\.name))
  func `a truncated recording does not crash the importer`(name: String) throws {
    let bytes = try #require(MusicFixture.all.first { $0.name == name }).bytes
    let importer = MusicImporter()
    // Every length within the headers, and some in the silence after them.
    for length in (0..<min(bytes.count, 1500)).sampled(every: 3) + Array(stride(from: 1500, to: bytes.count, by: 997)) {
      let found = try MediaImport(importer, Array(bytes[..<length]))
      #expect(found.attributes.duration.map { $0.doubleValue > 0 } ?? true)
    }
  }

  @Test(arguments: MusicFixture.all.map(\.name), [1, 2] as [UInt64])
  func `random damage does not crash the importer`(name: String, seed: UInt64) throws {
    let bytes = try #require(MusicFixture.all.first { $0.name == name }).bytes
    var generator = SeededGenerator(seed: seed)
    let importer = MusicImporter()
    for _ in 0..<100 {
      // Only damage in the headers affects the results.
      let head = Array(bytes.prefix(700)).damaged(using: &generator)
      let found = try MediaImport(importer, head + bytes.dropFirst(700), name: "file.mp3")
      #expect(found.attributes.mediaTypes?.first == "Sound", "seed \(seed)")
    }
  }

  @Test func `pages and chunks without length do not hang the importer`() throws {
    let importer = MusicImporter()
    let page = Array(MusicFixture.opus.prefix(26)) + [0]
    let chunks = Bytes.text("RF64") + Bytes.little(UInt32(0)) + Bytes.text("WAVE") + [UInt8](repeating: 0, count: 100_000)
    for bytes in [
      Bytes.repeated(page, 5000), chunks, Bytes.text("tBaK") + Bytes.repeated([2, 0, 0, 0], 10_000),
    ] {
      #expect(try MediaImport(importer, bytes).attributes.duration == nil)
    }
  }
}
