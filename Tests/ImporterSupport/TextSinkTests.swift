// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import ImporterSupport

@Suite struct TextSinkTests {
  struct Refused: Error {}

  /// The chunks that are delivered when `fill` appends to a sink.
  func delivered(chunk: Int = 64, wanted: Bool = true, _ fill: (TextSink) throws -> Void) throws -> (chunks: [String], count: UInt64) {
    var chunks: [String] = []
    let sink = TextSink(isWanted: wanted, chunkByteCount: chunk) { piece in
      let valid = try UTF8Span(validating: piece)
      #expect(piece.count <= chunk && piece.count > 0)
      chunks.append(String(copying: valid))
    }
    try fill(sink)
    try sink.finish()
    return (chunks, sink.byteCount)
  }

  @Test func `pieces are joined in order`() throws {
    let (chunks, count) = try delivered { sink in
      try sink.append("Hel")
      try sink.append("")
      try sink.append("lo")
    }
    #expect(chunks == ["Hello"])
    #expect(count == 5)
  }

  @Test func `nothing is delivered if nothing was appended`() throws {
    #expect(try delivered { _ in }.chunks == [])
  }

  @Test(arguments: ["", "\n", " \u{A0}\n\u{FEFF}\t", String(repeating: "\n", count: 1000)])
  func `white space is no text`(space: String) throws {
    let (chunks, count) = try delivered { try $0.append(space) }
    #expect(chunks == [] && count == 0)
    #expect(try delivered { try $0.append(space + "é") }.chunks.last?.hasSuffix("é") == true)
  }

  @Test func `long text is divided after white space`() throws {
    let words = (0..<500).map { "word\($0)" }.joined(separator: " ")
    let (chunks, _) = try delivered { try $0.append(words) }
    #expect(chunks.joined() == words)
    #expect(chunks.dropLast().allSatisfy { $0.hasSuffix(" ") })
  }

  @Test(arguments: ["a", "é", "漢", "🎵", "x漢🎵é"])
  func `text without white space is divided between code points`(unit: String) throws {
    let text = String(repeating: unit, count: 1000)
    let (chunks, count) = try delivered { try $0.append(text) }
    #expect(chunks.joined() == text)
    #expect(count == UInt64(text.utf8.count))
  }

  @Test(arguments: 1...7)
  func `a code point may be divided among calls`(step: Int) throws {
    let text = "añ漢🎵 ende"
    let bytes = Array(text.utf8)
    let (chunks, _) = try delivered { sink in
      for start in stride(from: 0, to: bytes.count, by: step) {
        try sink.append(utf8: bytes.span.extracting(start..<min(start + step, bytes.count)))
      }
    }
    #expect(chunks.joined() == text)
  }

  static let broken: [([[UInt8]], String)] = [
    ([[0x41, 0xFF, 0x42]], "A\u{FFFD}B"),
    ([[0xE6, 0xBC]], "\u{FFFD}"),
    ([[0xE6], [0x41]], "\u{FFFD}A"),
    ([[0x80], [0x80]], "\u{FFFD}\u{FFFD}"),
    ([[0xED, 0xA0, 0x80]], "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ([[0x41, 0, 0x42]], "A B"),
    ([[0xF0, 0x9F], [], [0x8E, 0xB5]], "🎵"),
    ([[0xC3], [0xC3], [0xA9]], "\u{FFFD}é"),
  ]

  @Test(arguments: broken)
  func `invalid text is repaired`(row: ([[UInt8]], String)) throws {
    let (chunks, count) = try delivered { sink in
      for piece in row.0 { try sink.append(utf8: piece.span) }
    }
    #expect(chunks.joined() == row.1)
    #expect(count == UInt64(row.1.utf8.count))
  }

  static let verbatim: [([[UInt8]], Bool)] = broken.map { ($0.0, $0.1 == "🎵") } + [([[0x41], [0xC3], [0xA9, 0x20]], true), ([], true)]

  @Test(arguments: verbatim)
  func `repairs are reported`(row: ([[UInt8]], Bool)) throws {
    let sink = TextSink(chunkByteCount: 64) { _ in }
    for piece in row.0 { try sink.append(utf8: piece.span) }
    try sink.finish()
    #expect(sink.isVerbatim == row.1)
  }

  @Test func `a code point that is interrupted by a string is replaced`() throws {
    let (chunks, _) = try delivered { sink in
      try sink.append(utf8: ([0xE6, 0xBC] as [UInt8]).span)
      try sink.append("x")
    }
    #expect(chunks.joined() == "\u{FFFD}x")
  }

  @Test func `the last chunk may be taken instead of delivered`() throws {
    var pieces: [Int] = []
    let sink = TextSink(chunkByteCount: 64) { pieces.append($0.count) }
    try sink.append(String(repeating: "word ", count: 20))
    try sink.append(utf8: ([0xE6] as [UInt8]).span)
    let rest = try sink.takeRest()
    #expect(pieces == [60])
    #expect(String(decoding: rest, as: UTF8.self) == String(repeating: "word ", count: 8) + "\u{FFFD}")
    #expect(try sink.takeRest() == [])
  }

  @Test func `unwanted text is counted and not delivered`() throws {
    let (chunks, count) = try delivered(wanted: false) { try $0.append(String(repeating: "a", count: 1000)) }
    #expect(chunks == [])
    #expect(count == 1000)
  }

  @Test func `an error of delivery is kept, for importers that ignore it`() {
    let sink = TextSink(chunkByteCount: 64) { _ in throw Refused() }
    #expect(throws: Refused.self) { try sink.append(String(repeating: "a", count: 200)) }
    #expect(sink.deliveryError is Refused)
    #expect(throws: Refused.self) { try sink.append("more") }
  }

  @Test func `any bytes in any pieces are decoded as by String`() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let alphabet: [UInt8] = [0x00, 0x20, 0x41, 0x80, 0xA9, 0xBC, 0xC3, 0xE6, 0xED, 0xF0, 0xF4, 0xFF]
      let bytes = (0..<Int.random(in: 0..<400, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? 0 }
      let (chunks, _) = try delivered { sink in
        var start = 0
        while start < bytes.count {
          let end = min(bytes.count, start + Int.random(in: 1...9, using: &random))
          try sink.append(utf8: bytes.span.extracting(start..<end))
          start = end
        }
      }
      let text = String(decoding: bytes, as: UTF8.self).replacing("\u{0}", with: " ")
      // White space alone is no text.
      let expected = text.allSatisfy(\.isWhitespace) ? "" : text
      #expect(Array(chunks.joined().utf8) == Array(expected.utf8), "seed \(seed), bytes \(bytes)")
    }
  }
}
