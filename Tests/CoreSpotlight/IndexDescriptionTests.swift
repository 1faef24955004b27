// SPDX-License-Identifier: Apache-2.0

import CoreSpotlight
import Foundation
import Testing

@Suite struct IndexDescriptionTests {
  @Test func `a description has no protection class by default`() throws {
    let description = CSSearchableIndexDescription()
    #expect(description.protectionClass == nil)
    #expect(try archivedCopy(of: description) == description)
  }

  @Test func `protection classes can be compared and archived`() throws {
    #expect([FileProtectionType.none, .complete].contains(.complete))
    #expect(Set<FileProtectionType>([.complete, .complete]).count == 1)
    let description = try #require(
      try ForgedObject.read(
        ["description": .propertyList(["protectionClass": FileProtectionType.complete.rawValue])], as: CSSearchableIndexDescription.self))
    #expect(description.protectionClass == .complete && description != CSSearchableIndexDescription())
    let copy = try #require(try archivedCopy(of: description))
    #expect(copy == description && copy.hash == description.hash && description.copy() as? CSSearchableIndexDescription == copy)
    #expect("\(copy)".contains(FileProtectionType.complete.rawValue))
  }

  @Test func `archives of other values are rejected`() throws {
    for entries in foreignEntries(forKey: "description") {
      #expect(try ForgedObject.read(entries, as: CSSearchableIndexDescription.self) == nil)
    }
  }
}
