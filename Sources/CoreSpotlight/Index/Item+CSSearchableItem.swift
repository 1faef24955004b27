// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Attributes
internal import Foundation
internal import IndexStore
internal import Markup

extension Item {
  /// An item as the index stores it.
  init(_ item: CSSearchableItem) {
    var attributes = item.attributeSet.record
    let (text, html) = (attributes[.textContent]?.text, attributes[.htmlContentData]?.data)
    attributes[.textContent] = nil
    self.init(
      identifier: item.uniqueIdentifier, domain: item.domainIdentifier ?? attributes[.domainIdentifier]?.text,
      expiration: Self.expiration(item.expirationDate), attributes: attributes, text: text ?? html.flatMap(visibleText(ofHTML:)))
    markOwnText(text != nil)
    self.attributes.setListenerOptions(item.updateListenerOptions)
  }

  /// Seconds since 1970; `nil` for an item that does not expire.
  fileprivate static func expiration(_ date: Date?) -> Int64? {
    guard let date, date < .distantFuture else { return nil }
    return Int64(max(date, .distantPast).timeIntervalSince1970.rounded(.up))
  }
}

extension ItemUpdate {
  /// What an item changes that is an update.
  init(_ item: CSSearchableItem) {
    self.init(identifier: item.uniqueIdentifier)
    attributes = item.attributeSet.record
    removals = item.attributeSet.removals
    if let domain = item.domainIdentifier ?? attributes[.domainIdentifier]?.text {
      self.domain = .set(domain)
    } else if removals[.domainIdentifier] != nil {
      domain = .remove
    }
    if let date = item.chosenExpirationDate { expiration = Item.expiration(date).map { .set($0) } ?? .remove }
    if let text = attributes[.textContent]?.text {
      self.text = .set(text)
    } else if removals[.textContent] != nil {
      text = .remove
    }
    if let options = item.chosenListenerOptions {
      attributes.setListenerOptions(options)
      if options.isEmpty { removals.setCustom(Item.listenerOptionsName, to: .null) }
    }
    textOfHTML = attributes[.htmlContentData]?.data.flatMap(visibleText(ofHTML:))
    for key in [AttributeKey.domainIdentifier, .textContent] { (attributes[key], removals[key]) = (nil, nil) }
  }
}

extension ItemChange {
  init(_ item: CSSearchableItem) { self = item.isUpdate ? .update(ItemUpdate(item)) : .put(Item(item)) }
}

extension AttributeRecord {
  fileprivate mutating func setListenerOptions(_ options: CSSearchableItem.UpdateListenerOptions) {
    let bits = Int64(bitPattern: UInt64(options.rawValue))
    setCustom(Item.listenerOptionsName, to: options.isEmpty ? nil : .integer(bits), searchability: .notSearchable)
  }

  /// The options of a stored item.
  var listenerOptions: CSSearchableItem.UpdateListenerOptions {
    guard case .integer(let bits)? = self[custom: Item.listenerOptionsName] else { return [] }
    return CSSearchableItem.UpdateListenerOptions(rawValue: UInt(UInt64(bitPattern: bits)))
  }
}

extension AttributeValue {
  fileprivate var data: [UInt8]? {
    if case .data(let bytes) = self { bytes } else { nil }
  }
}

/// What a browser would show of an HTML document in UTF-8; `nil` if it cannot be parsed.
private func visibleText(ofHTML document: [UInt8]) -> String? {
  guard var parser = try? HTMLParser() else { return nil }
  parser.parse(document.span)
  parser.finish()
  return String(decoding: parser.content.takeText(), as: UTF8.self)
}
