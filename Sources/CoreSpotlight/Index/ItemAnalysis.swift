// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import IndexStore
internal import MessageAnalysis

/// Finds out about new items what their program wants to know: `updateListenerOptions`.
///
/// The results are attributes of the items, which are written in the same transaction, so there is no state between.
struct ItemAnalysis {
  private let store: Store
  /// Seconds since 1970.
  private let now: Int64
  /// The identifiers of the items whose results are new.
  private(set) var updated: [String] = []

  /// Only newer messages are analysed: nobody needs the summary of an old one that an index gets again.
  private static let maximumAge: Int64 = 24 * 3600

  /// A shorter text is its own summary, unless others belong to it.
  private static let minimumLength = 200

  private static let types: Set = ["public.message", "public.email-message", "public.voice-audio"]
  private static let typesWithAuthors: Set = ["public.message", "public.email-message"]

  init(_ store: Store, now: Int64) { (self.store, self.now) = (store, now) }

  /// Changes with the results for those items whose program wants them.
  ///
  /// - Complexity: Next to nothing for other items.
  mutating func analyzed(_ changes: [ItemChange]) throws(StoreError) -> [ItemChange] {
    guard changes.contains(where: Self.mayBeWanted) else { return changes }
    var analyzed = changes
    for index in changes.indices where Self.mayBeWanted(changes[index]) {
      switch changes[index] {
      case .put(let item):
        let old = try stored(item.identifier)
        var new = item
        new.attributes = try results(of: item, given: item.attributes, text: item.text, before: old)
        analyzed[index] = .put(new)
      case .update(let update):
        guard let old = try stored(update.identifier) else { continue }
        let (item, changesText) = update.applied(to: old.record, expiration: nil, hasText: old.text != nil)
        guard !item.attributes.listenerOptions.isEmpty else { continue }
        var new = update
        let text = changesText ? update.newText : old.text
        new.attributes = try results(of: item, given: update.attributes, text: text, before: old)
        analyzed[index] = .update(new)
      case .remove, .removeDomain, .removeAll: continue
      }
    }
    return analyzed
  }

  /// Whether the results for an item may be new.
  private static func mayBeWanted(_ change: ItemChange) -> Bool {
    switch change {
    case .put(let item): return !item.attributes.listenerOptions.isEmpty
    case .update(let update):
      if update.newText != nil || !update.attributes.listenerOptions.isEmpty { return true }
      return update.attributes.known.contains { attributesWithInfluence.contains($0.key) }
    case .remove, .removeDomain, .removeAll: return false
    }
  }

  private static let attributesWithInfluence: Set<AttributeKey> = [
    .authors, .contentCreationDate, .contentType, .contentTypeTree, .transcribedTextContent,
  ]

  /// An item as it is in the index.
  private typealias Stored = (record: AttributeRecord, text: String?)

  private func stored(_ identifier: String) throws(StoreError) -> Stored? {
    try store.read { snapshot throws(StoreError) in
      guard let reference = try snapshot.reference(ofItem: identifier, at: now),
        let record = try snapshot.attributes(of: reference.document)
      else { return nil }
      return (record, try snapshot.text(of: reference.document))
    }
  }

  /// - Parameters:
  ///   - item: As it will be.
  ///   - given: Those that are being set, to which results are added.
  ///   - old: As it is now; `nil` for a new item.
  private mutating func results(
    of item: Item, given: AttributeRecord, text: String?, before stored: Stored?
  ) throws(StoreError) -> AttributeRecord {
    let old = stored?.record
    var record = item.attributes
    record[.domainIdentifier] = item.domain.map { .string($0) }
    var results = given
    let text = text ?? record[.transcribedTextContent]?.text
    let wasAnalyzed = old?[.textContentSummary] != nil || old?[.isPriority] != nil
    guard let text, let types = Self.types(of: record), isEligible(record, types, wasAnalyzed: wasAnalyzed) else { return given }
    // A program may have made a summary itself.
    if record.listenerOptions.contains(.summarization), given[.textContentSummary] == nil {
      let isSame = stored?.text == text && item.domain == old?[.domainIdentifier]?.text
      // More may have been said in the conversation since, which is no news about this message.
      let known = isSame ? old?[.textContentSummary] : nil
      results[.textContentSummary] = if let known { known } else { try summary(of: item, text) }
    }
    if record.listenerOptions.contains(.priority), types.contains(where: Self.typesWithAuthors.contains) {
      let history = try store.messageHistory(of: record)
      let priority = MessagePriority(of: record, text: text, history: history, rules: .installed)
      results[.isPriority] = priority.map { .boolean($0.isPriority) }
    }
    let isNew = [AttributeKey.textContentSummary, .isPriority].contains { results[$0] != given[$0] && results[$0] != old?[$0] }
    if isNew { updated.append(item.identifier) }
    return results
  }

  /// - Returns: `nil` if neither the message nor its conversation is long enough.
  private func summary(of item: Item, _ text: String) throws(StoreError) -> AttributeValue? {
    let (message, length) = (MessageText(text), text.count)
    if length >= Self.minimumLength { return message.summary.map { .string($0) } }
    guard let domain = item.domain else { return nil }
    let texts = try store.unreadTexts(
      inConversation: domain, since: now - Self.maximumAge, except: item.identifier, own: item.attributes.addresses(.accountHandles))
    guard texts.reduce(length, { $0 + $1.count }) >= Self.minimumLength else { return nil }
    return message.summary(after: texts.map { MessageText($0) }).map { .string($0) }
  }

  /// The content types of an item that can be analysed; `nil` for others.
  private static func types(of record: AttributeRecord) -> [String]? {
    let types = [record[.contentType], record[.contentTypeTree]].compactMap { $0 }.flatMap(\.elements).compactMap(\.text)
    return types.contains(where: Self.types.contains) ? types : nil
  }

  private func isEligible(_ record: AttributeRecord, _ types: [String], wasAnalyzed: Bool) -> Bool {
    if types.contains(where: Self.typesWithAuthors.contains), record[.authors]?.elements.isEmpty ?? true { return false }
    guard !wasAnalyzed else { return true }
    guard case .date(let date)? = record[.contentCreationDate] else { return false }
    return date.unixSeconds >= now - Self.maximumAge
  }
}

extension AttributeValue {
  /// A string.
  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }
}
