// SPDX-License-Identifier: Apache-2.0

import CoreSpotlight
import Dispatch

/// An item, and an activity that belongs to it, which a program submits just before it ends.
// Only one thread uses the item at a time.
struct Submission: @unchecked Sendable {
  private let index: CSSearchableIndex
  private let item: CSSearchableItem

  init(_ index: CSSearchableIndex, _ item: CSSearchableItem) { (self.index, self.item) = (index, item) }

  /// Submits the changes and ends the process in one of several ways.
  func end(_ way: String) {
    switch way {
    case "return": submit()
    case "exit":
      submit()
      exit(0)
    case "exit-in-task":
      submit()
      Task.detached { exit(0) }
      dispatchMain()
    case "exit-in-handler":
      // The handler of the first item ends the process, and more wait.
      index.indexSearchableItems([]) { _ in
        submit()
        exit(0)
      }
      dispatchMain()
    case "exit-while-handler-waits":
      // The handler waits for the main thread, which ends the process.
      let isWaiting = DispatchSemaphore(value: 0)
      index.indexSearchableItems([]) { _ in
        isWaiting.signal()
        DispatchQueue.main.sync {}
      }
      isWaiting.wait()
      submit()
      exit(0)
    case "exit-when-handler-is-released":
      submit()
      index.indexSearchableItems([], completionHandler: Self.handlerThatExits())
      dispatchMain()
    case "exit-with-batch":
      submit()
      index.beginBatch()
      let other = CSSearchableItem(uniqueIdentifier: "in a batch", domainIdentifier: nil, attributeSet: item.attributeSet)
      index.indexSearchableItems([other])
      exit(0)
    default: exit(2)
    }
  }

  private final class Exit: Sendable {
    deinit { exit(0) }
  }

  private static func handlerThatExits() -> @Sendable ((any Error)?) -> Void {
    let end = Exit()
    return { _ in withExtendedLifetime(end) {} }
  }

  private func submit() {
    // The item that is deleted takes its activity along.
    save("deleted")
    index.deleteSearchableItems(withIdentifiers: ["\(item.uniqueIdentifier) deleted"])
    save("kept")
  }

  private func save(_ suffix: String) {
    let identifier = "\(item.uniqueIdentifier) \(suffix)"
    index.indexSearchableItems([
      CSSearchableItem(uniqueIdentifier: identifier, domainIdentifier: nil, attributeSet: item.attributeSet)
    ])
    let activity = NSUserActivity(activityType: "org.example.reading")
    // A query that finds both would take them for one result.
    activity.title = item.attributeSet.title.map { "Reading \($0)" }
    activity.persistentIdentifier = "activity \(suffix)"
    activity.isEligibleForSearch = true
    activity.contentAttributeSet = CSSearchableItemAttributeSet(contentType: .text)
    activity.contentAttributeSet?.relatedUniqueIdentifier = identifier
    activity.becomeCurrent()
    activity.invalidate()
  }
}
