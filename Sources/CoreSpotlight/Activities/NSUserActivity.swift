// SPDX-License-Identifier: Apache-2.0

public import AppIntents
public import AttributeSets
public import Foundation

/// The name of a saved activity, which the program chooses.
public typealias NSUserActivityPersistentIdentifier = String

/// The type of an activity that shows a page of the web.
public let NSUserActivityTypeBrowsingWeb: String = "NSUserActivityTypeBrowsingWeb"

/// What a person does in a program at one time, such as reading a recipe.
///
/// An activity that becomes current and has ``isEligibleForSearch`` is added to an index of the
/// program, so that the person can search for it.
///
/// Two threads must not use an activity at the same time.
///
/// - Note: Foundation has this class on Apple's systems. Searchlight has no Handoff, Siri or public
///   index: it keeps the properties that belong to them, and does not use them. Continuation
///   streams are left out, as is the initializer without a type, which reads the type from
///   `Info.plist`.
open class NSUserActivity: NSObject {
  /// The type of the activity, in reverse DNS notation: `com.example.reading`.
  public let activityType: String

  /// The name of the activity, as shown to people; `nil` if it has none.
  open var title: String?

  /// The information with which the program can continue the activity: strings, numbers, dates,
  /// data, UUIDs and URLs, and arrays, sets and dictionaries of these.
  open var userInfo: [AnyHashable: Any]?

  /// The keys of ``userInfo`` that identify the activity. `nil`, the default, means all keys.
  open var requiredUserInfoKeys: Set<String>?

  /// Whether the activity has changed since it was saved.
  ///
  /// The program sets it to `true`. When the activity becomes current, resigns, or is invalidated,
  /// the delegate is called to update the activity, which is then saved.
  open var needsSave = false

  /// A page of the web with the same content; `nil` if there is none.
  open var webpageURL: URL?

  /// The page of the web that led to the content; `nil` if it is unknown.
  open var referrerURL: URL?

  /// The date after which the activity is no longer found; `nil` for one month after it was saved.
  open var expirationDate: Date?

  /// Words that help people to find the activity; none by default.
  open var keywords: Set<String> = []

  /// The content that the activity shows; `nil` if it is unknown. The index does not contain it.
  open var targetContentIdentifier: String?

  /// The name of the saved activity; `nil` if the program has chosen none.
  ///
  /// An activity replaces a saved one with the same name. Without a name, the type and the required
  /// information (``requiredUserInfoKeys``) identify the activity, or the type and the page of the
  /// web if there is no required information.
  open var persistentIdentifier: NSUserActivityPersistentIdentifier?

  /// The attributes of the activity in the index; `nil` for those that the properties determine.
  ///
  /// If the attribute `relatedUniqueIdentifier` names an item, the activity belongs to this item: it
  /// is saved only if an index of the program has the item, and is deleted with the item. With the
  /// attribute `weakRelatedUniqueIdentifier`, it is saved in any case and stays. With the attribute
  /// `domainIdentifier`, it is deleted when the program deletes the domain from any of its indexes.
  open var contentAttributeSet: CSSearchableItemAttributeSet?

  /// The entity that the activity shows; `nil` if there is none.
  open var appEntityIdentifier: EntityIdentifier?

  /// Whether the activity may be continued on another device; `true` by default. It has no effect.
  open var isEligibleForHandoff = true

  /// Whether the activity is added to the index when it becomes current; `false` by default.
  open var isEligibleForSearch = false

  /// Whether others may find the activity; `false` by default. It has no effect: the index is
  /// private.
  open var isEligibleForPublicIndexing = false

  /// Whether the system may suggest the activity; `false` by default. It has no effect.
  open var isEligibleForPrediction = false

  /// Whether the activity can exchange streams with the device that continues it; `false` by
  /// default. It has no effect.
  open var supportsContinuationStreams = false

  /// The object that updates the activity before it is saved.
  open weak var delegate: (any NSUserActivityDelegate)?

  private var isCurrent = false
  private var isValid = true

  /// Creates an activity.
  ///
  /// - Parameter activityType: The type, in reverse DNS notation.
  public init(activityType: String) { self.activityType = activityType }

  /// Adds entries to ``userInfo``. They replace entries with the same keys.
  open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
    userInfo = (userInfo ?? [:]).merging(otherDictionary) { $1 }
  }

  // MARK: Being current

  /// Makes this the current activity of the program, and saves it in the index if it is eligible
  /// for search.
  ///
  /// The activity that was current resigns. Saving continues after this method returns; an activity
  /// that cannot be saved is not found. After ``invalidate()``, the method has no effect.
  open func becomeCurrent() {
    guard isValid else { return }
    let previous = CurrentActivity.shared.replace(with: self)
    if previous !== self { previous?.resignCurrent() }
    isCurrent = true
    save()
  }

  /// Ends the time in which this is the current activity, and saves it if it has changed.
  open func resignCurrent() {
    guard isCurrent else { return }
    isCurrent = false
    CurrentActivity.shared.remove(self)
    if needsSave { save() }
  }

  /// Ends the activity. It cannot become current again; what was saved stays in the index.
  open func invalidate() {
    resignCurrent()
    isValid = false
  }

  private func save() {
    if needsSave {
      needsSave = false
      delegate?.userActivityWillSave(self)
    }
    guard let item = searchableItem(usedAt: Date()) else { return }
    IndexedActivities.current.save(SearchableItem(item))
  }

  // MARK: Deleting saved activities

  /// Deletes saved activities from the index.
  ///
  /// - Parameters:
  ///   - persistentIdentifiers: Their names. Names that no activity has are ignored.
  ///   - handler: Called on any thread when the activities are deleted, or cannot be deleted.
  @preconcurrency
  open class func deleteSavedUserActivities(
    withPersistentIdentifiers persistentIdentifiers: [NSUserActivityPersistentIdentifier],
    completionHandler handler: @escaping @Sendable () -> Void
  ) {
    IndexedActivities.current.delete(.identifiers(persistentIdentifiers), completionHandler: handler)
  }

  /// Deletes saved activities from the index. Names that no activity has are ignored.
  open class func deleteSavedUserActivities(
    withPersistentIdentifiers persistentIdentifiers: [NSUserActivityPersistentIdentifier]
  ) async {
    await withCheckedContinuation { continuation in
      deleteSavedUserActivities(withPersistentIdentifiers: persistentIdentifiers) { continuation.resume() }
    }
  }

  /// Deletes all saved activities of the program from the index.
  ///
  /// - Parameter handler: Called on any thread when the activities are deleted, or cannot be
  ///   deleted.
  @preconcurrency
  open class func deleteAllSavedUserActivities(completionHandler handler: @escaping @Sendable () -> Void) {
    IndexedActivities.current.delete(.all, completionHandler: handler)
  }

  /// Deletes all saved activities of the program from the index.
  open class func deleteAllSavedUserActivities() async {
    await withCheckedContinuation { continuation in
      deleteAllSavedUserActivities { continuation.resume() }
    }
  }

  // MARK: Description

  /// The type, the title and the identifier in the index, for a log.
  open override var description: String {
    "NSUserActivity(\(activityType.debugDescription), title: \(title.map(\.debugDescription) ?? "nil"), \(itemIdentifier.debugDescription))"
  }
}
