import TestSupport
import AttributeSets
import Foundation
import ImporterSupport
import MusicImporter
import Testing

/// Damaged recordings give what can still be read; nothing crashes, nothing takes long.
@Suite(.timeLimit(.minutes(2))) struct HostileMusicTests {
  @Test(arguments: MusicFixture.all.map(\.name))
  func `cuts are survived`(name: String) throws {
    let bytes = try #require(MusicFixture.all.first { $0.name == name }).bytes
    let importer = MusicImporter()
    // Every cut through the headers; of the silence after them some.
    for length in Array(0..<min(bytes.count, 1500)) + Array(stride(from: 1500, to: bytes.count, by: 997)) {
      let found = try MediaImport(importer, Array(bytes[..<length]))
      #expect(found.attributes.duration.map { $0.doubleValue > 0 } ?? true)
    }
  }

  @Test(arguments: MusicFixture.all.map(\.name), [1, 2] as [UInt64])
  func `random damage is survived`(name: String, seed: UInt64) throws {
    let bytes = try #require(MusicFixture.all.first { $0.name == name }).bytes
    var generator = SeededGenerator(seed: seed)
    let importer = MusicImporter()
    for _ in 0..<100 {
      // Damage in the headers says more than damage in the silence.
      let head = Array(bytes.prefix(700)).damaged(using: &generator)
      let found = try MediaImport(importer, head + bytes.dropFirst(700), name: "file.mp3")
      #expect(found.attributes.mediaTypes?.first == "Sound", "seed \(seed)")
    }
  }

  @Test func `pages and chunks without length end`() throws {
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
