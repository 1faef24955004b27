// SPDX-License-Identifier: Apache-2.0

import Attributes
import IndexStore
import QueryLanguage
import TextAnalysis

/// Random predicates, most of which match some of the given documents.
struct RandomPredicates {
  private var random: RandomFiles
  private let attributes: [(name: AttributeName, value: AttributeValue)]
  private let words: [Substring]

  init(seed: UInt64, about documents: [ModelDocument]) {
    random = RandomFiles(seed: seed)
    attributes = documents.flatMap(\.attributes)
    words = documents.flatMap(\.words) + ["paris", "window"]
  }

  mutating func predicate(depth: Int = 0) -> Predicate {
    switch random.number(below: depth < 3 ? 12 : 8) {
    case 0: textComparison()
    case 1: anyComparison()
    case 2: random.chance(2) ? presence() : expression()
    case 3: typeComparison()
    case 4...7: valueComparison()
    case 8: .not(predicate(depth: depth + 1))
    case 9, 10: .and((0..<2 + random.number(below: 2)).map { _ in predicate(depth: depth + 1) })
    default: .or((0..<2 + random.number(below: 2)).map { _ in predicate(depth: depth + 1) })
    }
  }

  // MARK: Leaves

  private mutating func textComparison() -> Predicate {
    let start = random.number(below: words.count)
    let slop = slop()
    let following = words[start..<min(words.count, start + 1 + random.number(below: slop == nil ? 2 : 4))]
    let text = (slop == nil || random.chance(2) ? Array(following) : following.reversed()).joined(separator: " ")
    return .comparison(Comparison(AttributeTerm("kMDItemTextContent"), equality(), string(text), modifiers(), slop: slop))
  }

  private mutating func anyComparison() -> Predicate {
    let (_, value) = random.element(of: attributes)
    let text = random.chance(3) ? String(random.element(of: words)) : text(of: value) ?? "1"
    return .comparison(Comparison(random.element(of: [.any, .anyIncludingText]), equality(), string(text), modifiers(), slop: slop()))
  }

  /// A regular expression with a part of a value that some document has for some attribute.
  private mutating func expression() -> Predicate {
    let (name, value) = random.element(of: attributes)
    let text = value.elements.first.flatMap(text(of:)) ?? "x"
    let characters = Array(text.prefix(8)).map { $0.isLetter || $0.isNumber ? String($0) : "\\W" }
    let pattern = random.element(of: [".*", ""])
    let ending = random.element(of: ["", ".*", "+", "?.*", "(?:x|.*)", "[a-z ]*"])
    let terms = [AttributeTerm(name.description), .any, AttributeTerm("kMDItemFSName")]
    guard let expression = try? RegularExpression(pattern + characters.joined() + ending, ignoringCase: random.chance(2)) else {
      return .constant(false)
    }
    return .matches(ExpressionComparison(random.element(of: terms), expression))
  }

  private mutating func presence() -> Predicate {
    let names = [
      "*", "**", "kMDItemTextContent", "title", "keywords", "kMDItemMIMEType", "com_example_one", "kMDItemFSNodeCount", "nobody",
    ]
    return .comparison(Comparison(AttributeTerm(random.element(of: names)), equality(), random.chance(2) ? .null : .presence))
  }

  private mutating func typeComparison() -> Predicate {
    if random.chance(3) {
      let bound = NumberLiteral(random.number(below: 15))
      let group = AttributeTerm("_kMDItemGroupId")
      return .comparison(Comparison(group, random.element(of: Comparison.Operator.allCases), .number(bound)))
    }
    let type = random.element(of: RandomFiles.types)
    let text = random.element(of: type.tree + [type.mimeType ?? "none"])
    let name = random.element(of: ["contentType", "kMDItemContentTypeTree", "kMDItemMIMEType"])
    return .comparison(Comparison(AttributeTerm(name), equality(), string(text), modifiers()))
  }

