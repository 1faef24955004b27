// SPDX-License-Identifier: Apache-2.0

package import Attributes
package import IndexStore
internal import QueryLanguage

extension Store {
  /// What the index of a program knows of the sender of a message, from other messages and contacts in it.
  ///
  /// Which messages the receiver has sent is known if the message names the addresses of its account.
  ///
  /// - Complexity: At most three searches.
  package func messageHistory(of record: AttributeRecord) throws(StoreError) -> MessagePriority.History {
    var history = MessagePriority.History()
    let senders = record.addresses(.authors, .authorEmailAddresses, .authorAddresses).prefix(Self.maximumAddresses).compactMap(Self.quoted)
    let own = record.addresses(.accountHandles).prefix(Self.maximumAddresses).compactMap(Self.quoted)
    func any(_ names: [String], _ values: [String]) -> String {
      "(" + names.flatMap { name in values.map { "\(name) == \($0)c" } }.joined(separator: " || ") + ")"
    }
    let isSent = own.isEmpty ? "false" : any(["authors", "authorEmailAddresses"], own)
    if !senders.isEmpty {
      let recipients = ["primaryRecipients", "additionalRecipients", "recipientEmailAddresses", "recipientAddresses"]
      let isToSender = any(recipients, senders)
      let period = "contentCreationDate >= $time.now(-\(Self.answerPeriod))"
      history.answers = own.isEmpty ? 0 : try count(matching: "\(isSent) && \(isToSender) && \(period)", limit: Self.maximumAnswers)
      let isContact = "(contentTypeTree == \"public.contact\" && \(any(["emailAddresses", "phoneNumbers"], senders)))"
      let isKnown = own.isEmpty ? isContact : "\(isContact) || (\(isSent) && \(isToSender))"
      history.isKnown = if history.answers > 0 { true } else { try count(matching: isKnown, limit: 1) > 0 }
    }
    if !own.isEmpty, case .string(let domain)? = record[.domainIdentifier], let conversation = Self.quoted(domain) {
      history.hasJoined = try count(matching: "\(isSent) && domainIdentifier == \(conversation)", limit: 1) > 0
    }
    return history
  }

  /// In seconds: 90 days.
  private static let answerPeriod = 90 * 24 * 3600

  /// More do not make a sender more important.
  private static let maximumAnswers = 100

  /// Number of addresses of a person that are looked for.
  private static let maximumAddresses = 4

  private func count(matching text: String, limit: Int) throws(StoreError) -> Int {
    // Addresses are quoted, so the query is well-formed.
    guard let query = try? Query(parsing: text) else { return 0 }
    return try search(CompiledPredicate(query, in: .current()), limit: limit).count
  }

  /// A value in a query; `nil` for one that would be a pattern, or is no address.
  static func quoted(_ value: String) -> String? {
    guard value.utf8.count <= 254, !value.contains(where: { "\"\\*'".contains($0) || $0.isNewline }) else { return nil }
    return "\"\(value)\""
  }
}
