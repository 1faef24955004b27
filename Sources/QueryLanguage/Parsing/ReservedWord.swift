// SPDX-License-Identifier: Apache-2.0

/// Words of other query languages that people use by mistake.
enum ReservedWord: Hashable {
  case and
  case or
  case not
  /// The operator for regular expressions, which is one of this language, too.
  case matches
  /// A comparison word, with the stars that the value needs instead.
  case comparison(before: String, after: String)

  init?(_ word: some Collection<UInt8>) {
    switch String(decoding: word, as: UTF8.self).uppercased() {
    case "AND": self = .and
    case "OR": self = .or
    case "NOT": self = .not
    case "MATCHES": self = .matches
    case "LIKE", "EQUALS", "IS": self = .comparison(before: "", after: "")
    case "CONTAINS": self = .comparison(before: "*", after: "*")
    case "BEGINSWITH", "STARTSWITH": self = .comparison(before: "", after: "*")
    case "ENDSWITH": self = .comparison(before: "*", after: "")
    default: return nil
    }
  }

  /// The operator that replaces a word between two operands.
  var connective: String? {
    switch self {
    case .and: "&&"
    case .or: "||"
    case .not: "&& !"
    case .matches, .comparison: nil
    }
  }
}
