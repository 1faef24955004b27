// SPDX-License-Identifier: Apache-2.0

import Attributes
import TestSupport
import Testing

@testable import QueryLanguage

/// Values whose meaning depends on the attribute: sizes, durations and dates; and values that an
/// attribute cannot have.
struct ValueTests {
  private static func size(_ bytes: Int64) -> MemoryDocument { MemoryDocument(["kMDItemFSSize": .integer(bytes)]) }

  @Test(arguments: ["kMDItemUserTags != nil", "kMDItemUserTags == null"])
  func `a word of other languages for no value gets a hint, which a matching document disproves`(text: String) throws {
    let hint = try #require(try Query(parsing: text).hints.first)
    #expect(hint.message.hasSuffix("is a text. NULL, in upper case, stands for no value."))
    #expect(try hint.disproof == Query(parsing: text.replacing("!=", with: "==")).predicate)
  }

  @Test(arguments: [
    ("> 100MB", 100_000_001, true), ("> 100MB", 100_000_000, false), (">= 100mb", 100_000_000, true), ("> 100MiB", 104_857_600, false),
    ("> 100MiB", 104_857_601, true), ("<= 1KB", 1000, true), ("<= 1KiB", 1024, true), ("< 1.5GB", 1_500_000_000, false),
    ("< 2TB", 1_999_999_999_999, true), ("> \"2 GB\"", 2_000_000_001, true), ("== 10B", 10, true), ("== 10B", 11, false),
    // Numbers that round to the value are equal, as in free text.
    ("== 10MB", 10_400_000, true), ("== 10MB", 10_600_000, false), ("!= 10MB", 10_400_000, false), ("== 1.5MB", 1_540_000, true),
    ("== 1.5MB", 1_560_000, false),
  ])
  func `a number of bytes is compared with a size`(comparison: String, bytes: Int64, isMatch: Bool) throws {
    let document = MemoryDocument(["kMDItemFSSize": .integer(bytes), "kMDItemPhysicalSize": .integer(bytes)])
    for attribute in ["kMDItemFSSize", "fileSize", "kMDItemPhysicalSize"] {
      #expect(try document.matches("\(attribute) \(comparison)") == isMatch)
    }
  }

  @Test(arguments: [
    ("InRange(kMDItemFSSize, 1MB, 2MB)", "InRange(kMDItemFSSize, 1000000, 2000000)"),
    ("InRange(kMDItemDurationSeconds, \"1 min\", 1:30)", "InRange(kMDItemDurationSeconds, 60, 90)"),
  ])
  func `a range of sizes is a range of numbers`(query: String, canonical: String) throws {
    #expect(try Query(parsing: query).description == canonical)
  }

  @Test func `a duration may have a unit, too`() throws {
    let song = MemoryDocument(["kMDItemDurationSeconds": 200])
    for query in ["> 3min", "< 3:30", "<= \"200 s\"", "== 3:20"] {
      #expect(try song.matches("kMDItemDurationSeconds \(query)"), "\(query)")
      #expect(try song.matches("duration \(query)"), "\(query)")
    }
    #expect(try !song.matches("kMDItemDurationSeconds > 1h"))
  }

  /// The time zone is two hours east of UTC.
  @Test(arguments: [
    // A date means the whole day, with every operator.
    ("== 2024-01-31", "2024-01-31T12:00:00", true), ("== 2024-01-31", "2024-01-31T00:00:00", true),
    ("== 2024-01-31", "2024-02-01T00:00:00", false), ("!= 2024-01-31", "2024-01-31T12:00:00", false),
    ("> 2024-01-31", "2024-01-31T23:59:59", false), ("> 2024-01-31", "2024-02-01T00:00:00", true),
    (">= 2024-01-31", "2024-01-31T00:00:00", true), ("<= 2024-01-31", "2024-01-31T23:59:59.9", true),
    ("<= 2024-01-31", "2024-02-01T00:00:00", false), ("< 2024-01-31", "2024-01-31T00:00:00", false),
    ("< \"2024-01-31\"", "2024-01-30T23:59:59", true),
    ("== 2024-01", "2024-01-31T23:00:00", true), ("> 2024-01", "2024-01-31T23:00:00", false),
    // The same for hours, minutes and seconds.
    ("== 2024-01-31T12", "2024-01-31T12:59:59", true), ("== 2024-01-31T12:00", "2024-01-31T12:00:59", true),
    ("== 2024-01-31T12:00", "2024-01-31T12:01:00", false), ("== 2024-01-31T12:00:30", "2024-01-31T12:00:30.5", true),
    ("== \"2024-01-31 12:00\"", "2024-01-31T12:00:59", true),
    // With a zone
    (">= 2024-01-31T12:00Z", "2024-01-31T14:00:00", true), (">= 2024-01-31T12:00Z", "2024-01-31T13:59:59", false),
    ("== 2024-01-31T14:00+02:00", "2024-01-31T14:00:30", true), ("== 2024-01-31Z", "2024-02-01T01:59:59", true),
    ("== 2024-01-31T12:00-05:00", "2024-01-31T19:00:30", true),
  ])
  func `a date is compared with a date`(comparison: String, date: String, isMatch: Bool) throws {
    let document = MemoryDocument(["kMDItemFSContentChangeDate": .date(date + "+02:00"), "com_example_due": .date(date + "+02:00")])
    #expect(try document.matches("kMDItemFSContentChangeDate \(comparison)") == isMatch)
    #expect(try document.matches("com_example_due \(comparison)") == isMatch)
  }

