// SPDX-License-Identifier: Apache-2.0

package import Attributes

/// Whether a message is important for its receiver, and why.
package struct MessagePriority: Sendable, Equatable {
  /// What was observed with its weight, the strongest first. Without ``PriorityRules/Observation/base``.
  package let reasons: [(observation: PriorityRules.Observation, weight: Double)]
  package let isPriority: Bool

  /// What the index knows of the sender.
  package struct History: Sendable, Equatable {
    /// Number of messages that the receiver has sent to the sender in the last 90 days.
    package var answers = 0
    /// Whether the sender is a contact, or was ever written to.
    package var isKnown = false
    /// Whether the receiver has written in the same conversation.
    package var hasJoined = false

    package init() {}
  }

  /// Number of recipients above which there are many.
  private static let maximumRecipients = 10

  /// - Returns: `nil` for a message without a text or an author, and one that the receiver has sent.
  package init?(of record: AttributeRecord, text: String, history: History, rules: PriorityRules) {
    let senders = record.addresses(.authors, .authorEmailAddresses, .authorAddresses)
    let own = Set(record.addresses(.accountHandles))
    guard record[.authors]?.elements.isEmpty == false, !text.isEmpty, !senders.contains(where: own.contains) else { return nil }
    var found: [PriorityRules.Observation: Double] = [:]
    func observe(_ observation: PriorityRules.Observation, times factor: Double = 1) {
      let weight = rules.weight(of: observation) * factor
      if weight != 0 { found[observation] = weight }
    }
    let to = record.addresses(.primaryRecipients)
    let cc = record.addresses(.additionalRecipients)
    if to.count == 1, own.isEmpty || own.contains(to[0]) { observe(.askedDirectly) }
    if !own.isEmpty, !to.contains(where: own.contains), cc.contains(where: own.contains) { observe(.copied) }
    if to.count + cc.count > Self.maximumRecipients { observe(.manyRecipients) }
    let headers = MessageHeaders(record)
    if headers.areOfList { observe(.list) }
    if headers.areAutomatic || senders.contains(where: MessageHeaders.isAutomatic) { observe(.automatic) }
    if record[.likelyJunk] == .boolean(true) || record[.likelyJunk] == .integer(1) { observe(.junk) }
    let words = MessageRequest(MessageText(text), subject: record.subject)
    if words.asks { observe(.request) }
    if words.hasQuestion { observe(.question) }
    if words.namesTime { observe(.date) }
    if headers.areUrgent || words.isUrgent { observe(.urgent) }
    if history.isKnown || history.answers > 0 { observe(.knownSender) }
    if history.answers > 0 { observe(.answeredSender, times: MessageRequest.logarithm(1 + history.answers)) }
    if history.hasJoined { observe(.joinedConversation) }
    isPriority = found.values.reduce(rules.weight(of: .base), +) > 0
    let direction = isPriority ? 1.0 : -1.0
    reasons = PriorityRules.Observation.allCases.compactMap { observation in found[observation].map { (observation, $0) } }
      .sorted { $0.1 * direction > $1.1 * direction }
  }

  package static func == (one: MessagePriority, other: MessagePriority) -> Bool {
    one.isPriority == other.isPriority && one.reasons.elementsEqual(other.reasons) { $0 == $1 }
  }

  /// The strongest reason for the decision, as a sentence; what every message has decides if nothing else does.
  package var strongestReason: String {
    guard let first = reasons.first, (first.weight > 0) == isPriority else {
      return isPriority ? "every message has it" : "nothing speaks for it strongly enough"
    }
    return first.observation.reason
  }
}

extension AttributeRecord {
  /// Addresses in some attributes, in lower case.
  package func addresses(_ keys: AttributeKey...) -> [String] {
    var addresses: [String] = []
    for value in keys.compactMap({ self[$0] }).flatMap(\.elements) {
      switch value {
      case .string(let address): addresses.append(address.lowercased())
      case .person(let person): addresses += person.handles.isEmpty ? [] : [person.handles[0].lowercased()]
      default: continue
      }
    }
    var seen: Set<String> = []
    return addresses.filter { !$0.isEmpty && seen.insert($0).inserted }
  }

  fileprivate var subject: String {
    if case .string(let subject)? = self[.subject] ?? self[.title] { subject } else { "" }
  }
}
