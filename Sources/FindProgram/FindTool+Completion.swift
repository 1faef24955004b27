// SPDX-License-Identifier: Apache-2.0

import CommandLine
import QueryLanguage
import UniformTypeIdentifiers

extension FindTool {
  /// Prints completions of an unfinished query. The first line is the part of the query that a
  /// completion replaces. Each further line contains a completion, a tab, and its meaning.
  func complete(_ text: String) {
    let completion = QueryCompletion(of: text, types: TypeDatabase.declaredTypes.map { QueryCompletion.Candidate($0.identifier, $0.name) })
    var output = StandardOutput()
    output.write("\(completion.fragment)\n")
    for candidate in completion.candidates { output.write("\(candidate.text)\t\(candidate.summary)\n") }
    output.flush()
  }
}
