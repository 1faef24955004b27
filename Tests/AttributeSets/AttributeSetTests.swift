// SPDX-License-Identifier: Apache-2.0

import Attributes
import Foundation
import Testing
import UniformTypeIdentifiers

@testable import AttributeSets

@Suite struct AttributeSetTests {
  @Test func `a new set is empty`() {
    let set = CSSearchableItemAttributeSet()
    #expect(set.record.isEmpty)
    #expect(set.title == nil && set.likelyJunk == 0 && set.actionIdentifiers == [])
  }

  @Test func `a set has a content type`() {
    let set = CSSearchableItemAttributeSet(contentType: .jpeg)
    #expect(set.contentType == "public.jpeg")
    #expect(set.contentTypeTree?.first == "public.jpeg" && set.contentTypeTree?.contains("public.image") == true)
    #expect(CSSearchableItemAttributeSet(itemContentType: "public.text").contentType == "public.text")
    set.sharedItemContentType = .png
    #expect(set.sharedItemContentType == .png)
  }

  @Test func `the types that an item conforms to follow its content type`() {
    let set = CSSearchableItemAttributeSet()
    set.contentType = "public.jpeg"
    #expect(set.contentTypeTree == CSSearchableItemAttributeSet(itemContentType: "public.jpeg").contentTypeTree)
    set.contentType = "com.adobe.pdf"
    #expect(set.contentTypeTree?.contains("public.composite-content") == true && set.contentTypeTree?.contains("public.image") == false)
    set.contentType = "com.example.unknown"
    #expect(set.contentTypeTree == ["com.example.unknown"])
    set.contentType = nil
    #expect(set.contentTypeTree == nil && set.removals[.contentType] == .null && set.removals[.contentTypeTree] == .null)
    set.contentType = "public.mp3"
    #expect(set.contentTypeTree?.contains("public.audio") == true && set.removals.isEmpty)
    set.contentTypeTree = ["com.example.own", "public.mp3"]
    set.contentType = "com.example.own"
    #expect(set.contentTypeTree == ["com.example.own", "public.mp3"])
  }

