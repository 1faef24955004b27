// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import QueryLanguage

/// Input that tries to exhaust the stack or to take more than linear time.
struct AdversarialTests {
  struct Attack: Sendable, CustomTestStringConvertible {
    var name: String
    /// A query of approximately this number of bytes.
    var text: @Sendable (Int) -> String
    var testDescription: String { name }

    init(_ name: String, _ text: @escaping @Sendable (Int) -> String) {
      self.name = name
      self.text = text
    }

    /// A repeated piece.
    init(_ piece: String, before: String = "", after: String = "") {
      self.init("\(before)\(piece)…\(after)") { before + String(repeating: piece, count: $0 / piece.utf8.count) + after }
    }
  }

  static let attacks: [Attack] = [
    Attack("("), Attack(")"), Attack("!"), Attack("!("), Attack("*", before: "a == "), Attack("*", before: "a == \"", after: "\""),
    Attack("a*", before: "a == "), Attack("\\", before: "a == \""), Attack("\\", before: "a == "), Attack("\""), Attack("\"\\"),
    Attack("'\""),
    Attack(" "), Attack("a "), Attack("a   ", before: "b == c "), Attack("true "), Attack("true && "), Attack("(a == 1) && "),
    Attack("a == 1 || "),
    Attack("&"), Attack("|"), Attack("="), Attack("<>"), Attack("[c", before: "a == "), Attack("c", before: "a == \"x\""),
    Attack("c", before: "a ==[", after: "] x"), Attack("1", before: "a == "), Attack("e1", before: "a == 1"), Attack("$time."),
    Attack("$", before: "a == "),
    Attack("1", before: "a == $time.today(", after: ")"), Attack("1", before: "a == $time.iso(", after: ")"), Attack("InRange("),
    Attack("InRange(a,"),
    Attack("“"), Attack("“", before: "a == "), Attack("a == “x” && "), Attack("a AND "), Attack("a == 1 AND "), Attack("a == \"x\" \"y\" "),
    Attack("\0"), Attack("é"), Attack("a:"), Attack("kind:"), Attack("-"), Attack("size:"), Attack("1-", before: "created:"),
    Attack("NOT "),
    Attack("\\\"", before: "\""), Attack("true   "), Attack("(a==1", before: ""), Attack("x(", before: ""), Attack("|("), Attack("-("),
  ]

  /// Maximum number of steps for each byte.
  private static let factor = 8

  @Test(arguments: attacks)
  func `parsing examines each byte a bounded number of times`(attack: Attack) throws {
    for size in [1_000, 50_000] {
      let text = attack.text(size)
      var parser = PredicateParser(text)
      _ = try? parser.predicate()
      #expect(parser.steps <= Self.factor * (text.utf8.count + 1))
      #expect(parser.position <= text.utf8.count)
    }
  }

  @Test(arguments: attacks)
  func `errors, classification and free text do not crash`(attack: Attack) throws {
    let text = attack.text(20_000)
    _ = QueryClassifier.isMeantAsPredicate(text)
    do {
      _ = try Query(parsing: text).description
    } catch {
      #expect(error.rendered().utf8.count < 10 * text.utf8.count + 10_000)
    }
    _ = try? FreeTextQuery(parsing: text, in: .fixed).query.description
  }

  @Test func `nesting has a limit, and the error names it`() throws {
    let limit = PredicateParser.nestingLimit
    func nested(_ open: String, _ count: Int, _ close: String) -> String {
      String(repeating: open, count: count) + "a == 1" + String(repeating: close, count: count)
    }
    // A parenthesis after the last “!” does not count.
    for (open, close, levels) in [("(", ")", 1), ("!", "", 1), ("!(", ")", 2)] {
      let query = try Query(parsing: nested(open, limit / levels, close))
      #expect(try Query(parsing: query.description).predicate == query.predicate)
      _ = try MemoryDocument().matches(query.description)
      let error = try #require(throws: QuerySyntaxError.self) { _ = try Query(parsing: nested(open, limit / levels + 2, close)) }
      #expect(error.message.contains("nested more than \(limit) deep"))
    }
  }

  @Test(arguments: ["!", "(", "!(", "(!"])
  func `a megabyte of openings is rejected as soon as the limit is reached`(piece: String) throws {
    var parser = PredicateParser(String(repeating: piece, count: 1_000_000 / piece.utf8.count))
    #expect(throws: SyntaxFault.self) { try parser.predicate() }
    #expect(parser.steps < 10 * PredicateParser.nestingLimit)
  }

  @Test func `a chain without parentheses may have any length`() throws {
    let query = try Query(parsing: (0..<20_000).map { "a == \($0)" }.joined(separator: " || "))
    guard case .or(let operands) = query.predicate else {
      Issue.record("not a list")
      return
    }
    #expect(operands.count == 20_000)
    #expect(try !MemoryDocument().matches(query.description))
  }
}
