// SPDX-License-Identifier: Apache-2.0

import Attributes
import Foundation
import Testing

@testable import AttributeSets

@Suite struct CustomAttributeTests {
  static let names: [(String, Bool)] = [
    ("com_example_key", true), ("a", true), ("A9_", true), ("kmd", true), ("", false), ("kMDItemTitle", false), ("kMD", false),
    ("com.example", false), ("a b", false), ("é", false), ("a-b", false), ("a\u{0}", false),
  ]

  @Test(arguments: names)
  func `a name consists of ASCII letters, digits and underscores, and is not one of Apple's`(name: String, isValid: Bool) {
    #expect((CSCustomAttributeKey(keyName: name) != nil) == isValid)
  }

  @Test func `a key is searched only by name unless it is declared otherwise`() throws {
    let key = try #require(CSCustomAttributeKey(keyName: "k"))
    #expect(key.isSearchable && !key.isSearchableByDefault && !key.isUnique && !key.isMultiValued)
  }

  static let searchabilities: [(searchable: Bool, byDefault: Bool, expected: AttributeRecord.Searchability)] = [
    (false, false, .notSearchable), (false, true, .notSearchable), (true, false, .whenNamed), (true, true, .byDefault),
  ]

  @Test(arguments: searchabilities)
  func `the traits of the key are stored`(row: (searchable: Bool, byDefault: Bool, expected: AttributeRecord.Searchability)) throws {
    let key = try #require(
      CSCustomAttributeKey(
        keyName: "k", searchable: row.searchable, searchableByDefault: row.byDefault, unique: false, multiValued: false))
    let set = CSSearchableItemAttributeSet()
    set.setValue(NSString(string: "v"), forCustomKey: key)
    let entry = try #require(set.record.custom.first)
    #expect(entry.name == "k" && entry.searchability == row.expected && entry.value == .string("v"))
  }

  static var values: [(any NSSecureCoding & NSObject, AttributeValue)] {
    [
      (NSString(string: "s"), .string("s")),
      (NSNumber(value: 3), .integer(3)),
      (NSNumber(value: 3.5), .number(3.5)),
      (NSNumber(value: Float(0.5)), .number(0.5)),
      (NSNumber(value: true), .boolean(true)),
      (NSNumber(value: false), .boolean(false)),
      (NSNumber(value: Int8(1)), .integer(1)),
      (NSNull(), .null),
      (NSData(data: Data([1])), .data([1])),
      (NSDate(timeIntervalSinceReferenceDate: 5), .date(Timestamp(secondsSinceReferenceDate: 5))),
      (
        CSPerson(displayName: nil, handles: ["1"], handleIdentifier: "phoneNumbers"),
        .person(Person(displayName: nil, handles: ["1"], handleIdentifier: "phoneNumbers"))
      ),
      (NSArray(array: [NSString(string: "a"), NSNumber(value: 1)]), .array([.string("a"), .integer(1)])),
      (NSDictionary(dictionary: ["k": NSNumber(value: 2)]), .dictionary(["k": .integer(2)])),
    ]
  }

  @Test(arguments: values.indices)
  func `custom values are read as they were set`(row: Int) throws {
    let (object, expected) = Self.values[row]
    let key = try #require(CSCustomAttributeKey(keyName: "k"))
    let set = CSSearchableItemAttributeSet()
    set.setValue(object, forCustomKey: key)
    #expect(set.record[custom: "k"] == expected)
    let back = try #require(set.value(forCustomKey: key) as? NSObject)
    #expect(back.isEqual(object))
    set.setValue(nil, forCustomKey: key)
    #expect(set.value(forCustomKey: key) == nil)
  }

  @Test func `an object that a record cannot store leaves no value`() throws {
    let key = try #require(CSCustomAttributeKey(keyName: "k"))
    let set = CSSearchableItemAttributeSet()
    set.setValue(NSString(string: "old"), forCustomKey: key)
    set.setValue(NSArray(array: [NSObject()]), forCustomKey: key)
    #expect(set.value(forCustomKey: key) == nil)
  }

  @Test func `keys are equal by name and traits, and survive archiving`() throws {
    let key = try #require(
      CSCustomAttributeKey(keyName: "k", searchable: true, searchableByDefault: true, unique: true, multiValued: false))
    let other = try #require(CSCustomAttributeKey(keyName: "k"))
    #expect(key != other)
    let data = try NSKeyedArchiver.archivedData(withRootObject: key, requiringSecureCoding: true)
    #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: CSCustomAttributeKey.self, from: data) == key)
  }
}