  @Test func `values that are set are in the record, and nil removes them`() {
    let set = CSSearchableItemAttributeSet()
    set.title = "Tïtle"
    set.keywords = ["a", "b"]
    set.contentCreationDate = Date(timeIntervalSinceReferenceDate: 12.5)
    set.thumbnailData = Data([1, 2])
    set.url = URL(string: "https://example.com/a?b")
    set.authors = [CSPerson(displayName: "Ann", handles: ["ann@example.com"], handleIdentifier: "emailAddresses")]
    set.actionIdentifiers = ["open"]
    #expect(set.record[.title] == .string("Tïtle"))
    #expect(set.record[.keywords] == .array([.string("a"), .string("b")]))
    #expect(set.record[.contentCreationDate] == .date(Timestamp(secondsSinceReferenceDate: 12.5)))
    #expect(set.record[.thumbnailData] == .data([1, 2]))
    #expect(set.record[.url] == .string("https://example.com/a?b"))
    #expect(
      set.record[.authors]
        == .array([.person(Person(displayName: "Ann", handles: ["ann@example.com"], handleIdentifier: "emailAddresses"))]))
    #expect(set.keywords == ["a", "b"] && set.thumbnailData == Data([1, 2]) && set.url?.host == "example.com")
    #expect(set.contentCreationDate == Date(timeIntervalSinceReferenceDate: 12.5))
    #expect(set.authors?.first?.displayName == "Ann")
    set.title = nil
    set.keywords = nil
    set.contentCreationDate = nil
    set.thumbnailData = nil
    set.url = nil
    set.authors = nil
    set.actionIdentifiers = []
    #expect(set.record.isEmpty)
  }

  typealias NumberRow = (ReferenceWritableKeyPath<CSSearchableItemAttributeSet, NSNumber?>, AttributeKey, NSNumber, AttributeValue)

  static var numbers: [NumberRow] {
    [
      (\.pixelWidth, .pixelWidth, 640, .integer(640)),
      (\.pixelWidth, .pixelWidth, 640.0, .integer(640)),
      (\.pixelWidth, .pixelWidth, 640.5, .number(640.5)),
      (\.duration, .duration, 3, .number(3)),
      (\.duration, .duration, 3.25, .number(3.25)),
      (\.latitude, .latitude, -0.5, .number(-0.5)),
      (\.flashOn, .flashOn, 1, .boolean(true)),
      (\.flashOn, .flashOn, true, .boolean(true)),
      (\.flashOn, .flashOn, 0, .boolean(false)),
      (\.flashOn, .flashOn, 5, .integer(5)),
      (\.pageCount, .pageCount, true, .integer(1)),
      (\.fileSize, .fileSize, NSNumber(value: Int64.max), .integer(.max)),
      (\.fileSize, .fileSize, NSNumber(value: UInt64.max), .number(0x1p64)),
    ]
  }

  @Test(arguments: numbers.indices)
  func `numbers are stored in the form that the schema requires, if this does not change them`(row: Int) {
    let (path, key, number, expected) = Self.numbers[row]
    let set = CSSearchableItemAttributeSet()
    set[keyPath: path] = number
    #expect(set.record[key] == expected)
    #expect(set[keyPath: path]?.doubleValue == number.doubleValue)
  }

  @Test func `a date is stored as several values if the other interface has several`() {
    let set = CSSearchableItemAttributeSet()
    let date = Date(timeIntervalSinceReferenceDate: 7)
    set.downloadedDate = date
    #expect(set.record[.downloadedDate] == .array([.date(Timestamp(secondsSinceReferenceDate: 7))]))
    #expect(set.downloadedDate == date)
  }

  @Test func `mail headers keep the order of their values`() {
    let set = CSSearchableItemAttributeSet()
    set.emailHeaders = ["Received": ["b", "a"], "Subject": ["s"]]
    #expect(set.emailHeaders?["Received"] as? [String] == ["b", "a"])
    #expect(set.emailHeaders?["Subject"] as? [String] == ["s"])
  }

  @Test func `attributes without a property are accessible by key`() {
    let set = CSSearchableItemAttributeSet()
    set[.recordingYear] = 1999 as NSNumber
    set[.userTags] = ["red"]
    #expect(set.record[.recordingYear] == .integer(1999))
    #expect(set.record[.userTags] == .array([.string("red")]))
  }

  @Test func `a value of another type is ignored`() {
    var record = AttributeRecord()
    record[.title] = .integer(1)
    record[.keywords] = .array([.string("a"), .integer(1)])
    record[.duration] = .string("x")
    let set = CSSearchableItemAttributeSet(record)
    #expect(set.title == nil && set.keywords == nil && set.duration == nil)
  }

  @Test func `the description lists names and values`() throws {
    let set = CSSearchableItemAttributeSet(contentType: .plainText)
    set.title = "Title"
    set.thumbnailData = Data(count: 12)
    set.keywords = ["a", "b"]
    set.dueDate = Date(timeIntervalSinceReferenceDate: 0)
    set[.recordingYear] = 1999 as NSNumber
    set.setValue(NSNumber(value: 3), forCustomKey: try #require(CSCustomAttributeKey(keyName: "com_example_key")))
    for part in [
      "title: \"Title\"", "thumbnailData: 12 bytes", "keywords: [\"a\", \"b\"]", "dueDate: 2001-01-01", "kMDItemRecordingYear: 1999",
      "com_example_key: 3", "contentType: \"public.plain-text\"",
    ] {
      #expect("\(set)".contains(part), "\(set)")
    }
    #expect("\(CSSearchableItemAttributeSet())" == "CSSearchableItemAttributeSet()")
  }

  @Test func `a copy is independent`() throws {
    let set = CSSearchableItemAttributeSet()
    set.title = "a"
    let copy = try #require(set.copy() as? CSSearchableItemAttributeSet)
    copy.title = "b"
    #expect(set.title == "a")
  }

  @Test func `moving merges two sets and empties the source`() throws {
    let key = try #require(CSCustomAttributeKey(keyName: "com_example_key"))
    let (target, source) = (CSSearchableItemAttributeSet(), CSSearchableItemAttributeSet())
    target.title = "old"
    target.comment = "kept"
    source.title = "new"
    source.setValue(NSNumber(value: 3), forCustomKey: key)
    target.move(from: source)
    #expect(target.title == "new" && target.comment == "kept")
    #expect(target.value(forCustomKey: key) as? NSNumber == 3)
    #expect(source.record.isEmpty)
    target.move(from: target)
    #expect(target.title == "new")
  }

  @Test func `moving also moves removals, and values replace earlier removals`() throws {
    let key = try #require(CSCustomAttributeKey(keyName: "com_example_key"))
    let (target, source) = (CSSearchableItemAttributeSet(), CSSearchableItemAttributeSet())
    (target.title, target.comment, target.subject) = ("old", nil, nil)
    target.setValue(NSNumber(value: 3), forCustomKey: key)
    (source.title, source.comment) = (nil, "new")
    source.setValue(nil, forCustomKey: key)
    target.move(from: source)
    #expect(target.title == nil && target.comment == "new" && target.value(forCustomKey: key) == nil)
    #expect(target.removals.known.map(\.key) == [.title, .subject].sorted() && target.removals.custom.map(\.name) == [key.keyName])
    #expect(source.removals.isEmpty)
  }

  @Test func `a set survives archiving`() throws {
    let set = CSSearchableItemAttributeSet()
    set.title = "archived"
    set.duration = 2.5
    set.subject = nil
    set.setValue(nil, forCustomKey: try #require(CSCustomAttributeKey(keyName: "com_example_key")))
    let data = try NSKeyedArchiver.archivedData(withRootObject: set, requiringSecureCoding: true)
    let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: CSSearchableItemAttributeSet.self, from: data)
    #expect(back?.record == set.record)
    #expect(back?.removals == set.removals && set.removals.known.count == 1 && set.removals.custom.count == 1)
  }
}
