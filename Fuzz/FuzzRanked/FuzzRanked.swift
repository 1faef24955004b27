// SPDX-License-Identifier: Apache-2.0

import Attributes
import FuzzSupport
import Glibc
import QueryLanguage
import TextAnalysis

@testable import IndexStore

/// One input of libFuzzer: a byte for the maximum number of hits, and then what a person types. It is searched for in a
/// small store.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRanked(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = FuzzInput(start, count)
  let limit = Int(input.byte())
  let typed = String(decoding: input.remainder(), as: UTF8.self)
  do throws(StoreError) {
    try search(for: typed, limit: limit == 0 ? .max : limit)
  } catch {
    fatalError("\(error)")
  }
  return 0
}

private func search(for typed: String, limit: Int) throws(StoreError) {
  let context = EvaluationContext.current()
  let text = QueryLanguage.RankedText(parsing: typed, in: context)
  require((try? Query(parsing: text.filter.description))?.predicate == text.filter.predicate, "printing and parsing changes the filter")
  for hint in text.filter.hints { _ = hint.description }
  let query = RankedQuery(text.words, needsAllWords: !text.hasAlternatives)
  require(query.words.isEmpty == text.words.isEmpty, "the words to rank by are not those of the query")
  let allowed = Set(try items.search(text.filter, in: context).references())
  let whole = Set(try items.search(text.query, in: context).references())
  require(whole.isSubset(of: allowed), "the filter excludes what the text matches")
  let filter = text.filter.predicate == .constant(true) ? nil : CompiledPredicate(text.filter, in: context)
  let hits = try items.ranked(query, limit: limit, where: filter)
  require(hits.count <= limit, "there are more hits than wanted")
  require(hits.allSatisfy { allowed.contains($0.reference) }, "a hit does not match the filter")
  require(Set(hits.map(\.reference)).count == hits.count, "a document is found twice")
  require(zip(hits, hits.dropFirst()).allSatisfy { $0.score >= $1.score }, "the best hits are not first")
  // As a service receives it.
  _ = try items.ranked(RankedQuery(typed), limit: limit)
  for completion in try items.completions(of: typed, limit: 6) {
    let end = completion.text.utf8.count
    require(completion.matches.allSatisfy { $0.upperBound <= end }, "a match is outside the completion")
  }
  let finder = PassageFinder(query)
  for text in Contents.texts {
    guard let passage = finder.passage(of: text.utf8.span) else { continue }
    let end = passage.text.utf8.count
    require(passage.matches.allSatisfy { $0.upperBound <= end }, "a match is outside the passage")
  }
}

/// A store with segments, pending items, and removed ones.
private let items: Store = {
  let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  do throws(StoreError) {
    let store = try Store.open("\(folder)/searchlight-fuzz-\(getpid())-ranked", .writeItems)
    _ = try store.apply((0..<60).map(Contents.item))
    try store.indexPending()
    _ = try store.apply([.remove((0..<5).map { "\($0)" })] + (50..<90).map(Contents.item))
    return store
  } catch {
    fatalError("\(error)")
  }
}()

/// What the items have.
private enum Contents {
  static let texts = [
    "the annual report of the budget", "blue whale, “red” whale", "C++ and .NET", "東京 日本語 テキスト", "naïve café über Straße",
    "😀 e\u{301} a\u{0}b",
    (0..<150).map { "\($0)" }.joined(separator: " "), "", "receive recieve", String(repeating: "linguistic filter ", count: 40),
  ]

  static func item(_ number: Int) -> ItemChange {
    var record = AttributeRecord()
    if number % 3 > 0 { record[.title] = .string(texts[number % texts.count]) }
    if number % 4 == 0 { record[.keywords] = .array([.string("budget \(number)"), .string(texts[number / 4 % texts.count])]) }
    if number % 5 == 0 { record[.contentModificationDate] = .date(Timestamp(unixSeconds: Int64(number) * 1_000_000)) }
    return .put(Item(identifier: "\(number)", attributes: record, text: texts[number / 7 % texts.count] + texts[number % 9]))
  }
}

/// Writes the seeds before libFuzzer reads the corpus.
@_cdecl("LLVMFuzzerInitialize")
public func initializeRanked(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
  writeSeeds {
    let numbers = (1...64).map { "\($0)" }.joined(separator: " ")
    return [
      "annual report -draft", "(blue | red) whale", "\"linguistic filter\" c++", numbers + " \"linguistic filter\"", "kind:pdf 😀 \"a",
      "recei",
    ]
    .map { [10] + Array($0.utf8) }
  }
  return 0
}
