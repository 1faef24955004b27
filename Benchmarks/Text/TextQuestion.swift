// SPDX-License-Identifier: Apache-2.0

import TextAnalysis

/// A query for texts: `word:kernel`, `phrase:linux kernel`, `prefix:kern`. Case is ignored.
struct TextQuestion {
  private enum Form: String { case word, phrase, prefix }

  private let form: Form
  private let value: String

  init?(_ argument: String) {
    let parts = argument.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let form = Form(rawValue: String(parts[0])) else { return nil }
    self.form = form
    value = String(parts[1])
  }

  var pattern: TextPattern {
    TextPattern(parts: form == .prefix ? [value, ""] : [value], folding: .case)
  }
}
