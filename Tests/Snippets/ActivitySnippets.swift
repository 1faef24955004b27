// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file
import CoreSpotlight
import Testing

// MARK: A tutorial on adding content to Spotlight

/// An activity that the person can search for.
///
/// The tutorial calls the activity by two names.
private func exampleActivity(becomingCurrent activity: NSUserActivity) -> NSUserActivity {
    let userActivity = NSUserActivity(activityType: "com.donnywals.example")
    userActivity.title = "This is an example"
    activity.persistentIdentifier = "example-identifier"
    userActivity.isEligibleForSearch = true // add this item to the Spotlight index
    userActivity.isEligibleForPublicIndexing = true // add this item to the public index
    userActivity.becomeCurrent() // making this the current user activity will index it
    return userActivity
}

/// The screen that an activity opens.
private func screen(for userActivity: NSUserActivity) -> String? {
    if userActivity.activityType == "com.donnywals.example",
        let screenIdentifier = userActivity.persistentIdentifier {

        // navigate to screen
        return screenIdentifier
    }
    return nil
}

/// The item that an activity opens.
private func item(for userActivity: NSUserActivity) -> String? {
    if userActivity.activityType == CSSearchableItemActionType,
        let itemIdentifier = userActivity.userInfo?[CSSearchableItemActivityIdentifier] as? String {

        // handle item with identifier
        return itemIdentifier
    }
    return nil
}

// MARK: A tutorial on Core Spotlight in apps

/// The recipe that an activity opens.
private func open(_ activity: NSUserActivity, navigate: (_ identifier: String) -> Void) {
    func navigateToRecipe(withID identifier: String) { navigate(identifier) }

    if let uniqueIdentifier = activity.userInfo?[
        CSSearchableItemActivityIdentifier
    ] as? String {
        navigateToRecipe(withID: uniqueIdentifier)
    }
}

// MARK: An article on Spotlight in iOS 10

/// The text of a search that the person continues in the program.
private func searchText(of userActivity: NSUserActivity) -> String? {
    if let searchText = userActivity.userInfo?[CSSearchQueryString] as? String {
        // Show your search UI
        return searchText
    }
    return nil
}

/// A place that keeps no activities, so that the snippets do not change the user's index.
private struct Nowhere: SavedActivities {
    func save(_ activity: SearchableItem) {}
    func delete(_ selection: ActivitySelection, completionHandler: @escaping @Sendable () -> Void) { completionHandler() }
}

@Suite struct ActivitySnippets {
    @Test func `an activity for search`() {
        let other = NSUserActivity(activityType: "com.donnywals.example")
        let activity = CurrentActivity.$shared.withValue(CurrentActivity()) {
            IndexedActivities.$current.withValue(Nowhere()) { exampleActivity(becomingCurrent: other) }
        }
        #expect(activity.isEligibleForSearch && other.persistentIdentifier == "example-identifier")
        #expect(screen(for: other) == "example-identifier" && screen(for: activity) == nil)
    }

    @Test func `an activity that opens an item`() {
        let activity = NSUserActivity(activityType: CSSearchableItemActionType)
        activity.userInfo = [CSSearchableItemActivityIdentifier: "id"]
        #expect(item(for: activity) == "id")
        open(activity) { #expect($0 == "id") }
    }

    @Test func `an activity that continues a search`() {
        let activity = NSUserActivity(activityType: CSQueryContinuationActionType)
        activity.userInfo = [CSSearchQueryString: "milk"]
        #expect(searchText(of: activity) == "milk")
    }
}
