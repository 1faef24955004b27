import QueryLanguage
import TestSupport
import Testing

/// Queries found in the wild parse, print, parse to the same tree, and tell a document made to match from one that just misses.
struct RealQueryTests {
  @Test(arguments: RealQuery.all)
  func `a query finds what it means and nothing else`(row: RealQuery) throws {
    let query = try Query(parsing: row.query)
    #expect(try Query(parsing: query.description) == query)
    #expect(QueryClassifier.isMeantAsPredicate(row.query))
    let predicate = CompiledPredicate(query, in: .fixed)
    #expect(try predicate.matches(row.hit), "\(row.hit)")
    #expect(try !predicate.matches(row.miss), "\(row.miss)")
  }
}
