// SPDX-License-Identifier: Apache-2.0

/// How much each observation about a message counts for its priority.
package struct PriorityRules: Sendable, Equatable {
  /// What can be seen in a message, in the order of the file of rules.
  package enum Observation: String, CaseIterable, Sendable {
    /// Of every message, so that something has to count for one.
    case base
    case askedDirectly = "asked-directly"
    case request
    case question
    case date
    case urgent
    case knownSender = "known-sender"
    case answeredSender = "answered-sender"
    case joinedConversation = "joined-conversation"
    case list
    case automatic
    case junk
    case copied
    case manyRecipients = "many-recipients"

    /// Says what was observed.
    package var reason: String {
      switch self {
      case .base: "every message"
      case .askedDirectly: "it is addressed to one person"
      case .request: "it asks for something"
      case .question: "it has a question"
      case .date: "it names a time that is near"
      case .urgent: "its sender calls it urgent"
      case .knownSender: "its sender is known"
      case .answeredSender: "its sender was written to"
      case .joinedConversation: "it continues a conversation that was answered"
      case .list: "it comes from a mailing list"
      case .automatic: "a program has sent it"
      case .junk: "it is probably junk"
      case .copied: "it is only a copy"
      case .manyRecipients: "it has many recipients"
      }
    }
  }

  /// A message has priority if the weights of what is observed are more than 0 together.
  package internal(set) var weights: [Observation: Double]

  /// Greater weights decide alone in any case.
  static let maximumWeight = 100.0

  package func weight(of observation: Observation) -> Double { weights[observation] ?? 0 }

  /// The weights without a file, which are those of the file that is installed.
  package static let standard = PriorityRules(weights: [
    .base: -2, .askedDirectly: 1, .request: 0.7, .question: 0.7, .date: 0.7, .urgent: 1, .knownSender: 0.5, .answeredSender: 1.5,
    .joinedConversation: 1, .list: -3, .automatic: -2, .junk: -3, .copied: -0.7, .manyRecipients: -0.5,
  ])

  init(weights: [Observation: Double]) { self.weights = weights }

  /// Changes the rules as a file says: a line for each changed weight, as in `question = 0.7`, and comments after `#`.
  ///
  /// - Throws: ``PriorityRulesError`` for the first line that is none of these.
  package init(parsing text: String, over rules: PriorityRules = .standard) throws(PriorityRulesError) {
    self = rules
    var seen: Set<Observation> = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let content = line.prefix { $0 != "#" }.trimmed
      if content.isEmpty { continue }
      func fail(_ reason: String) -> PriorityRulesError { PriorityRulesError(line: index + 1, reason: reason) }
      guard let sign = content.firstIndex(of: "=") else { throw fail("a line is 'NAME = WEIGHT'") }
      let (name, value) = (content[..<sign].trimmed, content[content.index(after: sign)...].trimmed)
      guard let observation = Observation(rawValue: String(name)) else {
        let names = Observation.allCases.map(\.rawValue).joined(separator: ", ")
        throw fail("nothing is called “\(name.prefix(40))”; there are \(names)")
      }
      guard let weight = Double(value), abs(weight) <= Self.maximumWeight else {
        throw fail("the weight of \(name) is a number from −100 to 100, not “\(value.prefix(40))”")
      }
      guard seen.insert(observation).inserted else { throw fail("\(name) has a weight already") }
      weights[observation] = weight
    }
  }
}

/// A line of a file of rules that cannot be used.
package struct PriorityRulesError: Error, Equatable {
  package let line: Int
  package let reason: String
}

extension Substring {
  fileprivate var trimmed: Substring {
    var rest = self
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return rest
  }
}
