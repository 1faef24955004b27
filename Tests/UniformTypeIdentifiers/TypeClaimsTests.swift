// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import UniformTypeIdentifiers

@Suite struct TypeClaimsTests {
  static let rows: [(claims: [[String]], type: String, expected: Int?)] = [
    ([["public.text"]], "public.html", 0),
    ([["public.text"]], "public.jpeg", nil),
    ([["public.text"], ["public.html"]], "public.html", 1),
    ([["public.html"], ["public.text"]], "public.html", 0),
    ([["public.html"], ["public.text"]], "public.plain-text", 1),
    ([["public.text"], ["public.text"]], "public.html", 0),
    ([["public.data", "public.image"], ["public.text"]], "public.jpeg", 0),
    ([["public.data"], ["public.image"]], "public.jpeg", 1),
    ([["com.example.unknown"]], "com.example.unknown", 0),
    ([["com.example.unknown"]], "com.example.other", nil),
    ([], "public.text", nil),
  ]

  @Test(arguments: rows)
  func `the most specific claim wins`(row: (claims: [[String]], type: String, expected: Int?)) {
    var claims = TypeClaims(contentTypes: row.claims, types: TypeDatabase(cachePaths: []))
    #expect(claims.importer(for: row.type) == row.expected)
    #expect(claims.importer(for: row.type) == row.expected, "asked again")
  }

  @Test func `any number of unknown types is handled`() {
    var claims = TypeClaims(contentTypes: [["public.text"]], types: TypeDatabase(cachePaths: []))
    for number in 0..<10_000 { #expect(claims.importer(for: "com.example.type\(number)") == nil) }
    #expect(claims.importer(for: "public.text") == 0)
  }
}
