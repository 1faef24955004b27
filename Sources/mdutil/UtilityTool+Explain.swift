import CommandLine
import IndexStore
import QueryLanguage

extension UtilityTool {
  /// Shows how a query is interpreted, and how the index answers it.
  func explain() throws {
    let text = try String(query: invocation.bytes("explain") ?? [])
    let isPredicate = QueryClassifier.isMeantAsPredicate(text)
    let query: Query
    do throws(QuerySyntaxError) {
      query = isPredicate ? try Query(parsing: text) : try FreeTextQuery(parsing: text, in: .current()).query
    } catch {
      tool.fail(error.rendered())
    }
    var lines = ["interpreted as: \(isPredicate ? "a predicate" : "words")", "predicate: \(query)"]
    let compiled = CompiledPredicate(query, in: .current())
    let reads = compiled.requirements
    lines.append("uses: \(reads.isEmpty ? "nothing" : reads.descriptions.joined(separator: ", "))")
    print(lines.map { $0 + "\n" }.joined())
    let store = try store()
    for hint in try store.upheld(query.hints) { print("note: \(hint)\n") }
    let explanation = try store.explain(compiled)
    print(explanation.lines.map { $0 + "\n" }.joined())
  }
}

extension Requirements {
  fileprivate var descriptions: [String] {
    let all: [(Requirements, String)] = [
      (Requirements.names, "names"), (.status, "sizes, dates and owners"), (.types, "content types"), (.attributes, "attributes"),
      (.text, "text"),
    ]
    return all.filter { contains($0.0) }.map(\.1)
  }
}
