// SPDX-License-Identifier: Apache-2.0

import TestSupport
import AttributeSets
import Foundation
import Glibc
import ImageImporter
import ImporterSupport
import Testing

/// Damaged images yield what is still readable. Nothing crashes or takes long.
@Suite(.timeLimit(.minutes(10))) struct HostileImageTests {
  @Test(arguments: ImageFixture.all.map(\.name))
  func `a truncated image does not crash the importer`(name: String) throws {
    let bytes = try #require(ImageFixture.all.first { $0.name == name }).bytes
    let importer = ImageImporter()
    for length in (0..<bytes.count).sampled(every: 3) {
      let found = try MediaImport(importer, Array(bytes[..<length]), wantsText: Self.wantsText(name))
      #expect(found.attributes.pixelWidth.map { $0.intValue > 0 } ?? true)
    }
  }

  @Test(arguments: ImageFixture.all.map(\.name), [1, 2] as [UInt64])
  func `random damage does not crash the importer`(name: String, seed: UInt64) throws {
    let bytes = try #require(ImageFixture.all.first { $0.name == name }).bytes
    var generator = SeededGenerator(seed: seed)
    let importer = ImageImporter()
    for _ in 0..<100 {
      let damaged = bytes.damaged(using: &generator)
      let found = try MediaImport(importer, damaged, wantsText: Self.wantsText(name))
      if let latitude = found.attributes.latitude { #expect(abs(latitude.doubleValue) <= 90, "seed \(seed)") }
    }
  }

  /// PostScript starts an interpreter for each text, which takes 30 ms.
  private static func wantsText(_ name: String) -> Bool { name != "EPS" }

  @Test func `a cycle of directories does not hang the importer`() throws {
    let loop = TIFFBuilder(image: [(0x0100, .long([30])), (0x0101, .long([20])), (0x8769, .long([8])), (0x8825, .long([8]))]).bytes
    #expect(try MediaImport(ImageImporter(), loop).attributes.pixelWidth == 30)
    let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1] + Bytes.big(UInt16(loop.count + 8)) + Bytes.text("Exif\0\0") + loop + [0xFF, 0xD9]
    #expect(try MediaImport(ImageImporter(), jpeg).failure != nil, "there is no frame")
  }

  @Test func `impossible counts are ignored`() throws {
    var tiff = TIFFBuilder(image: [(0x0100, .long([30])), (0x0101, .long([20])), (0x02BC, .bytes([1, 2, 3, 4, 5]))]).bytes
    // The number of bytes of the XMP packet.
    tiff.replaceSubrange(38..<42, with: Bytes.little(UInt32.max))
    #expect(try MediaImport(ImageImporter(), tiff).attributes.pixelWidth == 30)
    tiff.replaceSubrange(8..<10, with: Bytes.little(UInt16.max))
    #expect(try MediaImport(ImageImporter(), tiff).attributes.pixelWidth == 30)
  }

  @Test func `a size whose product overflows has no pixel count`() throws {
    let size = Bytes.box("ispe", [0, 0, 0, 0], Bytes.big(UInt32.max, UInt32.max))
    let heif = Bytes.all(
      Bytes.box("ftyp", Bytes.text("mif1\0\0\0\0")), Bytes.box("meta", [0, 0, 0, 0], Bytes.box("iprp", Bytes.box("ipco", size))))
    let attributes = try MediaImport(ImageImporter(), heif).attributes
    #expect(attributes.pixelWidth?.intValue == Int(UInt32.max))
    #expect(attributes.pixelCount == nil)
  }

  @Test func `entities are not expanded`() throws {
    let svg = Bytes.text("<svg xmlns='http://www.w3.org/2000/svg'><!DOCTYPE a [<!ENTITY b 'bbbb'>]><text>&b;&b;</text></svg>")
    let found = try MediaImport(ImageImporter(), svg)
    #expect(!found.text.contains("bbbb"))
  }

  @Test(arguments: [
    (String(repeating: "<g>", count: 200_000) + "<text>deep</text>", "deep\n"),
    ("<text>" + String(repeating: "<tspan>ab</tspan>", count: 100_000) + "</text>", String(repeating: "ab", count: 100_000) + "\n"),
  ])
  func `the time for an SVG image is proportional to its length`(body: String, text: String) throws {
    let svg = Bytes.text("<svg xmlns='http://www.w3.org/2000/svg' width='30' height='20'>" + body)
    var found: MediaImport?
    let time = try processorTime { found = try MediaImport(ImageImporter(), svg) }
    #expect(found?.attributes.pixelWidth == 30)
    #expect(found?.text == text)
    // A debug build takes a fraction of this. Examining each ancestor of an element would take
    // minutes.
    #expect(time < .seconds(10))
  }
}

/// The processor time that `body` takes on this thread.
private func processorTime(_ body: () throws -> Void) rethrows -> Duration {
  func now() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
  let start = now()
  try body()
  return now() - start
}