  @Test(arguments: [
    ("2024-01-30T23:59:59", false), ("2024-01-31T00:00:00", true), ("2024-02-29T23:59:59", true), ("2024-03-01T00:00:00", false),
  ])
  func `a range of dates includes all of both bounds`(date: String, isMatch: Bool) throws {
    let document = MemoryDocument(["kMDItemFSContentChangeDate": .date(date + "+02:00")])
    #expect(try document.matches("InRange(kMDItemFSContentChangeDate, 2024-01-31, 2024-02)") == isMatch)
    let query = try Query(parsing: "InRange(kMDItemFSContentChangeDate, \"2024-01-31\", 2024-02)")
    #expect(query.description == "InRange(kMDItemFSContentChangeDate, 2024-01-31, 2024-02)")
    #expect(try Query(parsing: query.description) == query)
  }

  @Test func `text in the form of a date or a size stays text`() throws {
    #expect(try MemoryDocument(["kMDItemFSName": "2024-01-31"]).matches("kMDItemFSName == 2024-01-31"))
    #expect(try MemoryDocument(["kMDItemTitle": "100MB"]).matches("kMDItemTitle == 100MB"))
    #expect(try MemoryDocument(["com_example_key": "2024-01-31"]).matches("com_example_key == 2024-01-31"))
  }

  /// A query with one invalid value, its offset, and the message.
  @Test(arguments: [
    (
      "kMDItemFSSize > abc", 16,
      "kMDItemFSSize is a number of bytes, but “abc” is not, so no document matches this. Write bytes, or a size such as 100MB or 2GiB."
    ),
    ("kMDItemFSSize == 1*", 17, "kMDItemFSSize is a number of bytes, but “1*” is not, so no document"),
    ("kMDItemFSSize != big", 17, "so every document matches this"),
    ("kMDItemFSSize > $time.today", 16, "kMDItemFSSize is a number of bytes, but $time.today is not"),
    ("kMDItemFSSize > 1e400", 16, "1e400 is beyond all numbers that a document can have"),
    ("kMDItemPixelWidth > 10MB", 20, "kMDItemPixelWidth is a number of pixels, but “10MB” is not"),
    ("size>10MB", 5, "“10MB” is neither a number nor a date, so no document matches this. Did you mean size:>10MB?"),
    ("own>3min", 4, "“==” and “!=” compare text."),
    ("kMDItemDurationSeconds > long", 25, "a duration such as 90s, 5min or 3:30"), ("kMDItemDurationSeconds > 3:60", 25, "“3:60” is not"),
    ("a == b && kMDItemFSContentChangeDate > abc", 39, "kMDItemFSContentChangeDate is a date, but “abc” is not"),
    ("kMDItemFSContentChangeDate > 2024-02-31", 29, "but “2024-02-31” is not"),
    ("kMDItemFSContentChangeDate > yesterday", 29, "Did you mean $time.today(-1)?"),
    ("kMDItemFSContentChangeDate == 2024", 30, "2024 is read as seconds since 2001"),
    ("kMDItemFSInvisible == maybe", 22, "kMDItemFSInvisible is yes or no, but “maybe” is not"),
    ("kMDItemFSInvisible == 2", 22, "Write YES or NO"),
    ("kMDItemFSName < \"b\"c", 16, "“<” compares numbers and dates, but kMDItemFSName is text, so no document matches this."),
    ("kMDItemTextContent > 5", 21, "kMDItemTextContent is text"), ("authors > 5", 10, "authors is text"),
    ("kMDItemFSName == $time.today", 17, "kMDItemFSName is text, but $time.today is not"),
    ("InRange(kMDItemFSName, 1, 2)", 23, "InRange compares numbers and dates, but kMDItemFSName is text"),
    ("InRange(kMDItemFSSize, $time.today, 5)", 23, "but a time is not"),
    ("InRange(kMDItemFSSize, 2MB, 1MB)", 23, "2000000 is greater than 1000000"),
    ("InRange(kMDItemFSContentChangeDate, 2025-03, 2025-01)", 36, "2025-03 is later than 2025-01"),
    ("InRange(kMDItemFSContentChangeDate, 2025-03-02, 2025-03-01)", 36, "2025-03-02 is later than 2025-03-01"),
    ("InRange(kMDItemFSContentChangeDate, $time.today, $time.today(-7))", 36, "$time.today is later than"),
    ("kMDItemFSName == \"\"", 17, "No name is empty"), ("kMDItemFSName == \"*/b\"c", 17, "A name has no slash"),
    ("kMDItemFSName != \"a/b\"", 17, "so every document matches this"), ("kMDItemPath == \"docs/*\"", 15, "Write “*/docs/*”"),
    ("kMDItemPath == \"~/docs/*\"p", 15, "A path begins with a slash"),
    ("kMDItemTextContent == \"\"", 22, "every document with text matches this"),
    ("** == \"\"", 6, "An empty value is in every text"),
    ("kMDItemFSSize > NULL", 16, "“>” compares with a number or a date"), ("thumbnailData == x", 17, "Only its presence can be tested"),
    (
      "kMDItemTextContent == \"!!!\"c", 22,
      "“!!!” has no letter or digit, and a word of signs only is in no text, so no document matches this."
    ),
    ("kMDItemTextContent != ♥", 22, "so every document matches this."),
    ("* > abc", 4, "“*” stands for the texts of any attributes, which have no order"),
    ("* >= 2025-01-01", 5, "so no document matches this. Compare a single attribute."),
    ("InRange(*, 1, 5)", 11, "“*” stands for the texts"),
    ("** == NULL", 6, "“**” stands for the texts of any attributes, and every document has some, so no document"),
    ("* > 5", 4, "“*” stands for the texts"),
  ])
  func `a value that its attribute cannot have gets a hint`(query: String, offset: Int, message: String) throws {
    let hints = try Query(parsing: query).hints.filter { $0.disproof == nil }
    #expect(hints.count == 1)
    #expect(hints.first?.excerpt?.offset == offset)
    #expect(hints.first?.message.contains(message) == true, "\(hints)")
  }

