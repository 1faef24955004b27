// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import DocumentImporter

@Suite struct ByteCensusTests {
  static let lengths = [0, 1, 15, 16, 254, 255, 256, 509, 510, 511, 5000]

  @Test(arguments: lengths)
  func `every byte is counted, at every position`(length: Int) {
    let text = [UInt8](repeating: UInt8(ascii: "a"), count: length)
    let plain = ByteCensus(text.span)
    #expect(plain.controlCount == 0 && plain.isASCII && !plain.hasEscapes)
    for position in [0, length / 2, length - 1] where text.indices.contains(position) {
      for byte in UInt8.min ... .max {
        var changed = text
        changed[position] = byte
        let census = ByteCensus(changed.span)
        let isControl = (1..<0x20).contains(byte) && !(0x08...0x0D).contains(byte) && byte != 0x1B
        #expect(census.controlCount == (isControl ? 1 : 0), "\(byte)")
        #expect(census.zeroCount == (byte == 0 ? 1 : 0), "\(byte)")
        #expect(census.isASCII == (byte < 0x80), "\(byte)")
        #expect(census.hasEscapes == (byte == 0x1B), "\(byte)")
      }
    }
  }

  @Test(arguments: lengths)
  func `all control characters are counted`(length: Int) {
    #expect(ByteCensus([UInt8](repeating: 1, count: length).span).controlCount == length)
    #expect(ByteCensus([UInt8](repeating: 0, count: length).span).zeroCount == length)
    #expect(ByteCensus([UInt8](repeating: 0, count: length).span).looksBinary == (length > 0))
  }
}
