// SPDX-License-Identifier: Apache-2.0

import CoreSpotlight
import TestSupport
import Testing

/// Sequences of results: cancellation, and how many results they keep. Each test runs in a process of its own,
/// because queries search all indexes of a program.
@Suite struct ResultSequenceTests {
  private static let itemCount = 2500

  private static func fill() async throws {
    TestHome.prepare()
    let index = CSSearchableIndex(name: "items")
    try await index.indexSearchableItems(
      (0..<itemCount).map { number in
        let attributes = CSSearchableItemAttributeSet()
        attributes.title = "soup \(number)"
        return CSSearchableItem(uniqueIdentifier: "\(number)", domainIdentifier: nil, attributeSet: attributes)
      })
  }

  private static func query() -> CSSearchQuery { CSSearchQuery(queryString: "title == \"soup*\"", queryContext: nil) }

  private static func userQuery() -> CSUserQuery { CSUserQuery(userQueryString: "soup", userQueryContext: nil) }

  /// Waits until a query has found no more items for a while, which it only does when it waits.
  private static func settle(_ query: CSSearchQuery) async {
    var (count, repetitions) = (-1, 0)
    while repetitions < 2000 {
      await Task.yield()
      (count, repetitions) = (query.foundItemCount, query.foundItemCount == count && count > 0 ? repetitions + 1 : 0)
    }
  }

  @Test func `a sequence that is read slowly has few results in memory`() async {
    await #expect(processExitsWith: .success) {
      try await ResultSequenceTests.fill()
      let query = ResultSequenceTests.query()
      var iterator = query.results.makeAsyncIterator()
      #expect(try await iterator.next() != nil)
      await ResultSequenceTests.settle(query)
      #expect(query.foundItemCount < 2000)
      var count = 1
      while try await iterator.next() != nil { count += 1 }
      #expect(count == ResultSequenceTests.itemCount && query.foundItemCount == count && !query.isCancelled)
      #expect(try await iterator.next() == nil)

      let userQuery = ResultSequenceTests.userQuery()
      var responses = userQuery.responses.makeAsyncIterator()
      #expect(try await responses.next() != nil)
      await ResultSequenceTests.settle(userQuery)
      #expect(userQuery.foundItemCount < 2000)
      count = 1
      while try await responses.next() != nil { count += 1 }
      #expect(count == ResultSequenceTests.itemCount)
    }
  }

  @Test func `a cancelled task gets no more results`() async {
    await #expect(processExitsWith: .success) {
      try await ResultSequenceTests.fill()
      let (query, userQuery) = (ResultSequenceTests.query(), ResultSequenceTests.userQuery())
      let task = Task {
        var count = 0
        do {
          for try await _ in query.results {
            count += 1
            if count == 10 { withUnsafeCurrentTask { $0?.cancel() } }
          }
          return (count, nil as (any Error)?)
        } catch {
          return (count, error)
        }
      }
      let (count, error) = await task.value
      #expect(count == 10 && (error as? CSSearchQueryError)?.code == .cancelled && query.isCancelled)

      let user = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        for try await _ in userQuery.responses { Issue.record("A cancelled task gets a response.") }
      }
      await #expect(throws: CSSearchQueryError.self) { try await user.value }
      #expect(userQuery.isCancelled)
      let suggestions = ResultSequenceTests.userQuery()
      let last = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        for try await _ in suggestions.suggestions { Issue.record("A cancelled task gets a suggestion.") }
      }
      await #expect(throws: CSSearchQueryError.self) { try await last.value }
    }
  }

  @Test func `a cancelled sequence is complete or ends with an error`() async {
    await #expect(processExitsWith: .success) {
      try await ResultSequenceTests.fill()
      for _ in 0..<12 {
        let query = ResultSequenceTests.query()
        let task = Task {
          var count = 0
          for try await _ in query.results { count += 1 }
          return count
        }
        task.cancel()
        do {
          let count = try await task.value
          #expect(count == ResultSequenceTests.itemCount)
        } catch {
          #expect((error as? CSSearchQueryError)?.code == .cancelled && query.isCancelled)
        }
      }
    }
  }

  @Test func `a query ends when nobody wants its results`() async {
    await #expect(processExitsWith: .success) {
      try await ResultSequenceTests.fill()
      let queries = (0..<60).map { _ in ResultSequenceTests.query() }
      for query in queries { for try await _ in query.results { break } }
      let others = (0..<60).map { _ in ResultSequenceTests.query() }
      for query in others { _ = query.results }
      for query in queries + others { #expect(query.isCancelled || query.foundItemCount == ResultSequenceTests.itemCount) }
    }
  }

  /// Waiting queries do not take the threads that others need.
  @Test func `many sequences wait at the same time`() async {
    await #expect(processExitsWith: .success) {
      try await ResultSequenceTests.fill()
      let sequences = (0..<100).map { _ in ResultSequenceTests.query().results }
      var found = 0
      for try await _ in ResultSequenceTests.query().results { found += 1 }
      #expect(found == ResultSequenceTests.itemCount)
      var iterator = sequences[99].makeAsyncIterator()
      #expect(try await iterator.next() != nil)
    }
  }

  @Test func `a sequence of a query that was started is empty`() async {
    await #expect(processExitsWith: .success) {
      try await ResultSequenceTests.fill()
      let query = ResultSequenceTests.query()
      let first = query.results
      for try await _ in query.results { Issue.record("The second sequence has a result.") }
      var count = 0
      for try await _ in first { count += 1 }
      #expect(count == ResultSequenceTests.itemCount)
    }
  }
}
