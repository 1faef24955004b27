// SPDX-License-Identifier: Apache-2.0

/// A definition of a dictionary of FreeDict: the headword, its pronunciation between slashes and its grammar in angle brackets, then lines with
/// translations, examples, synonyms and notes:
///
///     Rechnung /rˈɛçnʊŋ/ <fem, n, sg>
///      [econ.] bill <n> [Br.] , check <n> [Am.]
///           "die Rechnung bezahlen"  - pick up the bill
///        Synonym: {Abrechnung}
struct Definition {
  /// `nil` for a headword of several words.
  let headword: String?
  let translations: [String]

  init(_ bytes: ArraySlice<UInt8>) {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let head = lines.first.map(Self.withoutRemarks)?.split(separator: " ") ?? []
    headword = head.count == 1 ? String(head[0]) : nil
    translations = headword == nil ? [] : lines.dropFirst().flatMap(Self.translations)
  }

  private static func translations(in line: Substring) -> [String] {
    let text = line.drop { $0 == " " }
    // Examples and notes are indented further, and what follows a colon are synonyms, cross references and notes.
    guard line.count - text.count < 3, !text.hasPrefix("\""), !text.hasPrefix("see:"), !text.hasPrefix("Synonym"),
      !text.hasPrefix("Antonym"),
      !text.hasPrefix("Note:")
    else { return [] }
    return withoutRemarks(withoutNumber(text)[...]).split(separator: ",").compactMap { part in
      let words = part.split(separator: " ")
      let isInfinitive = words.count > 1 && words[0] == "to"
      let translation = isInfinitive ? words.dropFirst() : words[...]
      return translation.isEmpty ? nil : translation.joined(separator: " ")
    }
  }

  /// The number of a sense: *2. entice*.
  private static func withoutNumber(_ text: Substring) -> Substring {
    let rest = text.drop { $0.isASCII && $0.isNumber }
    return rest.count < text.count && rest.hasPrefix(". ") ? rest.dropFirst(2) : text
  }

  /// A text without what stands in brackets or between slashes.
  private static func withoutRemarks(_ text: Substring) -> String {
    var result = ""
    var closing: Character?
    for character in text {
      if let end = closing {
        if character == end { closing = nil }
        continue
      }
      switch character {
      case "[": closing = "]"
      case "<": closing = ">"
      case "{": closing = "}"
      case "(": closing = ")"
      // A pronunciation; in a translation a slash separates alternatives.
      case "/" where result.last == " ": closing = "/"
      default: result.append(character)
      }
    }
    return result
  }
}
