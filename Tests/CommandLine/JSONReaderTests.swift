// SPDX-License-Identifier: Apache-2.0

import Attributes
import CommandLine
import Testing

/// Reading JSON by RFC 8259.
struct JSONReaderTests {
  private func parse(_ text: String) throws -> AttributeValue { try JSON.parse(Array(text.utf8)) }

  @Test(arguments: [
    ("null", AttributeValue.null), (" true ", .boolean(true)), ("false", .boolean(false)), ("0", .integer(0)), ("-12", .integer(-12)),
    ("9223372036854775807", .integer(.max)), ("9223372036854775808", .number(9_223_372_036_854_775_808)), ("1.5e2", .number(150)),
    ("1E-1", .number(0.1)), ("\"\"", .string("")), (#""a\"\\\/\b\f\n\r\t""#, .string("a\"\\/\u{8}\u{C}\n\r\t")),
    (#""\u00e4\uD83D\uDE00\u0000""#, .string("ä😀\0")), ("\"ä😀\"", .string("ä😀")), ("[]", .array([])),
    ("[ 1 , [2] ]", .array([.integer(1), .array([.integer(2)])])), ("{}", .dictionary([:])),
    ("{ \"a\" : 1 , \"b\":{\"c\":null}, \"a\":2 }", .dictionary(["a": .integer(2), "b": .dictionary(["c": .null])])),
  ])
  func `values are read`(text: String, value: AttributeValue) throws {
    #expect(try parse(text) == value)
  }

  @Test(arguments: [
    "", " ", "nul", "nulls", "True", "01", "+1", "1.", ".5", "1e", "-", "1e999", "\"", "\"\\x\"", "\"\\u12g4\"", "\"\\u+123\"",
    #""\ud83d""#, #""\ud83dx""#, #""\ude00""#, #""\ud83d\u0041""#, "\"a\nb\"", "[1,]", "[1 2]", "[", "{\"a\"}", "{\"a\":}", "{a:1}",
    "{\"a\":1,}", "{", "1 2", "// x\n1", "'a'", "NaN",
  ])
  func `everything else is an error`(text: String) {
    #expect(throws: JSONError.self) { try parse(text) }
  }

  @Test func `bytes that are not UTF-8 are an error`() {
    #expect(throws: JSONError.self) { try JSON.parse([0x22, 0xFF, 0x22]) }
    #expect(throws: JSONError.self) { try JSON.parse([0xEF, 0xBB, 0xBF, 0x31]) }
  }

  @Test func `the depth is limited`() throws {
    func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    _ = try parse(nested(64))
    #expect(throws: JSONError.self) { try parse(nested(65)) }
    #expect(throws: JSONError.self) { try parse(String(repeating: "{\"a\":", count: 100_000)) }
  }

  @Test func `what is written is read`() throws {
    let value = AttributeValue.dictionary([
      "a": .array([.string("x\u{1}\"\\\u{2028}"), .integer(-1), .number(0.25), .boolean(true), .null]), "": .dictionary([:]),
    ])
    #expect(try parse(JSON.value(value)) == value)
  }
}
