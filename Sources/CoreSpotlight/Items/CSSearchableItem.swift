// SPDX-License-Identifier: Apache-2.0

public import AttributeSets
internal import Attributes
public import Foundation
internal import Synchronization

/// A part of a program's content that people can search for, such as a note, a song or a recipe.
///
/// An item has an identifier, by which the program finds the content again, and a set of
/// attributes, which searches look at and results show. Two threads must not change an item at the
/// same time.
open class CSSearchableItem: NSObject, NSCopying, NSSecureCoding {
  /// The identifier of the item, unique among all items of the program.
  open var uniqueIdentifier: String

  /// The group that the item belongs to; `nil` if it belongs to none.
  ///
  /// Full stops separate the components of a hierarchy: the group `mail.work` is a part of the
  /// group `mail`.
  open var domainIdentifier: String?

  /// The attributes of the item.
  ///
  /// The item does not copy the set: later changes to the set change the item.
  open var attributeSet: CSSearchableItemAttributeSet

  /// Whether the item changes an item with the same identifier instead of replacing it; `false` by
  /// default.
  ///
  /// An update changes only what it contains, and does not create an item: the attributes and custom
  /// keys that were set, also to `nil`, which removes them, the domain if there is one, and the expiration
  /// date and the options if they were set.
  open var isUpdate = false

  /// The results of the system's analysis that the program wants to receive; none by default.
  ///
  /// - Note: Searchlight keeps the options with the item, and found items have them. Unlike Apple's systems, it neither
  ///   summarizes nor prioritizes items.
  open var updateListenerOptions: UpdateListenerOptions {
    get { chosenListenerOptions ?? [] }
    set { chosenListenerOptions = newValue }
  }

  /// The date after which the item is no longer found.
  ///
  /// By default, it is one calendar month after the creation of this object. `nil` restores the
  /// default; the value is never `nil`. An item with the date `.distantFuture` does not expire. An update
  /// with the default date does not change the date of the item.
  open var expirationDate: Date! {
    get { chosenExpirationDate ?? restoredDefaultExpirationDate ?? Self.defaultExpirationDate(ofItemCreatedAt: creationDate) }
    set { chosenExpirationDate = newValue }
  }

  /// `nil` if the options were never set.
  private(set) var chosenListenerOptions: UpdateListenerOptions?

  /// `nil` for the default.
  private(set) var chosenExpirationDate: Date?
  /// The default expiration depends on it. Calendars are slow, so it is computed when it is needed.
  private let creationDate: Date
  /// The default expiration of an item that was archived.
  private let restoredDefaultExpirationDate: Date?

  /// The index of the item among all that a query found, best first; `nil` if no query found it.
  /// Copies have the same rank. It is not archived, because it is meaningless without the other
  /// items of the query.
  package var rank: Int?

  /// Creates an item.
  ///
  /// - Parameters:
  ///   - uniqueIdentifier: The identifier, unique among all items of the program. For `nil`, a new
  ///     UUID is used.
  ///   - domainIdentifier: The group that the item belongs to, if any.
  ///   - attributeSet: The attributes, which are not copied.
  public init(uniqueIdentifier: String?, domainIdentifier: String?, attributeSet: CSSearchableItemAttributeSet) {
    self.uniqueIdentifier = uniqueIdentifier ?? UUID().uuidString
    self.domainIdentifier = domainIdentifier
    self.attributeSet = attributeSet
    creationDate = Date()
    restoredDefaultExpirationDate = nil
  }

  private static func defaultExpirationDate(ofItemCreatedAt creation: Date) -> Date {
    let second = creation.timeIntervalSinceReferenceDate.rounded(.down)
    let distance = lastDefault.withLock { last in
      if let last, last.second == second { return last.distance }
      let start = Date(timeIntervalSinceReferenceDate: second)
      // The Gregorian calendar always has such a date; the fallback makes the result non-optional.
      let end = Calendar(identifier: .gregorian).date(byAdding: .month, value: 1, to: start)
      let distance = end?.timeIntervalSince(start) ?? 30 * 24 * 60 * 60
      last = (second, distance)
      return distance
    }
    return creation.addingTimeInterval(distance)
  }

