// SPDX-License-Identifier: Apache-2.0

/// Splits free text into words, phrases, keywords with values, operators and parentheses. It never
/// fails.
struct FreeTextLexer {
  /// The offset in the text of the quote that is not closed; `nil` if there is none.
  private(set) var unclosedQuote: Int?

  private let bytes: [UInt8]
  /// The offset in the text of each element of ``bytes`` and of their end; empty if all offsets are
  /// equal.
  private let offsets: [Int]
  private var position = 0

  init(_ text: String) {
    // Phones insert curly quotes.
    var plain: [UInt8] = []
    var offsets: [Int] = []
    plain.reserveCapacity(text.utf8.count)
    let source = Array(text.utf8)
    var index = 0
    while index < source.count {
      offsets.append(index)
      if let double = CurlyQuote.double(in: source, at: index) {
        plain.append(UInt8(ascii: "\""))
        index = double.upperBound
      } else {
        plain.append(source[index])
        index += 1
      }
    }
    bytes = plain
    self.offsets = plain.count == source.count ? [] : offsets + [source.count]
  }

  /// The offset in the text of an offset in ``bytes``.
  private func offset(_ index: Int) -> Int { offsets.isEmpty ? index : offsets[index] }

  /// All tokens that follow, each with its offset in the text.
  mutating func remainingTokens() -> [(token: FreeTextToken, offset: Int)] {
    var tokens: [(token: FreeTextToken, offset: Int)] = []
    while true {
      skipSpace()
      guard position < bytes.count else { return tokens }
      let start = offset(position)
      tokens.append((next(), start))
    }
  }

  /// Takes the token at the position, which is neither the end nor a space.
  private mutating func next() -> FreeTextToken {
    switch bytes[position] {
    case UInt8(ascii: "("):
      position += 1
      return .open
    case UInt8(ascii: ")"):
      position += 1
      return .close
    case UInt8(ascii: "|"):
      position = bytes[position...].prefix { $0 == UInt8(ascii: "|") }.endIndex
      return .or
    case UInt8(ascii: "\""): return .phrase(takePhrase(), slop: takeSlop())
    case UInt8(ascii: "-") where position + 1 < bytes.count && Self.continues(bytes[position + 1], orOpens: true):
      position += 1
      return .minus
    case UInt8(ascii: "!") where position + 1 < bytes.count && startsExcluded(bytes[position + 1]):
      position += 1
      return .not
    default: return takeWord()
    }
  }

  /// Whether a `!` before this byte excludes a term. Of several signs, none does.
  private func startsExcluded(_ byte: UInt8) -> Bool {
    byte != UInt8(ascii: "!") && byte != UInt8(ascii: "=") && Self.continues(byte, orOpens: true)
  }

  private mutating func takeWord() -> FreeTextToken {
    let start = position
    while position < bytes.count, Self.continues(bytes[position], orOpens: false) {
      if bytes[position] == UInt8(ascii: ":"), let keyword = SearchKeyword(named: bytes[start..<position]) {
        position += 1
        return takeValue(of: keyword, from: start)
      }
      position += 1
    }
    switch text(start..<position) {
    case "NOT": return .not
    case "AND", "&&": return .and
    case "OR": return .or
    case let word where word.hasPrefix("NEAR"):
      if let slop = Self.slop(ofNear: word) { return .near(slop: slop, spelling: word) }
      fallthrough
    default: return .word(text(start..<endWithoutSeparators(start..<position)), offset: offset(start))
    }
  }

  /// The distance of `NEAR` without one, as in Recoll.
  private static let usualSlop = 10

  private static func slop(ofNear word: String) -> Int? {
    if word == "NEAR" { return usualSlop }
    guard word.hasPrefix("NEAR/"), let distance = Comparison.slop(Array(word.utf8.dropFirst(5))[...]),
      distance.length == word.utf8.count - 5
    else { return nil }
    return distance.slop
  }

