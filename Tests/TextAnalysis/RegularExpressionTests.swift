// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import TextAnalysis

struct RegularExpressionTests {
  private func matches(_ pattern: String, _ value: String, ignoringCase: Bool = false) throws -> Bool {
    StringPattern(try RegularExpression(pattern, ignoringCase: ignoringCase)).matches(value)
  }

  @Test func `the whole value must match`() throws {
    #expect(try matches("IMG_\\d+\\.jpg", "IMG_0123.jpg"))
    #expect(try !matches("IMG_\\d+", "IMG_0123.jpg"))
    #expect(try !matches("\\d+\\.jpg", "IMG_0123.jpg"))
    #expect(try matches("", "") && !matches("", "a") && matches(".*", "a\nb"))
    #expect(try matches("a|abc", "abc"))
  }

  @Test func `letters of all scripts are compared, and case if it counts`() throws {
    #expect(try matches("äpfel \\d", "ÄPFEL ٣", ignoringCase: true))
    #expect(try !matches("äpfel", "Äpfel"))
    #expect(try !matches("apfel", "äpfel", ignoringCase: true))
    #expect(try matches("(?-i)a", "a", ignoringCase: true) && !matches("(?-i)a", "A", ignoringCase: true))
  }

  @Test func `what is not UTF-8 in a value is one sign for each part`() throws {
    let pattern = StringPattern(try RegularExpression("a[^x]*", ignoringCase: false))
    func matches(_ value: [UInt8]) -> Bool { pattern.matches(utf8: value.span) }
    #expect(matches([0x61, 0xFF, 0x62]) && matches([0x61, 0x62]))
    #expect(!matches([0x61, 0xFF, 0x78]) && !matches([0xFF, 0x61]) && !matches([]))
  }

  @Test func `what is no expression is an error with its place`() throws {
    for (pattern, offset) in [("a(b", 3), ("a[", 2), ("*", 0), ("a)", 1), ("\\", 1)] {
      #expect(throws: RegularExpression.SyntaxError.self, "\(pattern)") { try matches(pattern, "a") }
      do { _ = try RegularExpression(pattern, ignoringCase: false) } catch { #expect(error.offset == offset, "\(pattern)") }
    }
    #expect(throws: RegularExpression.SyntaxError.self) { try matches(String(repeating: "a", count: 5000), "a") }
  }

  @Test func `an expression that takes too long for a value does not match it`() throws {
    let value = String(repeating: "a", count: 200)
    #expect(try !matches("(a*)*b", value))
    #expect(try !matches("(?:a|a)*(?:a|aa)*b", value))
  }

  @Test(arguments: [
    ("IMG_\\d+\\.jpe?g", "IMG_"), (".*(?:report).*", "report"), ("a|b", ""), ("(abc)?de", "de"), ("(abc)de", "abc"), ("abc*", "ab"),
    ("abc+d", "abc"), ("[abc]def", "def"), ("\\x41bcd", ""), ("(?i)abc", ""), ("\\.tar\\.gz", ".tar.gz"), ("ab{2}cd", "cd"), ("é12", "12"),
    ("\\Qa.b\\E", ""), ("(?=abc)", ""), ("", ""), ("a\\b\\w+xyz", "xyz"), ("[[:alpha:]]ab", ""), ("[]a]bc", "bc"), ("((ab)*cd)?e", "e"),
  ])
  func `the text that every match contains is found`(pattern: String, literal: String) throws {
    #expect(try RegularExpression(pattern, ignoringCase: false).requiredLiteral == literal)
  }

  @Test func `every match contains the text that is required`() throws {
    var random = SystemRandomNumberGenerator()
    let seed = random.next()
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "a", "b", "ab", "A", ".", "\\.", "\\w", "[ab]", "[^a]", "(", "(?:", ")", "?", "*", "+", "{2}", "|", "^", "$", "é", "\\x61", "(?i)",
    ]
    var (found, compiled) = (0, 0)
    for _ in 0..<20_000 {
      let pattern = (0..<Int.random(in: 1...7, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      guard let expression = try? RegularExpression(pattern, ignoringCase: Bool.random(using: &generator)) else { continue }
      compiled += 1
      let value = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        ["a", "b", "A", "é", "."].randomElement(using: &generator) ?? ""
      }.joined()
      guard expression.matches(utf8: value.utf8.span) else { continue }
      found += 1
      let literal = expression.requiredLiteral
      let isContained = expression.ignoresCase ? value.lowercased().contains(literal.lowercased()) : value.contains(literal)
      #expect(literal.isEmpty || isContained, "seed \(seed): \(pattern) matches \(value)")
    }
    #expect(found > 200 && compiled > 2000, "\(found) of \(compiled)")
  }
}
