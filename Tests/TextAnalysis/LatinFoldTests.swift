// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import TextAnalysis

struct LatinFoldTests {
  private func slowly(_ bytes: [UInt8]) -> [UInt8] {
    var folder = ScalarFolder(.all, output: [])
    bytes.withUnsafeBufferPointer { folder.fold($0) }
    return folder.output
  }

  @Test func `the table agrees with the folding of each letter`() {
    let table = (0xC0..<0x180 as Range<UInt32>).map { value in
      let folded = slowly(Array(String(Unicode.Scalar(value).map(String.init) ?? "").utf8))
      return folded.count > 2 ? 0 : folded.reversed().reduce(UInt16(0)) { $0 << 8 | UInt16($1) }
    }
    #expect(LatinFold.table == table)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `texts are folded as by decomposition and composition`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces: [[UInt8]] =
      ["a", "Z", "é", "ß", "Æ", "ÿ", "Š", "ŉ", "e\u{301}", "漢", "ø", " "].map { Array($0.utf8) } + [
        [0xC3], [0xC4, 0x41], [0xFF], [0xC5, 0xC5],
      ]
    var fast = 0
    for _ in 0..<400 {
      let count = Int.random(in: 0...6, using: &random)
      let bytes = (0..<count).flatMap { _ in pieces[Int.random(in: 0..<(Bool.random(using: &random) ? 7 : pieces.count), using: &random)] }
      var output: [UInt8] = [1, 2]
      foldUTF8(bytes.span, .all, into: &output)
      #expect(output == [1, 2] + slowly(bytes), "seed \(seed): \(bytes)")
      let folded = bytes.withUnsafeBufferPointer { LatinFold.withFolded($0) { Array($0) } }
      if let folded { #expect(folded == slowly(bytes), "seed \(seed): \(bytes)") }
      fast += folded != nil && bytes.contains { $0 >= 0x80 } ? 1 : 0
    }
    #expect(fast > 20)
  }
}