  /// Takes a distance directly behind a phrase: `~10`.
  private mutating func takeSlop() -> Int? {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "~"), let distance = Comparison.slop(bytes[(position + 1)...]) else {
      return nil
    }
    let end = position + 1 + distance.length
    guard end == bytes.count || !Self.continues(bytes[end], orOpens: false) else { return nil }
    position = end
    return distance.slop
  }

  /// The end of a word without the punctuation behind it that separates it from the next one. A period or
  /// colon belongs to a word that has others (`e.g.`).
  private func endWithoutSeparators(_ word: Range<Int>) -> Int {
    let end = bytes[word].lastIndex { ![UInt8(ascii: ","), UInt8(ascii: ";")].contains($0) }.map { $0 + 1 } ?? word.upperBound
    let last = bytes[end - 1]
    guard [UInt8(ascii: "."), UInt8(ascii: ":")].contains(last), end - 1 > word.lowerBound,
      !bytes[word.lowerBound..<end - 1].contains(last)
    else { return end }
    return end - 1
  }

  private mutating func takeValue(of keyword: SearchKeyword, from start: Int) -> FreeTextToken {
    skipSpace()
    let `operator` = takeOperator()
    skipSpace()
    let isQuoted = position < bytes.count && bytes[position] == UInt8(ascii: "\"")
    let valueStart = isQuoted ? position + 1 : position
    var value: String
    if isQuoted {
      value = takePhrase()
    } else {
      position = wordEnd(from: position)
      if keyword.takesSeveralWords { extendValue(from: valueStart, of: keyword) }
      value = text(valueStart..<position)
      if let last = takeRangeEnd(after: value, of: keyword) { value += "..\(last)" }
    }
    let end = isQuoted ? valueStart + value.utf8.count : position
    return .keyword(
      KeywordTerm(
        keyword: keyword, operator: `operator`, value: value, isQuoted: isQuoted, spelling: text(start..<position), offset: offset(start),
        valueRange: offset(valueStart)..<offset(min(end, bytes.count))))
  }

  private static func isRangeSign(_ text: String) -> Bool { ["-", "–", "..", "to"].contains(text) }

  /// Takes the rest of a range whose ends are apart: `size:1MB - 2MB`, `modified:March 2025 to May 2025`.
  private mutating func takeRangeEnd(after first: String, of keyword: SearchKeyword) -> String? {
    guard keyword.isEndOfRange(first) else { return nil }
    let before = position
    skipSpace()
    let sign = position
    position = wordEnd(from: sign)
    if Self.isRangeSign(text(sign..<position)) {
      skipSpace()
      let start = position
      position = wordEnd(from: start)
      extendValue(from: start, of: keyword)
      let last = text(start..<position)
      if keyword.isEndOfRange(last) { return last }
    }
    position = before
    return nil
  }

  /// Extends a value by up to two words if the result is a valid value: `date:this week`,
  /// `kind:mail message`, `size:10 MB`.
  private mutating func extendValue(from start: Int, of keyword: SearchKeyword) {
    var (end, longest) = (position, position)
    for _ in 0..<2 {
      let next = bytes[end...].drop { $0 == UInt8(ascii: " ") }.startIndex
      end = wordEnd(from: next)
      guard end > next, end - start <= 64, !Self.isRangeSign(text(next..<end)) else { break }
      if keyword.isValue(text(start..<end)) { longest = end }
    }
    position = longest
  }

  private mutating func takeOperator() -> Comparison.Operator? {
    let operators: [(StaticString, Comparison.Operator)] = [
      ("<=", .lessOrEqual), (">=", .greaterOrEqual), ("!=", .notEqual), ("==", .equal), ("=", .equal), ("<", .less), (">", .greater),
    ]
    for (spelling, meaning) in operators {
      let width = spelling.utf8CodeUnitCount
      guard bytes.count - position >= width else { continue }
      if spelling.withUTF8Buffer({ $0.elementsEqual(bytes[position..<position + width]) }) {
        position += width
        return meaning
      }
    }
    return nil
  }

  /// Takes the text up to the closing quote, or to the end if there is none.
  private mutating func takePhrase() -> String {
    let start = position + 1
    let quote = bytes[start...].firstIndex(of: UInt8(ascii: "\""))
    if quote == nil { unclosedQuote = offset(start - 1) }
    let end = quote ?? bytes.count
    position = min(end + 1, bytes.count)
    return text(start..<end)
  }

  private func wordEnd(from start: Int) -> Int {
    bytes[start...].prefix { Self.continues($0, orOpens: false) }.endIndex
  }

  private static func continues(_ byte: UInt8, orOpens: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "\""): orOpens
    case UInt8(ascii: ")"), UInt8(ascii: "|"): false
    default: !byte.isSpace
    }
  }

  private mutating func skipSpace() {
    while position < bytes.count, bytes[position].isSpace { position += 1 }
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

extension CurlyQuote {
  /// The curly double quote at `offset`. Single curly quotes may be apostrophes.
  static func double(in bytes: [UInt8], at offset: Int) -> Range<Int>? {
    guard let range = first(in: bytes, at: offset) else { return nil }
    return ["“", "”", "„", "‟", "«", "»"].contains(String(decoding: bytes[range], as: UTF8.self)) ? range : nil
  }
}
