// SPDX-License-Identifier: Apache-2.0

internal import Attributes
package import IndexStore
internal import QueryLanguage

extension Store {
  /// The texts of the other messages of a conversation that nobody has opened, the newest first. One's own are left out.
  ///
  /// - Parameters:
  ///   - domain: The identifier of the conversation.
  ///   - time: Seconds since 1970; older messages do not count.
  ///   - identifier: That of the message for which the others are wanted.
  ///   - own: The addresses of the receiver.
  /// - Complexity: A search, and the texts of at most ``maximumConversationCount`` messages.
  package func unreadTexts(
    inConversation domain: String, since time: Int64, except identifier: String, own: [String]
  ) throws(StoreError) -> [String] {
    guard let name = Self.quoted(domain), let query = try? Query(parsing: "domainIdentifier == \(name) && contentCreationDate == *") else {
      return []
    }
    let order = SearchOrder(attribute: .known(.contentCreationDate), isDescending: true)
    let found = try search(CompiledPredicate(query, in: .current()), orderedBy: order, limit: Self.maximumConversationCount).references()
    return try read { snapshot throws(StoreError) in
      var texts: [String] = []
      for reference in found {
        guard let record = try snapshot.attributes(of: reference.document), record.itemIdentifier != identifier,
          case .date(let date)? = record[.contentCreationDate], date.unixSeconds >= time, record[.lastUsedDate] == nil,
          !record.addresses(.authors, .authorEmailAddresses).contains(where: own.contains),
          let text = try snapshot.text(of: reference.document)
        else { continue }
        texts.append(text)
      }
      return texts
    }
  }

  /// Of a longer conversation, the newest messages count.
  private static let maximumConversationCount = 20
}

extension MessageText {
  /// What was written last in a conversation: the newest messages that fit together, in the order of time.
  ///
  /// - Parameter earlier: The messages before this one, the newest first.
  package func summary(after earlier: [MessageText]) -> String? {
    guard var summary else { return earlier.first?.summary(after: Array(earlier.dropFirst())) }
    for other in earlier {
      guard let before = other.summary else { continue }
      guard before.count + 1 + summary.count <= Self.maximumSummaryLength else { break }
      summary = before + " " + summary
    }
    return summary
  }
}
