// SPDX-License-Identifier: Apache-2.0

import AppIntents
import Foundation
import Testing

import CoreSpotlight

@Suite struct UserActivityItemTests {
  private let date = Date(timeIntervalSinceReferenceDate: 1)

  private func activity() -> NSUserActivity {
    let activity = NSUserActivity(activityType: "com.example.reading")
    activity.title = "Title"
    activity.isEligibleForSearch = true
    return activity
  }

  // MARK: Attributes

  @Test func `properties of the activity become attributes`() throws {
    let activity = activity()
    activity.keywords = ["b", "a"]
    activity.webpageURL = URL(string: "https://example.com/a")
    activity.expirationDate = .distantFuture
    activity.persistentIdentifier = "name"
    let item = try #require(activity.searchableItem(usedAt: date))
    #expect(item.uniqueIdentifier == "name" && item.domainIdentifier == nil && item.expirationDate == .distantFuture && !item.isUpdate)
    #expect(item.attributeSet.title == "Title" && item.attributeSet.keywords == ["a", "b"])
    #expect(item.attributeSet.url == activity.webpageURL && item.attributeSet.lastUsedDate == date)
    #expect(item.attributeSet.contentType == "public.item" && item.attributeSet.relatedAppEntityIdentifier == nil)
    let key = try #require(CSCustomAttributeKey(keyName: NSUserActivity.activityTypeKey))
    #expect(item.attributeSet.value(forCustomKey: key) as? NSString == "com.example.reading")
  }

  @Test func `attributes of the activity take precedence over its properties`() throws {
    let activity = activity()
    let attributes = CSSearchableItemAttributeSet(contentType: .text)
    attributes.title = "Other"
    attributes.url = URL(string: "https://example.com/other")
    attributes.lastUsedDate = .distantPast
    attributes.keywords = ["z", "b"]
    attributes.domainIdentifier = "mail.work"
    attributes.contentDescription = "Description"
    activity.contentAttributeSet = attributes
    activity.keywords = ["a", "b"]
    activity.webpageURL = URL(string: "https://example.com/a")
    let item = try #require(activity.searchableItem(usedAt: date))
    #expect(item.attributeSet.title == "Other" && item.attributeSet.url == attributes.url)
    #expect(item.attributeSet.lastUsedDate == .distantPast && item.attributeSet.contentDescription == "Description")
    #expect(item.attributeSet.keywords == ["z", "b", "a"] && item.attributeSet.contentType == "public.text")
    #expect(item.domainIdentifier == "mail.work")
    #expect(attributes.keywords == ["z", "b"], "The program's set does not change.")
  }

  @Test func `relations to items are kept`() throws {
    let activity = activity()
    activity.contentAttributeSet = CSSearchableItemAttributeSet()
    activity.contentAttributeSet?.relatedUniqueIdentifier = "related"
    activity.contentAttributeSet?.weakRelatedUniqueIdentifier = "weak"
    activity.appEntityIdentifier = EntityIdentifier(text: "Recipe/1")
    let attributes = try #require(activity.searchableItem(usedAt: date)).attributeSet
    #expect(attributes.relatedUniqueIdentifier == "related" && attributes.weakRelatedUniqueIdentifier == "weak")
    #expect(attributes.relatedAppEntityIdentifier == activity.appEntityIdentifier)
  }

  @Test func `an activity expires one month after it was saved`() throws {
    let item = try #require(activity().searchableItem(usedAt: date))
    #expect(item.expirationDate > Date() + 27 * 24 * 60 * 60)
  }

  @Test func `an activity needs eligibility, and a title or attributes`() {
    let activity = activity()
    activity.isEligibleForSearch = false
    #expect(activity.searchableItem(usedAt: date) == nil)
    activity.isEligibleForSearch = true
    activity.title = nil
    #expect(activity.searchableItem(usedAt: date) == nil)
    activity.contentAttributeSet = CSSearchableItemAttributeSet()
    #expect(activity.searchableItem(usedAt: date) != nil)
  }

  // MARK: Identifiers

  typealias IdentifierRow = (
    userInfo: [AnyHashable: Any]?, requiredKeys: Set<String>?, webpage: String?, expected: String
  )

  static var identifiers: [IdentifierRow] {
    [
      (nil, nil, nil, "type"),
      ([:], ["id"], nil, "type"),
      (nil, nil, "https://example.com/?a=b", "type?https://example.com/?a=b"),
      (["id": "a b/é"], nil, nil, "type?id=a b/%C3%A9"),
      (["id": "a&b=c"], nil, nil, "type?id=a%26b%3Dc"),
      (["id": 7, "page": 3], ["id"], "https://example.com", "type?id=7"),
      (["id": 7, "page": 3], nil, nil, "type?id=7&page=3"),
      (["id": 7, "page": 3], [], "https://example.com", "type?https://example.com"),
      (["id": NSString(string: "x"), "n": NSNumber(value: 1.5)], nil, nil, "type?id=x&n=1.5"),
      (["id": UUID(uuid: UUID_NULL)], nil, nil, "type?id=00000000-0000-0000-0000-000000000000"),
      (["date": Date(timeIntervalSinceReferenceDate: 0.5)], nil, nil, "type?date=0.5"),
      (["data": Data([0xff, 0xfe])], nil, nil, "type?data=//4%3D"),
      (["url": URL(fileURLWithPath: "/a b")], nil, nil, "type?url=file:///a%2520b"),
      (["list": ["b", 1, "a"] as [Any]], nil, nil, "type?list=[b,1,a]"),
      (["set": Set(["b", "a", "c"])], nil, nil, "type?set={a,b,c}"),
      (["map": ["k": 1, "j": "x"] as [String: Any]], nil, nil, "type?map={j=x,k=1}"),
      (["null": NSNull()], nil, nil, "type?null=null"),
      (["object": NSObject(), "id": 1], nil, nil, "type?id=1"),
      ([1: "a"], nil, nil, "type?1=a"),
      ([NSObject(): "a"], nil, nil, "type"),
    ]
  }

  private static let UUID_NULL: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

  @Test(arguments: identifiers.indices)
  func `type and required information identify an activity`(row: Int) {
    let (userInfo, requiredKeys, webpage, expected) = Self.identifiers[row]
    let activity = NSUserActivity(activityType: "type")
    activity.userInfo = userInfo
    activity.requiredUserInfoKeys = requiredKeys
    activity.webpageURL = webpage.flatMap { URL(string: $0) }
    #expect(activity.itemIdentifier == expected)
    activity.persistentIdentifier = "name"
    #expect(activity.itemIdentifier == "name")
  }
}