  @Test(arguments: [
    "kMDItemFSSize > \"1\"", "kMDItemFSSize > 1e8", "kMDItemFSSize == *", "kMDItemFSSize != NULL", "kMDItemFSCreationDate == \"1\"",
    "kMDItemFSInvisible = 1", "kMDItemFSInvisible == YES", "kMDItemFSInvisible == \"0\"", "kMDItemFSInvisible == false",
    "_kMDItemGroupId > 6",
    "kMDItemFSContentChangeDate > \"$time.today(-7)\"", "kMDItemFSName == 5", "kMDItemTextContent == 2024",
    "kMDItemTextContent == \"C++\"", "* == \"!!!\"", "* == 5",
    "kMDItemFSContentChangeDate > 86400", "thumbnailData == *", "kMDItemVersion == \"2*\"", "kMDItemFSName == .today",
    "InRange(kMDItemFSContentChangeDate, 0, $time.now)", "kMDItemUserTags == Red", "primaryRecipients == \"*@example.org\"",
  ])
  func `a value that can match gets no hint`(query: String) throws {
    #expect(try Query(parsing: query).hints.filter { $0.disproof == nil } == [])
  }

  @Test func `no real query has an invalid value`() throws {
    for real in RealQuery.all {
      #expect(try Query(parsing: real.query).hints.filter { $0.disproof == nil } == [], "\(real.query)")
    }
  }

  /// Remains of `$time`, or of another variable, after expansion by a shell between double quotes.
  @Test(arguments: [
    ("kMDItemFSContentChangeDate > .today", "kMDItemFSContentChangeDate > $time.today"),
    ("kMDItemFSContentChangeDate > .today(-7)", "kMDItemFSContentChangeDate > $time.today(-7)"),
    (
      "kMDItemFSName == x && kMDItemFSSize > 1 || kMDItemLastUsedDate>=.this_week",
      "kMDItemFSName == x && kMDItemFSSize > 1 || kMDItemLastUsedDate>=$time.this_week"
    ),
    ("InRange(kMDItemFSContentChangeDate, .today(-7), .now)", "InRange(kMDItemFSContentChangeDate, $time.today(-7), $time.now)"),
    ("com_example_due > .iso(2024-01-01)", "com_example_due > $time.iso(2024-01-01)"),
    ("kMDItemFSContentChangeDate > (-7)", nil),
  ])
  func `a time that the shell has expanded is an error`(query: String, corrected: String?) throws {
    let error = try #require(throws: QuerySyntaxError.self) { _ = try Query(parsing: query) }
    #expect(error.message.contains("put the query in single quotes"))
    #expect(error.suggestion == corrected)
  }
}
