// SPDX-License-Identifier: Apache-2.0

import Attributes
import CoreSpotlight
import Foundation
import Testing

@Suite struct SearchableItemArchiveTests {
  private static var values: [String: Any] {
    [
      "uniqueIdentifier": "id", "domainIdentifier": "domain", "attributes": Data(AttributeRecord().encoded()), "isUpdate": true,
      "updateListenerOptions": 2, "expirationDate": 1.0, "defaultExpirationDate": 2.0,
    ]
  }

  private func read(_ values: [String: Any]) throws -> CSSearchableItem? {
    try ForgedObject.read(["item": .propertyList(values)], as: CSSearchableItem.self)
  }

  @Test func `an archive with valid values is accepted`() throws {
    let item = try #require(try read(Self.values))
    #expect(item.uniqueIdentifier == "id" && item.isUpdate && item.updateListenerOptions == .summarization)
    #expect(item.expirationDate == Date(timeIntervalSinceReferenceDate: 1))
    item.expirationDate = nil
    #expect(item.expirationDate == Date(timeIntervalSinceReferenceDate: 2))
  }

  @Test func `an archive with an invalid value is rejected`() throws {
    let values = Self.values.merging(["removals": Data(AttributeRecord().encoded())]) { $1 }
    for values in corruptions(of: values, optional: ["domainIdentifier", "expirationDate", "removals", "updateListenerOptions"]) {
      #expect(try read(values) == nil, "\(values)")
    }
    for entries in foreignEntries(forKey: "item") {
      #expect(try ForgedObject.read(entries, as: CSSearchableItem.self) == nil, "\(entries)")
    }
  }

  @Test func `negative options are kept as bits`() throws {
    let item = try read(Self.values.merging(["updateListenerOptions": -1]) { $1 })
    #expect(item?.updateListenerOptions.rawValue == .max)
  }

  @Test(arguments: [Double.nan, .infinity, -1e300]) func `an extreme date is described`(seconds: Double) throws {
    // The expectation does not mention the item: Testing would ask Foundation for a description of
    // the date, which traps.
    let description = try read(Self.values.merging(["expirationDate": seconds]) { $1 })?.description
    #expect(description?.contains("seconds after 2001") == true)
  }

  @Test func `a truncated archive is rejected`() throws {
    let item = CSSearchableItem(uniqueIdentifier: "id", domainIdentifier: nil, attributeSet: CSSearchableItemAttributeSet())
    let data = try NSKeyedArchiver.archivedData(withRootObject: item, requiringSecureCoding: true)
    for count in stride(from: 0, to: data.count, by: 7) {
      #expect(throws: (any Error).self) { try NSKeyedUnarchiver.unarchivedObject(ofClass: CSSearchableItem.self, from: data.prefix(count)) }
    }
  }
}
