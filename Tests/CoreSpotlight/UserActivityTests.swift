// SPDX-License-Identifier: Apache-2.0

import AppIntents
import Foundation
import Synchronization
import Testing

import CoreSpotlight

/// A place that records what happens, instead of an index.
private final class RecordedActivities: SavedActivities {
  enum Event: Hashable {
    case save(String)
    case delete(ActivitySelection)
  }

  private let recorded = Mutex<[Event]>([])

  /// What happened since this property was read last.
  func events() -> [Event] {
    recorded.withLock { events in
      defer { events = [] }
      return events
    }
  }

  func save(_ activity: SearchableItem) {
    let identifier = activity.item.uniqueIdentifier
    recorded.withLock { $0.append(.save(identifier)) }
  }

  func delete(_ selection: ActivitySelection, completionHandler: @escaping @Sendable () -> Void) {
    recorded.withLock { $0.append(.delete(selection)) }
    completionHandler()
  }
}

private final class TitleDelegate: NSObject, NSUserActivityDelegate {
  private(set) var saveCount = 0

  func userActivityWillSave(_ userActivity: NSUserActivity) {
    saveCount += 1
    userActivity.persistentIdentifier = "save \(saveCount)"
    userActivity.needsSave = false
  }
}

@Suite struct UserActivityTests {
  private let saved = RecordedActivities()

  private func activity(_ name: String) -> NSUserActivity {
    let activity = NSUserActivity(activityType: "com.example.reading")
    activity.title = name
    activity.persistentIdentifier = name
    activity.isEligibleForSearch = true
    return activity
  }

  private func recording<Result>(_ body: () throws -> Result) rethrows -> Result {
    try CurrentActivity.$shared.withValue(CurrentActivity()) {
      try IndexedActivities.$current.withValue(saved, operation: body)
    }
  }

  // MARK: Defaults

  @Test func `an activity is continued by other devices only, by default`() {
    let activity = NSUserActivity(activityType: "com.example.reading")
    #expect(activity.activityType == "com.example.reading")
    #expect(activity.isEligibleForHandoff && !activity.isEligibleForSearch)
    #expect(!activity.isEligibleForPublicIndexing && !activity.isEligibleForPrediction && !activity.supportsContinuationStreams)
    #expect(activity.title == nil && activity.userInfo == nil && activity.requiredUserInfoKeys == nil && !activity.needsSave)
    #expect(activity.webpageURL == nil && activity.referrerURL == nil && activity.expirationDate == nil && activity.keywords.isEmpty)
    #expect(activity.targetContentIdentifier == nil && activity.persistentIdentifier == nil && activity.contentAttributeSet == nil)
    #expect(activity.appEntityIdentifier == nil && activity.delegate == nil)
    #expect(NSUserActivityTypeBrowsingWeb == "NSUserActivityTypeBrowsingWeb")
  }

  @Test func `entries are added to the information`() {
    let activity = activity("a")
    activity.addUserInfoEntries(from: ["id": 1, "page": 2])
    activity.addUserInfoEntries(from: ["page": 3])
    #expect(activity.userInfo as? [String: Int] == ["id": 1, "page": 3])
  }

  @Test func `an activity is described by its type, title and identifier`() {
    #expect("\(activity("a"))" == #"NSUserActivity("com.example.reading", title: "a", "a")"#)
  }

  // MARK: Saving

  @Test func `an activity is saved when it becomes current, if it is eligible for search`() {
    let (first, second) = (activity("first"), activity("second"))
    second.isEligibleForSearch = false
    recording {
      first.becomeCurrent()
      #expect(saved.events() == [.save("first")])
      second.becomeCurrent()
      #expect(saved.events() == [])
      first.becomeCurrent()
      #expect(saved.events() == [.save("first")])
      first.invalidate()
      first.becomeCurrent()
      #expect(saved.events() == [])
    }
  }

  @Test func `the delegate updates an activity that needs saving`() {
    let (activity, delegate) = (activity("a"), TitleDelegate())
    activity.delegate = delegate
    recording {
      activity.becomeCurrent()
      #expect(saved.events() == [.save("a")] && delegate.saveCount == 0)
      activity.needsSave = true
      activity.resignCurrent()
      #expect(saved.events() == [.save("save 1")] && !activity.needsSave)
      activity.needsSave = true
      activity.resignCurrent()
      #expect(saved.events() == [], "The activity is no longer current.")
      activity.becomeCurrent()
      #expect(saved.events() == [.save("save 2")])
      activity.needsSave = true
      activity.invalidate()
      #expect(saved.events() == [.save("save 3")])
    }
  }

  @Test func `an activity resigns when another one becomes current`() {
    let (first, second) = (activity("first"), activity("second"))
    recording {
      first.becomeCurrent()
      first.needsSave = true
      second.becomeCurrent()
      #expect(saved.events() == [.save("first"), .save("first"), .save("second")])
      first.needsSave = true
      first.resignCurrent()
      #expect(saved.events() == [], "The activity is no longer current.")
      second.resignCurrent()
    }
  }

  @Test func `a program does not keep its current activity alive`() {
    weak var reference: NSUserActivity?
    recording {
      let activity = activity("a")
      reference = activity
      activity.becomeCurrent()
    }
    #expect(reference == nil)
  }

  @Test func `saved activities are deleted by name or all together`() async {
    await IndexedActivities.$current.withValue(saved) {
      await NSUserActivity.deleteSavedUserActivities(withPersistentIdentifiers: ["a", "b"])
      await NSUserActivity.deleteAllSavedUserActivities()
      await withCheckedContinuation { continuation in
        NSUserActivity.deleteSavedUserActivities(withPersistentIdentifiers: []) { continuation.resume() }
      }
      await withCheckedContinuation { continuation in
        NSUserActivity.deleteAllSavedUserActivities { continuation.resume() }
      }
    }
    #expect(saved.events() == [.delete(.identifiers(["a", "b"])), .delete(.all), .delete(.identifiers([])), .delete(.all)])
  }

  // MARK: Typed payloads

  private struct Place: Codable, Equatable {
    var chapter: Int
    var date: Date
    var note: String?
  }

  @Test func `a typed payload is part of the information`() throws {
    let activity = activity("a")
    let place = Place(chapter: 3, date: Date(timeIntervalSinceReferenceDate: 5), note: "é")
    activity.userInfo = ["id": "x"]
    try activity.setTypedPayload(place)
    #expect(activity.userInfo?["chapter"] as? Int == 3 && activity.userInfo?["id"] as? String == "x")
    #expect(try activity.typedPayload(Place.self) == place)
  }

  @Test func `only dictionaries are typed payloads`() {
    let activity = activity("a")
    #expect(throws: NSUserActivity.TypedPayloadError.encodingError) { try activity.setTypedPayload([1]) }
    #expect(throws: NSUserActivity.TypedPayloadError.encodingError) { try activity.setTypedPayload("x") }
    #expect(throws: NSUserActivity.TypedPayloadError.invalidContent) { try activity.typedPayload(Place.self) }
  }
}