  /// A comparison with a value, or a neighbour of a value, that some document has for some
  /// attribute.
  private mutating func valueComparison() -> Predicate {
    let (name, value) = random.element(of: attributes)
    let term = AttributeTerm(name.description)
    let element = value.elements.isEmpty ? .null : random.element(of: value.elements)
    switch element {
    case .integer(let number): return quantity(term, Double(number))
    case .number(let number): return quantity(term, number)
    case .boolean(let flag): return quantity(term, flag ? 1 : 0)
    case .date(let date): return self.date(term, date)
    default:
      let text = text(of: element) ?? "x"
      let (value, letters) = random.chance(4) ? (shell(text), .shell) : (string(text), Modifiers())
      return .comparison(Comparison(term, equality(), value, modifiers().union(letters), slop: slop()))
    }
  }

  private mutating func quantity(_ term: AttributeTerm, _ number: Double) -> Predicate {
    let near = random.element(of: [number, number, number + 1, number - 0.5])
    let literal = NumberLiteral("\(near)") ?? NumberLiteral(0)
    if random.chance(3) { return .inRange(RangeComparison(term, .number(literal), .number(NumberLiteral(Int(number) + 2)))) }
    let value: Value = random.chance(3) ? .string(WildcardString(literal: literal.spelling)) : .number(literal)
    return .comparison(Comparison(term, random.element(of: Comparison.Operator.allCases), value))
  }

  private mutating func date(_ term: AttributeTerm, _ date: Timestamp) -> Predicate {
    // Tests do not control the date of addition, so it is compared only with distant days.
    let isOwn = ["kMDItemDateAdded", "kMDItemDateAdded_Ranking"].contains(term.description)
    let day = Int(date.secondsSince1970) + random.element(of: isOwn ? [-100 * 86_400, 100 * 86_400] : [0, 0, 1, -86_400])
    let time = TimeExpression.absolute(ISODate(CivilTime(secondsSince1970AsUTC: day), zoneOffset: 0))
    if random.chance(4) { return .inRange(RangeComparison(term, .time(time), .time(.now(seconds: -100 * 86_400)))) }
    return .comparison(Comparison(term, random.element(of: Comparison.Operator.allCases), .time(time)))
  }

  // MARK: Parts

  private mutating func equality() -> Comparison.Operator { random.chance(4) ? .notEqual : .equal }

  private mutating func slop() -> Int? { random.chance(4) ? random.number(below: 4) : nil }

  private mutating func modifiers() -> Modifiers { Modifiers(rawValue: UInt8(random.number(below: 32))) }

  private func text(of value: AttributeValue) -> String? {
    switch value {
    case .string(let text): text
    case .person(let person): person.searchableStrings.first
    case .array(let elements): elements.first.flatMap(text)
    case .dictionary(let entries): entries.values.first.flatMap(text)
    case .integer(let number): "\(number)"
    default: nil
    }
  }

  /// The text or part of it, with stars for omitted parts, and sometimes in another case.
  private mutating func string(_ text: String) -> Value {
    var scalars = Array(text.unicodeScalars)
    var parts: [String] = []
    if random.chance(4) {
      scalars.removeFirst(min(scalars.count, random.number(below: 4)))
      parts.append("")
    }
    var tail: [String] = []
    if random.chance(3) {
      scalars.removeLast(min(scalars.count, random.number(below: 4)))
      tail = [""]
    }
    let whole = Self.string(scalars[...])
    if random.chance(8), scalars.count > 2 {
      parts += [Self.string(scalars[..<(scalars.count / 3)]), Self.string(scalars[(scalars.count / 2)...])]
    } else {
      parts.append(random.chance(3) ? whole.uppercased() : random.chance(3) ? whole.lowercased() : whole)
    }
    return .string(WildcardString(parts: parts + tail))
  }

  /// The text with a shell wildcard for one of its characters, and sometimes a star for the rest.
  private mutating func shell(_ text: String) -> Value {
    var characters = text.map { $0 == "[" || $0 == "?" || $0 == "\\" ? "\\\($0)" : String($0) }
    guard !characters.isEmpty else { return .string(WildcardString(literal: "?")) }
    let index = random.number(below: characters.count)
    let character = characters[index]
    characters[index] = random.element(of: ["?", "[\(character)]", "[!xyz]", "[a-z]"])
    if random.chance(3) { return .string(WildcardString(parts: [characters[...index].joined(), ""])) }
    return .string(WildcardString(literal: characters.joined()))
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String { String(String.UnicodeScalarView(scalars)) }
}
