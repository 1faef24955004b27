// SPDX-License-Identifier: Apache-2.0

import Attributes
import Foundation
import Testing

@testable import AttributeSets

@Suite struct PersonAndStringTests {
  @Test func `a person survives archiving`() throws {
    let person = CSPerson(displayName: "Ann", handles: ["a@example.com", "b@example.com"], handleIdentifier: "emailAddresses")
    person.contactIdentifier = "card"
    let data = try NSKeyedArchiver.archivedData(withRootObject: person, requiringSecureCoding: true)
    let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: CSPerson.self, from: data)
    #expect(back == person && back?.contactIdentifier == "card")
  }

  @Test func `a person without a name or a card survives archiving`() throws {
    let person = CSPerson(displayName: nil, handles: ["1"], handleIdentifier: "phoneNumbers")
    let data = try NSKeyedArchiver.archivedData(withRootObject: person, requiringSecureCoding: true)
    let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: CSPerson.self, from: data)
    #expect(back == person && back?.displayName == nil && back?.contactIdentifier == nil)
  }

  @Test func `a copy of a person is independent`() throws {
    let person = CSPerson(displayName: "Ann", handles: [], handleIdentifier: "emailAddresses")
    let copy = try #require(person.copy() as? CSPerson)
    copy.contactIdentifier = "other"
    #expect(person.contactIdentifier == nil && person != copy)
  }

  static let choices: [(languages: [String], forms: [String: String], expected: String?)] = [
    (["de"], ["de": "Haus", "en": "house"], "Haus"),
    (["de-AT"], ["de": "Haus", "en": "house"], "Haus"),
    (["de-AT"], ["de": "Haus", "de-AT": "Häusl"], "Häusl"),
    (["fr", "de"], ["de": "Haus", "en": "house"], "Haus"),
    (["fr"], ["de": "Haus", "en": "house", "": "casa"], "casa"),
    (["fr"], ["de": "Haus", "en": "house"], "house"),
    (["fr"], ["sv": "hus", "de": "Haus"], "Haus"),
    ([], ["sv": "hus"], "hus"),
    (["fr"], [:], nil),
  ]

  @Test(arguments: choices)
  func `the best language is chosen`(row: (languages: [String], forms: [String: String], expected: String?)) {
    #expect(LanguageChoice(preferred: row.languages).best(of: row.forms) == row.expected)
  }

  @Test func `a localized string is a string, and is stored with all its languages`() throws {
    let string = CSLocalizedString(localizedStrings: ["": "house", "tlh": "juH"])
    #expect(string.localizedString() == "house")
    #expect(string.length == 5 && String(string) == "house" && string.uppercased == "HOUSE")
    let key = try #require(CSCustomAttributeKey(keyName: "k"))
    let set = CSSearchableItemAttributeSet()
    set.setValue(string, forCustomKey: key)
    #expect(set.record[custom: "k"] == .dictionary(["": .string("house"), "tlh": .string("juH")]))
  }

  @Test func `a title in several languages is read in one`() {
    var record = AttributeRecord()
    record[.title] = .dictionary(["": .string("house"), "tlh": .string("juH")])
    #expect(CSSearchableItemAttributeSet(record).title == "house")
  }

  @Test func `a string without languages needs no choice`() {
    #expect(CSLocalizedString(string: "x").localizedString() == "x")
    #expect(("y" as CSLocalizedString).localizedString() == "y")
    #expect(CSLocalizedString(localizedStrings: [:]).length == 0)
  }
}
