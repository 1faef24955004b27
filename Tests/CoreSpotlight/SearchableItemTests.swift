// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import Attributes
import CoreSpotlight
import Foundation
import Testing

@Suite struct SearchableItemTests {
  private func item(_ identifier: String? = "id") -> CSSearchableItem {
    let attributes = CSSearchableItemAttributeSet(contentType: .plainText)
    attributes.title = "Title"
    return CSSearchableItem(uniqueIdentifier: identifier, domainIdentifier: "mail.work", attributeSet: attributes)
  }

  // MARK: Defaults

  @Test func `an item without an identifier gets a UUID`() {
    let (first, second) = (item(nil), item(nil))
    #expect(UUID(uuidString: first.uniqueIdentifier) != nil)
    #expect(first.uniqueIdentifier != second.uniqueIdentifier)
    #expect(item("").uniqueIdentifier == "")
  }

  @Test func `an item is neither an update nor analysed by default`() {
    #expect(!item().isUpdate && item().updateListenerOptions == [])
    #expect(CSSearchableItem.UpdateListenerOptions.summarization.rawValue == 2)
    #expect(CSSearchableItem.UpdateListenerOptions.priority.rawValue == 4)
  }

  @Test func `an item expires one month after its creation`() throws {
    let calendar = Calendar(identifier: .gregorian)
    let earliest = try #require(calendar.date(byAdding: .month, value: 1, to: Date()))
    let expirationDate = try #require(item().expirationDate)
    let latest = try #require(calendar.date(byAdding: .month, value: 1, to: Date()))
    #expect((earliest...latest).contains(expirationDate))
  }

  @Test func `nil restores the default expiration date`() {
    let item = item()
    let expirationDate = item.expirationDate
    item.expirationDate = .distantFuture
    #expect(item.expirationDate == .distantFuture)
    item.expirationDate = nil
    #expect(item.expirationDate == expirationDate)
  }

  @Test func `an item uses the given attribute set`() {
    let attributes = CSSearchableItemAttributeSet()
    let item = CSSearchableItem(uniqueIdentifier: "id", domainIdentifier: nil, attributeSet: attributes)
    attributes.title = "later"
    #expect(item.attributeSet === attributes && item.attributeSet.title == "later")
  }

  // MARK: Archiving and copying

  @Test(arguments: [nil, Date(timeIntervalSinceReferenceDate: 0.1), .distantFuture])
  func `an archived copy is equal`(expirationDate: Date?) throws {
    let item = item()
    item.expirationDate = expirationDate
    item.isUpdate = true
    item.updateListenerOptions = [.summarization, .init(rawValue: 1 << 63)]
    item.rank = 3
    let copy = try #require(try archivedCopy(of: item))
    #expect(copy == item && copy.hash == item.hash)
    #expect(copy.expirationDate == item.expirationDate && copy.attributeSet.title == "Title")
    #expect(copy.rank == nil)
    copy.expirationDate = nil
    item.expirationDate = nil
    #expect(copy.expirationDate == item.expirationDate)
  }

  @Test func `an item without a domain survives archiving`() throws {
    let item = CSSearchableItem(uniqueIdentifier: "", domainIdentifier: nil, attributeSet: CSSearchableItemAttributeSet())
    let copy = try #require(try archivedCopy(of: item))
    #expect(copy == item && copy.domainIdentifier == nil)
  }

  @Test func `several items are archived together`() throws {
    let items = NSArray(array: [item("a"), item("b")])
    let data = try NSKeyedArchiver.archivedData(withRootObject: items, requiringSecureCoding: true)
    let copy = try NSKeyedUnarchiver.unarchivedObject(ofClasses: [NSArray.self, CSSearchableItem.self], from: data)
    #expect(copy as? [CSSearchableItem] == items as? [CSSearchableItem])
  }

  @Test func `a copy is independent`() throws {
    let item = item()
    item.rank = 3
    let copy = try #require(item.copy() as? CSSearchableItem)
    #expect(copy == item && copy.rank == 3)
    copy.attributeSet.title = "other"
    copy.uniqueIdentifier = "other"
    copy.expirationDate = .distantFuture
    copy.isUpdate = true
    #expect(item.attributeSet.title == "Title" && item.uniqueIdentifier == "id" && item.expirationDate != .distantFuture && !item.isUpdate)
  }

  static let changes: [@Sendable (CSSearchableItem) -> Void] = [
    { $0.uniqueIdentifier = "other" }, { $0.domainIdentifier = nil }, { $0.expirationDate = .distantFuture }, { $0.isUpdate = true },
    { $0.updateListenerOptions = .priority }, { $0.attributeSet.title = nil },
  ]

  @Test(arguments: changes.indices)
  func `items with one different value are not equal`(row: Int) throws {
    let item = item()
    let copy = try #require(item.copy() as? CSSearchableItem)
    Self.changes[row](copy)
    #expect(copy != item && !item.isEqual(NSString(string: "id")))
  }

  // MARK: Ranks

  static let ranks: [(Int?, Int?, ComparisonResult)] = [
    (nil, nil, .orderedSame), (0, 0, .orderedSame), (0, 1, .orderedAscending), (1, 0, .orderedDescending), (5, nil, .orderedAscending),
    (nil, 5, .orderedDescending),
  ]

  @Test(arguments: ranks)
  func `better ranks come first`(left: Int?, right: Int?, expected: ComparisonResult) {
    let (first, second) = (item("a"), item("b"))
    first.rank = left
    second.rank = right
    #expect(first.compare(byRank: second) == expected)
  }

  // MARK: Description

  @Test func `the description lists the values`() throws {
    let item = item()
    item.expirationDate = Date(timeIntervalSinceReferenceDate: 0)
    item.attributeSet.thumbnailData = Data(count: 12)
    item.attributeSet.keywords = ["a", "b", "c", "d", "e", "f"]
    item.attributeSet.comment = String(repeating: "x", count: 1000) + "\n"
    item.attributeSet.setValue(NSNumber(value: 3), forCustomKey: try #require(CSCustomAttributeKey(keyName: "com_example_key")))
    item.isUpdate = true
    let description = item.description
    for part in [
      "\"id\"", "\"mail.work\"", "2001-01-01", "isUpdate", "title: \"Title\"", "thumbnailData: 12 bytes", "com_example_key: 3",
      "keywords: [\"a\", \"b\", \"c\", \"d\", \"e\", …]",
    ] {
      #expect(description.contains(part), "\(description)")
    }
    #expect(description.count < 1000 && !description.contains("\n"))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func `dates that no calendar has are described`(seconds: Double) {
    let item = item()
    item.expirationDate = Date(timeIntervalSinceReferenceDate: seconds)
    item.attributeSet.dueDate = Date(timeIntervalSinceReferenceDate: seconds)
    // The expectation does not mention the item: Testing would ask Foundation for a description of
    // the date, which traps.
    let description = item.description
    #expect(description.contains("seconds after 2001"))
  }
}
