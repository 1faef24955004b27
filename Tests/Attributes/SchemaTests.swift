// SPDX-License-Identifier: Apache-2.0

import Attributes
import Testing

struct SchemaTests {
  @Test func `an attribute is found by each of its names`() {
    for key in AttributeKey.all {
      if let name = key.definition.coreSpotlightName { #expect(AttributeKey(named: name) == key, "\(name)") }
      if let name = key.definition.metadataName { #expect(AttributeKey(named: name) == key, "\(name)") }
      #expect(!key.definition.summary.isEmpty)
    }
  }

  /// A description gives the meaning of a value, without references to files or versions of macOS.
  @Test func `descriptions are self-contained`() throws {
    for key in AttributeKey.all {
      let summary = key.definition.summary
      #expect(
        try /\.(md|h|tsv)\b|\b(see|macOS|iOS|MDItem|ObjC|reportedly|unverified|private)\b/.firstMatch(in: summary) == nil,
        "\(key): \(summary)")
    }
  }

  /// `mdimport -A` prints the descriptions in single quotes.
  @Test func `descriptions are short phrases without quotes`() {
    for key in AttributeKey.all {
      let meaning = key.definition.summary.replacing("; nothing records it here", with: "")
      #expect(meaning.count <= 90 && meaning.first?.isUppercase == true, "\(key): \(meaning)")
      #expect(!meaning.hasSuffix(".") && !meaning.contains("'"), "\(key): \(meaning)")
    }
  }

  @Test(arguments: [
    ("htmlContentData", "HTMLContentData"), ("url", "URL"), ("isoSpeed", "ISOSpeed"), ("exifVersion", "EXIFVersion"),
    ("exifgpsVersion", "EXIFGPSVersion"), ("gpsdop", "GPSDOP"), ("gpsDestLatitude", "GPSDestLatitude"),
  ])
  func `acronyms are found in the spellings of Swift and Objective-C`(swift: String, objectiveC: String) throws {
    let key = try #require(AttributeKey(named: swift))
    #expect(AttributeKey(named: objectiveC) == key)
  }

  @Test(arguments: [
    ("kMDItemAuthor", AttributeKey.authorNames), ("kMDItemAuthors", .authorNames), ("_kMDItemUserTags", .userTags),
    ("kMDItemFSSize", .fileSize), ("fileSize", .fileSize), ("kMDItemURL", .url),
  ])
  func `other common spellings are understood`(name: String, key: AttributeKey) {
    #expect(AttributeKey(named: name) == key)
  }

  @Test(arguments: ["", "kMDItem", "kmditemtitle", "com_example_key", "titl", "*"])
  func `any other name is a custom key`(name: String) {
    #expect(AttributeKey(named: name) == nil)
    #expect(AttributeName(name) == .custom(name))
  }

  @Test func `no two attributes share a name`() {
    let names = AttributeKey.all.flatMap { key in
      [key.definition.coreSpotlightName, key.definition.metadataName].compactMap { $0 }
    }
    #expect(Set(names).count == names.count)
  }

  /// The numbers are on disk in stores, so they must never change.
  @Test func `keys keep their numbers`() {
    #expect(AttributeKey.displayName.rawValue == 0)
    #expect(AttributeKey.title.rawValue == 13)
    #expect(AttributeKey.isoSpeed.rawValue == 148)
    #expect(AttributeKey.mimeType.rawValue == 245)
    #expect(AttributeKey.attachmentNames.rawValue == 246)
  }
}
