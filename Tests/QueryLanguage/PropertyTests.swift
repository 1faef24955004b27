// SPDX-License-Identifier: Apache-2.0

import Attributes
import TestSupport
import Testing

@testable import QueryLanguage

struct PropertyTests {
  @Test(arguments: [UInt64(1), 2, 3, UInt64.random(in: 0 ... .max)])
  func `a printed predicate is parsed to the same predicate`(seed: UInt64) throws {
    var random = RandomQueries(seed: seed)
    for _ in 0..<800 {
      let query = Query(random.predicate())
      let text = query.description
      #expect(try Query(parsing: text) == query, "seed \(seed): \(text)")
    }
  }

  @Test(arguments: [UInt64(4), 5, UInt64.random(in: 0 ... .max)])
  func `any bytes are a query or an error with an offset, and corrections can be parsed`(seed: UInt64) throws {
    var random = RandomQueries(seed: seed)
    var (parsed, refused) = (0, 0)
    for round in 0..<2_400 {
      let text =
        switch round % 3 {
        case 0: random.bytes()
        case 1: random.noise()
        default: random.mangled()
        }
      _ = QueryClassifier.isMeantAsPredicate(text)
      do {
        let query = try Query(parsing: text)
        #expect(try Query(parsing: query.description) == query, "seed \(seed): \(text)")
        parsed += 1
      } catch {
        #expect((0...text.utf8.count).contains(error.offset), "seed \(seed): \(text)")
        #expect(error.rendered().contains("^"))
        if let suggestion = error.suggestion { #expect(throws: Never.self, "seed \(seed): \(text)") { try Query(parsing: suggestion) } }
        refused += 1
      }
    }
    #expect(parsed > 200 && refused > 1_000)
  }

  @Test(arguments: [UInt64(6), 7, UInt64.random(in: 0 ... .max)])
  func `free text gives a predicate that can be parsed`(seed: UInt64) throws {
    var random = RandomQueries(seed: seed)
    for round in 0..<1_500 {
      let text = round % 3 == 0 ? random.bytes() : random.noise()
      guard let query = try? FreeTextQuery(parsing: text, in: .fixed).query else { continue }
      #expect(try Query(parsing: query.description) == query, "seed \(seed): \(text)")
    }
  }

  @Test(arguments: [UInt64(8), UInt64.random(in: 0 ... .max)])
  func `negation inverts every result, and double negation restores it`(seed: UInt64) throws {
    var random = RandomQueries(seed: seed)
    let documents = [SemanticsTests.document, AttributeNameTests.document, MemoryDocument(), MemoryDocument(text: "a")]
    for _ in 0..<250 {
      let tree = random.predicate()
      for document in documents {
        let plain = try CompiledPredicate(Query(tree), in: .fixed).matches(document)
        #expect(try CompiledPredicate(Query(.not(tree)), in: .fixed).matches(document) == !plain, "seed \(seed): \(tree)")
        #expect(try CompiledPredicate(Query(.not(.not(tree))), in: .fixed).matches(document) == plain, "seed \(seed): \(tree)")
      }
    }
  }
}
