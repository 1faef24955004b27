// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Foundation
internal import UniformTypeIdentifiers

extension NSUserActivity {
  /// The custom attribute with the type of the activity. Only items that are activities have it.
  package static let activityTypeKey = IndexedActivities.typeKey

  /// The item that the index contains for the activity; `nil` if the activity is not eligible for
  /// search, or has neither a title nor an attribute set.
  ///
  /// Attributes in ``contentAttributeSet`` take precedence over those that follow from the
  /// properties, except for the keywords, which are joined.
  ///
  /// - Parameter date: The date on which the activity became current.
  package func searchableItem(usedAt date: Date) -> CSSearchableItem? {
    guard isEligibleForSearch, title != nil || contentAttributeSet != nil else { return nil }
    let attributes = contentAttributeSet?.copy() as? CSSearchableItemAttributeSet ?? CSSearchableItemAttributeSet(contentType: .item)
    attributes.title = attributes.title ?? title
    attributes.url = attributes.url ?? webpageURL
    attributes.lastUsedDate = attributes.lastUsedDate ?? date
    attributes.relatedAppEntityIdentifier = attributes.relatedAppEntityIdentifier ?? appEntityIdentifier
    if !keywords.isEmpty {
      let known = attributes.keywords ?? []
      attributes.keywords = known + keywords.subtracting(known).sorted()
    }
    if let key = CSCustomAttributeKey(keyName: Self.activityTypeKey) {
      attributes.setValue(NSString(string: activityType), forCustomKey: key)
    }
    let item = CSSearchableItem(
      uniqueIdentifier: itemIdentifier, domainIdentifier: attributes.domainIdentifier, attributeSet: attributes)
    item.expirationDate = expirationDate
    return item
  }

  /// The identifier of the activity in the index, which is the same in each run of the program.
  package var itemIdentifier: String {
    if let persistentIdentifier { return persistentIdentifier }
    let information = requiredInformation
    if !information.isEmpty { return "\(activityType)?\(information.joined(separator: "&"))" }
    return webpageURL.map { "\(activityType)?\($0.absoluteString)" } ?? activityType
  }

  /// The entries of ``userInfo`` that identify the activity, as texts in a fixed order. Values that
  /// an activity cannot contain are left out.
  private var requiredInformation: [String] {
    (userInfo ?? [:]).compactMap { key, value in
      if let requiredUserInfoKeys, (key.base as? String).map(requiredUserInfoKeys.contains) != true { return nil }
      guard let key = IdentifyingText(key.base), let value = IdentifyingText(value) else { return nil }
      return "\(key.text)=\(value.text)"
    }.sorted()
  }
}
