import CommandLine
import QueryLanguage
import UniformTypeIdentifiers

extension FindTool {
  /// Prints how a query that begins with this text may go on: first the end of the text that may be replaced, then on each line what may
  /// replace it, a tab, and what it means.
  func complete(_ text: String) {
    let completion = QueryCompletion(of: text, types: TypeDatabase.declaredTypes.map { QueryCompletion.Candidate($0.identifier, $0.name) })
    var output = StandardOutput()
    output.write("\(completion.fragment)\n")
    for candidate in completion.candidates { output.write("\(candidate.text)\t\(candidate.summary)\n") }
    output.flush()
  }
}
