/// Words of other query languages that people write here by mistake.
enum ReservedWord: Hashable {
  case and
  case or
  case not
  /// A comparison in words, with the stars its value would need here.
  case comparison(before: String, after: String)

  init?(_ word: some Collection<UInt8>) {
    switch String(decoding: word, as: UTF8.self).uppercased() {
    case "AND": self = .and
    case "OR": self = .or
    case "NOT": self = .not
    case "LIKE", "MATCHES", "EQUALS", "IS": self = .comparison(before: "", after: "")
    case "CONTAINS": self = .comparison(before: "*", after: "*")
    case "BEGINSWITH", "STARTSWITH": self = .comparison(before: "", after: "*")
    case "ENDSWITH": self = .comparison(before: "*", after: "")
    default: return nil
    }
  }

  /// The operator between two operands that stands for the word.
  var connective: String? {
    switch self {
    case .and: "&&"
    case .or: "||"
    case .not: "&& !"
    case .comparison: nil
    }
  }
}
