// SPDX-License-Identifier: Apache-2.0

import QueryLanguage
import TestSupport
import Testing

/// Queries from public sources are parsed, printed, and parsed again to the same predicate. Each
/// matches one document and not another, similar one.
struct RealQueryTests {
  @Test(arguments: RealQuery.all)
  func `a query matches its document and not the similar one`(row: RealQuery) throws {
    let query = try Query(parsing: row.query)
    #expect(try Query(parsing: query.description) == query)
    #expect(QueryClassifier.isMeantAsPredicate(row.query))
    let predicate = CompiledPredicate(query, in: .fixed)
    #expect(try predicate.matches(row.hit), "\(row.hit)")
    #expect(try !predicate.matches(row.miss), "\(row.miss)")
  }
}
