// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TextAnalysis

@Suite struct ASCIIYieldTests {
  @Test func `the table agrees with the folding of each character`() {
    var table = [UInt64](repeating: 0, count: 4 * 64)
    var folded: [UInt8] = []
    for raw in 0..<4 as Range<UInt8> {
      for value in 0x80...0x10FFFF as ClosedRange<UInt32> {
        // Beyond the second plane there are only ideographs and a few tags.
        guard value < 0x20000 || value >> 12 == 0xE0 || value & 0x3FF == 0, let scalar = Unicode.Scalar(value) else { continue }
        let bytes = Array(UTF8.encode(scalar) ?? .init())
        let (word, bit) = (Int(raw) * 64 + Int(bytes[0] & 0x3F), UInt64(1) << UInt64(bytes[1] & 0x3F))
        if table[word] & bit != 0 { continue }
        folded.removeAll(keepingCapacity: true)
        foldUTF8(bytes.span, Folding(rawValue: raw), into: &folded)
        if folded.isEmpty || folded.contains(where: { $0 < 0x80 }) { table[word] |= bit }
      }
    }
    let text = table.map { $0 == 0 ? "0" : "0x" + String($0, radix: 16, uppercase: true) }
    let lines = stride(from: 0, to: text.count, by: 4).map { text[$0..<$0 + 4].joined(separator: ", ") + "," }
    #expect(ASCIIYield.table == table, "the table should be\n\(lines.joined(separator: "\n"))")
  }
}
