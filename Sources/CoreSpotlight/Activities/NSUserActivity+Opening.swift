// SPDX-License-Identifier: Apache-2.0

internal import Applications
public import Foundation
internal import IndexStore

extension NSUserActivity {
  /// Creates the activity that a URL stands for, with which a person has opened the program; `nil` for
  /// a URL that Searchlight has not made.
  ///
  /// A program receives such URLs as an argument (`%u` in its desktop entry), or in calls of the
  /// methods `Open` and `ActivateAction` of `org.freedesktop.Application`. The activity is the one that
  /// an application delegate receives on Apple's systems:
  ///
  /// - For an item, the type is ``CSSearchableItemActionType``. The user information has the identifier
  ///   of the item (``CSSearchableItemActivityIdentifier``), and what the person had typed
  ///   (``CSSearchQueryString``) if that is known.
  /// - For a search to continue, the type is ``CSQueryContinuationActionType``. The user information
  ///   has the text (``CSSearchQueryString``).
  /// - For a saved activity, the type, the title, the page of the web and the persistent identifier are
  ///   those of the activity.
  ///
  /// - Note: This initializer exists only on Linux.
  public convenience init?(openedURL url: URL) {
    switch ResultURL(url.absoluteString) {
    case .search(let text, program: _):
      self.init(activityType: CSQueryContinuationActionType)
      userInfo = [CSSearchQueryString: text]
    case .item(let store, let identifier, let query):
      if store.index == .activities, let saved = IndexedActivities.saved(identifier) {
        self.init(activityType: saved.type)
        persistentIdentifier = identifier
        title = saved.title
        webpageURL = saved.url
      } else {
        self.init(activityType: CSSearchableItemActionType)
        userInfo = [CSSearchableItemActivityIdentifier: identifier]
        if let query { userInfo?[CSSearchQueryString] = query }
      }
    case nil: return nil
    }
  }
}
