// SPDX-License-Identifier: Apache-2.0

import Attributes
import FuzzSupport
import QueryLanguage
import TextAnalysis

/// One input of libFuzzer: the text of a query.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzQuery(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  let context = EvaluationContext(
    now: Timestamp(secondsSinceReferenceDate: 795_000_000), calendar: UTC())
  _ = QueryClassifier.isMeantAsPredicate(text)
  do {
    check(try Query(parsing: text), text, context)
  } catch {
    require((0...text.utf8.count).contains(error.offset), "the offset is outside the query")
    require(error.rendered().contains("^"), "no caret")
    if let suggestion = error.suggestion {
      require((try? Query(parsing: suggestion)) != nil, "the suggestion does not parse")
    }
  }
  if let query = try? FreeTextQuery(parsing: text, in: context).query { check(query, text, context) }
  return 0
}

private func check(_ query: Query, _ text: String, _ context: EvaluationContext) {
  require((try? Query(parsing: query.description)) == query, "printing and parsing changes the query")
  for hint in query.hints { _ = hint.description }
  let predicate = CompiledPredicate(query, in: context)
  let negated = CompiledPredicate(Query(.not(query.predicate)), in: context)
  // The query is also the document, so that its words are likely to match.
  let document = Echo(text: text)
  require((try? predicate.matches(document)) != (try? negated.matches(document)), "negation does not turn the answer round")
}

/// A document in which all attributes have the same text.
private struct Echo: QueryableDocument {
  var text: String

  func value(of name: AttributeName) -> AttributeValue? { .array([.string(text), .integer(1), .boolean(true)]) }

  func forEachSearchableValue(_ body: (AttributeName, AttributeValue) throws -> Bool) rethrows {
    _ = try body(.custom("echo"), .string(text))
  }

  func textMatches(_ pattern: TextPattern) -> Bool { pattern.matches(text) }
}

private struct UTC: LocalCalendar {
  let firstWeekday = 1
  let dateOrder = DateOrder.dayMonthYear

  func civilTime(at instant: Timestamp) -> CivilTime { CivilTime(secondsSince1970AsUTC: Int(instant.secondsSince1970.rounded(.down))) }

  func instant(of civil: CivilTime) -> Timestamp { Timestamp(unixSeconds: Int64(civil.secondsSince1970AsUTC)) }
}