  /// The second of the last creation, and the distance to its default expiration. Programs create many
  /// items in a second, and a calendar is slow.
  private static let lastDefault = Mutex<(second: TimeInterval, distance: TimeInterval)?>(nil)

  /// Compares the positions in the result of a query. The better item comes first
  /// (`.orderedAscending`).
  ///
  /// An item that no query found comes after those that a query found, and is the same as another
  /// such item. The result for items of different queries has no meaning.
  open func compare(byRank other: CSSearchableItem) -> ComparisonResult { rank.compared(with: other.rank) }

  // MARK: Copying and archiving

  /// An independent item with the same values and a copy of the attributes.
  open func copy(with zone: NSZone? = nil) -> Any { CSSearchableItem(copying: self) }

  private init(copying item: CSSearchableItem) {
    uniqueIdentifier = item.uniqueIdentifier
    domainIdentifier = item.domainIdentifier
    attributeSet = item.attributeSet.copy() as? CSSearchableItemAttributeSet ?? CSSearchableItemAttributeSet(item.attributeSet.record)
    isUpdate = item.isUpdate
    chosenListenerOptions = item.chosenListenerOptions
    chosenExpirationDate = item.chosenExpirationDate
    creationDate = item.creationDate
    restoredDefaultExpirationDate = item.restoredDefaultExpirationDate
    rank = item.rank
  }

  /// Always `true`.
  open class var supportsSecureCoding: Bool { true }

  /// Archives all values except the rank. An object of a subclass of `CSSearchableItemAttributeSet`
  /// is archived as one of that class.
  open func encode(with coder: NSCoder) {
    let archive = ItemArchive(
      uniqueIdentifier: uniqueIdentifier, domainIdentifier: domainIdentifier, attributes: Data(attributeSet.record.encoded()),
      removals: attributeSet.removals.isEmpty ? nil : Data(attributeSet.removals.encoded()), isUpdate: isUpdate,
      updateListenerOptions: chosenListenerOptions.map { Int(bitPattern: $0.rawValue) },
      expirationDate: chosenExpirationDate?.timeIntervalSinceReferenceDate,
      defaultExpirationDate: (restoredDefaultExpirationDate ?? Self.defaultExpirationDate(ofItemCreatedAt: creationDate))
        .timeIntervalSinceReferenceDate)
    coder.encodeValues(archive, forKey: "item")
  }

  /// Restores an archived item; `nil` if the archive does not contain a valid one.
  public required init?(coder: NSCoder) {
    guard let archive = coder.decodeValues(ItemArchive.self, forKey: "item"), let attributeSet = archive.attributeSet else { return nil }
    uniqueIdentifier = archive.uniqueIdentifier
    domainIdentifier = archive.domainIdentifier
    self.attributeSet = attributeSet
    isUpdate = archive.isUpdate
    chosenListenerOptions = archive.updateListenerOptions.map { UpdateListenerOptions(rawValue: UInt(bitPattern: $0)) }
    chosenExpirationDate = archive.expirationDate.map { Date(timeIntervalSinceReferenceDate: $0) }
    creationDate = Date()
    restoredDefaultExpirationDate = Date(timeIntervalSinceReferenceDate: archive.defaultExpirationDate)
  }

  // MARK: Comparing

  /// Items are equal if all their archived values are equal, including the attributes.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CSSearchableItem else { return false }
    return uniqueIdentifier == other.uniqueIdentifier && domainIdentifier == other.domainIdentifier && isUpdate == other.isUpdate
      && updateListenerOptions == other.updateListenerOptions && expirationDate == other.expirationDate
      && attributeSet.record == other.attributeSet.record && attributeSet.removals == other.attributeSet.removals
  }

  /// Equal items have equal hashes. The hash changes with the identifier.
  open override var hash: Int { uniqueIdentifier.hashValue }

  /// The values of the item for a log or a debugger, with long texts and lists shortened.
  open override var description: String { "CSSearchableItem(\(summary))" }
}
