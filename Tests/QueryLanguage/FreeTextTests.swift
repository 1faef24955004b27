// SPDX-License-Identifier: Apache-2.0

import Attributes
import TestSupport
import Testing

@testable import QueryLanguage

/// Free text as people type it into a search field.
struct FreeTextTests {
  func predicate(_ text: String, in context: EvaluationContext = .fixed) throws -> String {
    try FreeTextQuery(parsing: text, in: context).query.description
  }

  private static let screenshots = """
    kMDItemContentTypeTree == "public.image" && (kMDItemFSName == "screenshot*"cd || kMDItemFSName == "screen shot*"cd \
    || kMDItemFSName == "bildschirmfoto*"cd || kMDItemFSName == "capture d*"cd || kMDItemFSName == "captura de pantalla*"cd)
    """

  private static let mail = """
    kMDItemContentTypeTree == "public.email-message" || kMDItemContentTypeTree == "com.apple.mail.emlx" \
    || kMDItemContentTypeTree == "com.apple.mail.mbox"
    """

  static func word(_ word: String) -> String { "(* == \"\(word)\"cdw || kMDItemTextContent == \"\(word)\"cdw)" }

  /// Replaces each `<x>` with the predicate for the word x.
  static func expanded(_ text: String) -> String {
    let pieces = text.split(separator: "<", omittingEmptySubsequences: false)
    return pieces.dropFirst().reduce(into: String(pieces[0])) { result, piece in
      let fields = piece.split(separator: ">", maxSplits: 1, omittingEmptySubsequences: false)
      result += word(String(fields[0])) + (fields.last ?? "")
    }
  }

  /// Free text, and its predicate. `<x>` stands for the predicate for the word x.
  @Test(arguments: [
    ("trip", "<trip*>"), ("trip france", "<trip*> && <france*>"), ("\"two words\"", "<two words>"), ("“two words”", "<two words>"),
    ("\"unclosed phrase", "<unclosed phrase>"), ("trip -france", "<trip*> && !<france*>"), ("-france", "!<france*>"),
    ("NOT france", "!<france*>"), ("!france", "!<france*>"), ("trip && !(a b)", "<trip*> && !(<a*> && <b*>)"),
    ("wow! a", "<wow!*> && <a*>"), ("budget, report; x", "<budget*> && <report*> && <x*>"), (", a", "<a*>"),
    ("a,b", "<a,b*>"), ("budget. note: e.g. x", "<budget*> && <note*> && <e.g.*> && <x*>"), (". : a", "<a*>"),
    ("!= a", "<a*>"),
    ("trip NOT \"new york\"", "<trip*> && !<new york>"), ("lenin(-stalin)", "<lenin*> && !<stalin*>"), ("a|b", "<a*> || <b*>"),
    ("a | b", "<a*> || <b*>"),
    ("a OR b", "<a*> || <b*>"), ("a AND b", "<a*> && <b*>"), ("a && b", "<a*> && <b*>"), ("a || b", "<a*> || <b*>"),
    ("a b OR c", "<a*> && <b*> || <c*>"),
    ("(a OR b) c", "(<a*> || <b*>) && <c*>"), ("-(a b)", "!(<a*> && <b*>)"), ("NOT -a", "<a*>"),
    ("a and b or c", "<a*> && <and*> && <b*> && <or*> && <c*>"),
    ("*.pdf", "<*.pdf*>"), ("foo*", "<foo*>"), ("don't", "<don't*>"), ("well-known", "<well-known*>"), ("a - b", "<a*> && <b*>"),
    ("http://example.org", "<http://example.org*>"), ("12:30", "<12:30*>"), ("été", "<été*>"), ("日本", "<日本*>"),
    ("C++", "<C++*>"), ("C# | F#", "<C#*> || <F#*>"), (".NET -C++17", "<.NET*> && !<C++17*>"), ("title:c#", "kMDItemTitle == \"c#*\"cdw"),
    ("language:French", "(kMDItemLanguages == \"French*\"cdw || kMDItemLanguages == \"fr\"cdw)"),
    ("language:!=ger", "!(kMDItemLanguages == \"ger\"cdw || kMDItemLanguages == \"de\"cdw)"),
    ("language:martian", "kMDItemLanguages == \"martian*\"cdw"),
    // unusual input
    ("(a", "<a*>"), ("a)", "<a*>"), ("() a", "<a*>"), ("a OR", "<a*>"), ("OR a", "<a*>"), ("OR", "<OR*>"), ("AND", "<AND*>"),
    ("NOT", "<NOT*>"), ("a OR OR b", "<a*> || <b*>"),
    ("a NOT", "<a*>"), ("\"\" a", "<a*>"), ("size:", "<size:*>"), ("\"created:soon\"", "<created:soon>"), ("auhtor:x", "<auhtor:x*>"),
    ("NEAR", "<NEAR*>"), ("NEAR a", "<NEAR*> && <a*>"), ("a NEAR", "<a*> && <NEAR*>"),
    ("a NEAR (b c)", "<a*> && <NEAR*> && (<b*> && <c*>)"), ("a NEAR ♥", "<a*> && <NEAR*> && * == \"*♥*\"cd"),
    ("a NEAR/ b", "<a*> && <NEAR/*> && <b*>"),
    ("\"a b\" ~3", "<a b> && <~3*>"), ("\"a b\"~x", "<a b> && <~x*>"), ("a~3", "<a~3*>"),
    // other characters in words
    ("say\\\"x", "<say\\\\*> && <x>"),
  ])
  func `words, phrases and operators`(text: String, expected: String) throws {
    #expect(try predicate(text) == (try Query(parsing: Self.expanded(expected))).description)
  }

  @Test(arguments: ["", "  ", "()", "\"\"", "( ( ) )", "-()"])
  func `text without anything to search for is an error`(text: String) {
    #expect(throws: QuerySyntaxError.self) { try FreeTextQuery(parsing: text, in: .fixed) }
  }

  @Test(arguments: ["(", "-(", "-(-a OR "])
  func `nested parentheses give a valid predicate or an error`(open: String) throws {
    var accepted = 0
    for depth in [1, 100, 240, 248, 249, 250, 251, 495, 496, 497, 498, 500] {
      let text = String(repeating: open, count: depth) + "-created:!=today" + String(repeating: ")", count: depth)
      guard let query = try? FreeTextQuery(parsing: text, in: .fixed).query else { continue }
      #expect(try Query(parsing: query.description) == query)
      accepted += 1
    }
    #expect((4..<12).contains(accepted))
    #expect(try predicate(String(repeating: "(a) ", count: 600)).hasPrefix("(* == \"a*\"cdw"))
  }

  /// The date is Wednesday, 2026-03-18.
  @Test(arguments: [
    // text
    ("title:budget", "kMDItemTitle == \"budget*\"cdw"), ("title:\"annual budget\"", "kMDItemTitle == \"annual budget\"cdw"),
    ("title:=budget", "kMDItemTitle == \"budget\"cdw"), ("title:!=budget", "!(kMDItemTitle == \"budget\"cdw)"),
    ("title:*", "kMDItemTitle == *"),
    ("TITLE:x", "kMDItemTitle == \"x*\"cdw"), ("title: x", "kMDItemTitle == \"x*\"cdw"), ("-title:x", "!(kMDItemTitle == \"x*\"cdw)"),
    ("tag:red", "kMDItemUserTags == \"red*\"cdw || kMDItemKeywords == \"red*\"cdw"),
    ("keyword:red", "kMDItemKeywords == \"red*\"cdw || kMDItemUserTags == \"red*\"cdw"),
    ("contains:x", "kMDItemTextContent == \"x*\"cdw"),
    ("name:*.pdf", "kMDItemFSName == \"*.pdf\"cdw || kMDItemDisplayName == \"*.pdf\"cdw"),
    ("filename:a", "kMDItemFSName == \"a*\"cdw"), ("ext:pdf", "kMDItemFSName == \"*.pdf\"c"),
    ("ext:.tar.gz", "kMDItemFSName == \"*.tar.gz\"c"), ("ext:*", "kMDItemFSName == \"*.*\"c"),
    ("ext:*.pdf", "kMDItemFSName == \"*.pdf\"c"),
    ("ext:jp*g", "kMDItemFSName == \"*.jp*g\"c"), ("ext:\"a*\"", "kMDItemFSName == \"*.a\\*\"c"),
    ("author:tom", "kMDItemAuthors == \"tom*\"cdw || authors == \"tom*\"cdw || kMDItemAuthorEmailAddresses == \"tom*\"cdw"),
    ("album:x", "kMDItemAlbum == \"x*\"cdw"), ("composer:x", "kMDItemComposer == \"x*\"cdw"), ("subject:x", "kMDItemSubject == \"x*\"cdw"),
    ("genre:jazz", "kMDItemMusicalGenre == \"jazz*\"cdw || kMDItemGenre == \"jazz*\"cdw"),
    ("make:canon", "kMDItemAcquisitionMake == \"canon*\"cdw"),
    ("model:x", "kMDItemAcquisitionModel == \"x*\"cdw"), ("comment:x", "kMDItemComment == \"x*\"cdw || kMDItemFinderComment == \"x*\"cdw"),
    ("kMDItemCity:Paris", "kMDItemCity == \"Paris*\"cdw"), ("city:Paris", "kMDItemCity == \"Paris*\"cdw"),
    // numbers
    ("width:1024", "kMDItemPixelWidth == 1024"), ("width:>1024", "kMDItemPixelWidth > 1024"),
    ("height:<=600px", "kMDItemPixelHeight <= 600"),
    ("width:100-200", "InRange(kMDItemPixelWidth, 100, 200)"), ("width:100..200", "InRange(kMDItemPixelWidth, 100, 200)"),
    ("width:100 - 200", "InRange(kMDItemPixelWidth, 100, 200)"), ("size:1KB to 2 KB", "InRange(kMDItemFSSize, 1000, 2000)"),
    (
      "created:2025-03-01 to 2025-04-01",
      "kMDItemContentCreationDate >= $time.iso(2025-03-01) && kMDItemContentCreationDate < $time.iso(2025-04-02)"
    ),
    (
      "created:March 2025 - May 2025",
      "kMDItemContentCreationDate >= $time.iso(2025-03-01) && kMDItemContentCreationDate < $time.iso(2025-06-01)"
    ),
    ("width:!=5", "!(kMDItemPixelWidth == 5)"), ("iso:>=400", "kMDItemISOSpeed >= 400"), ("focallength:50mm", "kMDItemFocalLength == 50"),
    ("aperture:2.8", "kMDItemFNumber == 2.8"), ("aperture:f/8", "InRange(kMDItemFNumber, 7.92, 8.08)"),
    ("exposure:>=1/4", "kMDItemExposureTimeSeconds >= 0.25"), ("exposure:1/4s", "InRange(kMDItemExposureTimeSeconds, 0.2475, 0.2525)"),
    ("latitude:-33.5--30", "InRange(kMDItemLatitude, -33.5, -30)"),
    ("kMDItemPixelWidth:>5", "kMDItemPixelWidth > 5"),
    ("flash:yes", "kMDItemFlashOnOff == 1"), ("flash:off", "kMDItemFlashOnOff == 0"), ("orientation:portrait", "kMDItemOrientation == 1"),
    // sizes
    ("size:>10MB", "kMDItemFSSize > 10000000"), ("size:>=1.5gb", "kMDItemFSSize >= 1500000000"), ("size:<4KiB", "kMDItemFSSize < 4096"),
    ("size:1000", "kMDItemFSSize == 1000"), ("size:10MB", "InRange(kMDItemFSSize, 9500000, 10500000)"),
    ("size:=10MB", "InRange(kMDItemFSSize, 9500000, 10500000)"), ("size:==1000", "kMDItemFSSize == 1000"),
    ("size:!=10MB", "!(InRange(kMDItemFSSize, 9500000, 10500000))"),
    ("size:1.5MB", "InRange(kMDItemFSSize, 1450000, 1550000)"),
    ("size:1MB-2MB", "InRange(kMDItemFSSize, 1000000, 2000000)"), ("size:> 5k", "kMDItemFSSize > 5000"),
    // A unit at the end of a range applies to both bounds; a space may precede it.
    ("size:1-2MB", "InRange(kMDItemFSSize, 1000000, 2000000)"), ("size:1.5..2 KiB", "InRange(kMDItemFSSize, 1536, 2048)"),
    ("size:500KB-2MB", "InRange(kMDItemFSSize, 500000, 2000000)"), ("size:1-2", "InRange(kMDItemFSSize, 1, 2)"),
    ("size:>10 MB", "kMDItemFSSize > 10000000"), ("size:10 mb", "InRange(kMDItemFSSize, 9500000, 10500000)"),
    ("duration:3-5min", "InRange(kMDItemDurationSeconds, 180, 300)"), ("duration:>5 min", "kMDItemDurationSeconds > 300"),
    // durations
    ("duration:>5min", "kMDItemDurationSeconds > 300"), ("duration:<3:30", "kMDItemDurationSeconds < 210"),
    ("duration:<=1:00:00", "kMDItemDurationSeconds <= 3600"),
    ("length:>1h", "kMDItemDurationSeconds > 3600"), ("duration:3:30", "InRange(kMDItemDurationSeconds, 209.5, 210.5)"),
    ("duration:90", "kMDItemDurationSeconds == 90"), ("duration:>90:00", "kMDItemDurationSeconds > 5400"),
    ("duration:>3:05", "kMDItemDurationSeconds > 185"),
    // kinds
    ("kind:pdf", "kMDItemContentTypeTree == \"com.adobe.pdf\""), ("kind:PDFs", "kMDItemContentTypeTree == \"com.adobe.pdf\""),
    ("kind:images", "kMDItemContentTypeTree == \"public.image\""), ("kind:movie", "kMDItemContentTypeTree == \"public.movie\""),
    ("kind:music", "kMDItemContentTypeTree == \"public.audio\""), ("kind:folders", "kMDItemContentTypeTree == \"public.folder\""),
    ("kind:mail messages", Self.mail),
    ("kind:\"mail message\"", Self.mail),
    ("kind:photos", "kMDItemContentTypeTree == \"public.image\""), ("kind:song", "kMDItemContentTypeTree == \"public.audio\""),
    ("kind:code", "kMDItemContentTypeTree == \"public.source-code\""), ("kind:directories", "kMDItemContentTypeTree == \"public.folder\""),
    ("kind:notes", "kMDItemContentTypeTree == \"net.daringfireball.markdown\""),
    ("kind:Bilder", "kMDItemContentTypeTree == \"public.image\""), ("kind:IMÁGENES", "kMDItemContentTypeTree == \"public.image\""),
    ("kind:Präsentationen", "kMDItemContentTypeTree == \"public.presentation\""),
    ("-kind:dossier", "!(kMDItemContentTypeTree == \"public.folder\")"),
    ("kind:feuille de calcul", "kMDItemContentTypeTree == \"public.spreadsheet\""),
    ("kind:películas", "kMDItemContentTypeTree == \"public.movie\""),
    ("kind:screenshots", screenshots), ("kind:\"capture d’écran\"", screenshots), ("kind:Bildschirmfotos", screenshots),
    ("kind:!=pdf", "!(kMDItemContentTypeTree == \"com.adobe.pdf\")"), ("kind:\"jpeg image\"", "kMDItemKind == \"jpeg image\"cdw"),
    ("kind:*", "kMDItemContentType == *"),
    // An extension, a MIME type, a type identifier
    (
      "kind:jpg",
      "kMDItemFSName == \"*.jpg\"c || kMDItemContentTypeTree == \"*.jpg\"c || kMDItemMIMEType == \"*/jpg\"c || kMDItemKind == \"jpg*\"cdw"
    ),
    ("kind:image/PNG", "kMDItemMIMEType == \"image/PNG\"c"),
    ("kind:tar.gz", "kMDItemContentTypeTree == \"tar.gz\"c || kMDItemFSName == \"*.tar.gz\"c"),
    ("kind:public.jpeg", "kMDItemContentTypeTree == \"public.jpeg\"c || kMDItemFSName == \"*.public.jpeg\"c"),
    ("-kind:image/png", "!(kMDItemMIMEType == \"image/png\"c)"), ("kind:!=image/png", "!(kMDItemMIMEType == \"image/png\"c)"),
    // dates: words
    (
      "downloaded:today",
      """
      (kMDItemDownloadedDate >= $time.today && kMDItemDownloadedDate < $time.today(1)) || kMDItemWhereFroms == * \
      && (kMDItemFSCreationDate >= $time.today && kMDItemFSCreationDate < $time.today(1))
      """
    ),
    ("downloaded:*", "kMDItemDownloadedDate == * || kMDItemWhereFroms == * && kMDItemFSCreationDate == *"),
    ("created:today", "kMDItemContentCreationDate >= $time.today && kMDItemContentCreationDate < $time.today(1)"),
    ("created:yesterday", "kMDItemContentCreationDate >= $time.today(-1) && kMDItemContentCreationDate < $time.today"),
    ("modified:this week", "kMDItemContentModificationDate >= $time.this_week && kMDItemContentModificationDate < $time.this_week(1)"),
    (
      "modified:\"last month\"",
      "kMDItemContentModificationDate >= $time.this_month(-1) && kMDItemContentModificationDate < $time.this_month"
    ),
    ("modified:this_year", "kMDItemContentModificationDate >= $time.this_year && kMDItemContentModificationDate < $time.this_year(1)"),
    ("changed:<today", "kMDItemContentModificationDate < $time.today || kMDItemFSContentChangeDate < $time.today"),
    ("created:<today", "kMDItemContentCreationDate < $time.today"), ("created:<=today", "kMDItemContentCreationDate < $time.today(1)"),
    ("created:>yesterday", "kMDItemContentCreationDate >= $time.today"),
    ("created:>=this month", "kMDItemContentCreationDate >= $time.this_month"),
    ("created:!=today", "!(kMDItemContentCreationDate >= $time.today && kMDItemContentCreationDate < $time.today(1))"),
    // dates: literal
    ("created:7/29/21", "kMDItemContentCreationDate >= $time.iso(2021-07-29) && kMDItemContentCreationDate < $time.iso(2021-07-30)"),
    ("created:12/31/2021", "kMDItemContentCreationDate >= $time.iso(2021-12-31) && kMDItemContentCreationDate < $time.iso(2022-01-01)"),
    ("modified:<=7/29/21", "kMDItemContentModificationDate < $time.iso(2021-07-30)"),
    ("modified:>7/29/21", "kMDItemContentModificationDate >= $time.iso(2021-07-30)"),
    (
      "created:12/1/11-12/31/11",
      "kMDItemContentCreationDate >= $time.iso(2011-12-01) && kMDItemContentCreationDate < $time.iso(2012-01-01)"
    ),
    ("created:2025-03-01", "kMDItemContentCreationDate >= $time.iso(2025-03-01) && kMDItemContentCreationDate < $time.iso(2025-03-02)"),
    ("created:2025-03", "kMDItemContentCreationDate >= $time.iso(2025-03-01) && kMDItemContentCreationDate < $time.iso(2025-04-01)"),
    ("created:2024", "kMDItemContentCreationDate >= $time.iso(2024-01-01) && kMDItemContentCreationDate < $time.iso(2025-01-01)"),
    (
      "created:2025-03-01-2025-04-01",
      "kMDItemContentCreationDate >= $time.iso(2025-03-01) && kMDItemContentCreationDate < $time.iso(2025-04-02)"
    ),
    ("created:3/1", "kMDItemContentCreationDate >= $time.iso(2026-03-01) && kMDItemContentCreationDate < $time.iso(2026-03-02)"),
    ("created:1/2/99", "kMDItemContentCreationDate >= $time.iso(1999-01-02) && kMDItemContentCreationDate < $time.iso(1999-01-03)"),
    ("created:>=2025-03-01T12:00", "kMDItemContentCreationDate >= $time.iso(2025-03-01T12:00:00)"),
    // dates: ages, at midnight of the first day
    ("modified:3 days ago", modified("$time.today(-3)", "$time.today(-2)")),
    ("modified:1 week ago", modified("$time.this_week(-1)", "$time.this_week")),
    ("modified:2 months ago", modified("$time.this_month(-2)", "$time.this_month(-1)")),
    ("modified:2 hours ago", modified("$time.now(-7200)", "$time.now(-3600)")),
    ("modified:7d", modified("$time.today(-7)", "$time.today(1)")), ("modified:2w", modified("$time.today(-14)", "$time.today(1)")),
    ("modified:last 7 days", modified("$time.today(-7)", "$time.today(1)")),
    ("modified:7 days", modified("$time.today(-7)", "$time.today(1)")),
    // From 2025-12-18, and from 2025-03-18.
    ("modified:3m", modified("$time.today(-90)", "$time.today(1)")),
    ("modified:\"past 1 year\"", modified("$time.today(-365)", "$time.today(1)")),
    ("modified:24h", modified("$time.now(-86400)", "$time.today(1)")),
    ("-modified:7d", "!(\(modified("$time.today(-7)", "$time.today(1)")))"),
    ("modified:last month", modified("$time.this_month(-1)", "$time.this_month")),
    // dates: months by name, the day first with dots
    ("modified:March 2023", modified("$time.iso(2023-03-01)", "$time.iso(2023-04-01)")),
    ("modified:2023", modified("$time.iso(2023-01-01)", "$time.iso(2024-01-01)")),
    ("modified:2023-03", modified("$time.iso(2023-03-01)", "$time.iso(2023-04-01)")),
    ("modified:5 mar 2023", modified("$time.iso(2023-03-05)", "$time.iso(2023-03-06)")),
    ("modified:March 5, 2023", modified("$time.iso(2023-03-05)", "$time.iso(2023-03-06)")),
    ("modified:dec-2023", modified("$time.iso(2023-12-01)", "$time.iso(2024-01-01)")),
    ("modified:\"March 2023-May 2023\"", modified("$time.iso(2023-03-01)", "$time.iso(2023-06-01)")),
    ("modified:23.11.2026", modified("$time.iso(2026-11-23)", "$time.iso(2026-11-24)")),
    ("modified:1.2.26", modified("$time.iso(2026-02-01)", "$time.iso(2026-02-02)")),
    ("modified:11/23/2026", modified("$time.iso(2026-11-23)", "$time.iso(2026-11-24)")),
    ("modified:2025-03-01T12:00", modified("$time.iso(2025-03-01T12:00:00)", "$time.iso(2025-03-01T12:01:00)")),
    // Apple's examples
    (
      "kind:images created:8/16/21",
      "kMDItemContentTypeTree == \"public.image\" && (kMDItemContentCreationDate >= $time.iso(2021-08-16) && kMDItemContentCreationDate < $time.iso(2021-08-17))"
    ),
    (
      "date:2025 -kind:pdf -date:today extra",
      "\(dates(">= $time.iso(2025-01-01)", "< $time.iso(2026-01-01)")) && !(kMDItemContentTypeTree == \"com.adobe.pdf\") && !\(dates(">= $time.today", "< $time.today(1)")) && \(word("extra*"))"
    ),
  ])
  func `keywords`(text: String, expected: String) throws {
    #expect(try predicate(text) == (try Query(parsing: expected)).description)
  }

  private static func modified(_ first: String, _ next: String) -> String {
    "kMDItemContentModificationDate >= \(first) && kMDItemContentModificationDate < \(next)"
  }

  /// The date is the 31st of the month.
  @Test(arguments: [("1m", 31), ("3m", 92), ("11m", 335), ("12m", 365), ("1y", 365), ("3y", 1_095)])
  func `an age in months begins on the same day, or the last one before it`(age: String, days: Int) throws {
    let context = EvaluationContext(now: .at("2027-05-31T12:00"), calendar: FixedCalendar())
    #expect(try predicate("modified:\(age)", in: context) == Self.modified("$time.today(-\(days))", "$time.today(1)"))
  }

  /// An invalid value, its offset, the message, and the corrected query.
  @Test(arguments: [
    ("date:tomorow", 5, "“tomorow” is not a date.", "date:tomorrow"),
    ("trip date:week kind:pdf", 10, "“week” is not a date.", "trip date:this week kind:pdf"),
    ("created:soon", 8, "“soon” is not a date.", nil),
    ("modified:\"lst month\"", 10, "“lst month” is not a date.", "modified:\"last month\""),
    ("“a b” created:2025-02-30", 18, "“2025-02-30” is not a date.", nil), ("created:March", 8, "“March” is not a date.", nil),
    ("created:>7d", 9, "“7d” is a period that ends now, so nothing can be earlier or later than it.", nil),
    ("size:>abc", 6, "“abc” is not a size.", nil), ("size:2-1MB", 5, "“2-1MB” ends before it begins.", nil),
    ("size:>1-2MB", 6, "“1-2MB” is not one size.", nil), ("size:-5MB", 5, "“-5MB” is not a size.", nil),
    (
      "modified:2025-03-01-2025-01-01", 9, "“2025-03-01-2025-01-01” ends before it begins.", "modified:2025-01-01..2025-03-01"
    ),
    ("date:today..yesterday", 5, "“today..yesterday” ends before it begins.", "date:yesterday..today"),
    ("size:>", 6, "A value is missing after “size:>”.", nil), ("width:wide", 6, "“wide” is not a number.", nil),
    ("duration:3:99", 9, "“3:99” is not a duration.", nil), ("duration:5:3", 9, "“5:3” is not a duration.", nil),
    ("duration::30", 9, "“:30” is not a duration.", nil), ("duration:1:60:00", 9, "“1:60:00” is not a duration.", nil),
    ("duration:long", 9, "“long” is not a duration.", nil), ("flash:maybe", 6, "“maybe” is neither yes nor no.", nil),
    ("orientation:up", 12, "“up” is not an orientation.", nil),
    ("title:<5", 7, "“<” compares numbers and dates, but “title:” holds neither.", nil),
    ("kind:>pdf", 6, "“>” compares numbers and dates, but “kind:” holds neither.", nil),
  ])
  func `an invalid value of a keyword is an error`(text: String, offset: Int, message: String, corrected: String?) throws {
    let error = try #require(throws: QuerySyntaxError.self) { _ = try FreeTextQuery(parsing: text, in: .fixed) }
    #expect(error.message == message)
    #expect(error.offset == offset)
    #expect(error.suggestion == corrected)
    #expect(error.expected?.contains("to search for this text, put “") == true)
  }

  @Test(arguments: [
    ("has:attachment", "attachment:*"), ("has:attachments", "attachment:*"), ("-has:tag", "-tag:*"), ("has:Title zebra", "title:* zebra"),
    ("has:kMDItemAuthors", "kMDItemAuthors:*"),
  ])
  func `has names a keyword whose attribute a document has`(text: String, other: String) throws {
    #expect(try FreeTextQuery(parsing: text, in: .fixed).query.predicate == FreeTextQuery(parsing: other, in: .fixed).query.predicate)
  }

  @Test func `what is not a keyword cannot be there`() throws {
    let error = try #require(throws: QuerySyntaxError.self) { _ = try FreeTextQuery(parsing: "has:atachment", in: .fixed) }
    #expect(error.message == "“atachment” is not a keyword." && error.suggestion == "has:attachment")
    #expect(throws: QuerySyntaxError.self) { _ = try FreeTextQuery(parsing: "has:has", in: .fixed) }
  }

  @Test(arguments: [
    ("trip kind:pfd", 5, "Did you mean pdf?", "kind:pfd"), ("kind:xyzzy", 0, "Kinds are app, application, archive, audio", "kind:xyzzy"),
    ("auhtor:tom", 0, "Did you mean author:tom?", "auhtor:tom"),
    ("knd:pdf", 0, "Did you mean kind:pdf?", "knd:pdf"), ("a filetype:py", 2, "Did you mean kind:py?", "filetype:py"),
    ("before:2025", 0, "Did you mean modified:<2025?", "before:2025"), ("Folder:Docs", 0, "Did you mean the option -onlyin", "Folder:Docs"),
    ("in:Docs", 0, "Did you mean the option -onlyin", "in:Docs"),
    ("kind:pdf,doc", 0, "Did you mean kind:pdf OR kind:doc?", "kind:pdf,doc"),
    ("'red'", 0, "A phrase stands in double quotes.", "'red'"), ("tag:Red,Work", 0, "Did you mean tag:Red OR tag:Work?", "tag:Red,Work"),
    ("is:folder", 0, "Did you mean kind:folder?", "is:folder"), ("taken:2024", 0, "Did you mean created:2024?", "taken:2024"),
    ("sender:ann", 0, "Did you mean from:ann?", "sender:ann"),
    ("qqq:zebra", 0, "“qqq:” is not a keyword", "qqq:zebra"),
    ("trip -kMDItemAuthrs:x", 6, "Did you mean kMDItemAuthors:x?", "kMDItemAuthrs:x"),
  ])
  func `a misspelled keyword or kind gets a hint, which a matching document disproves`(
    text: String, offset: Int, message: String, proof: String
  ) throws {
    let hints = try FreeTextQuery(parsing: text, in: .fixed).query.hints
    #expect(hints.count == 1)
    #expect(hints.first?.excerpt?.offset == offset)
    #expect(hints.first?.message.contains(message) == true, "\(hints)")
    #expect(try hints.first?.disproof?.description == predicate(proof))
  }

  private static func dates(_ from: String, _ to: String) -> String {
    let names = [
      "kMDItemContentModificationDate", "kMDItemContentCreationDate", "kMDItemLastUsedDate", "kMDItemDateAdded", "kMDItemStartDate",
      "kMDItemDueDate",
    ]
    return "(" + names.map { "\($0) \(from) && \($0) \(to)" }.joined(separator: " || ") + ")"
  }

  @Test(arguments: [
    (DateOrder.dayMonthYear, "1/2/25", "2025-02-01"), (.monthDayYear, "1/2/25", "2025-01-02"), (.dayMonthYear, "31.12.2025", "2025-12-31"),
    (.dayMonthYear, "1-2-2025", "2025-02-01"), (.yearMonthDay, "25/1/2", "2025-01-02"), (.yearMonthDay, "2025/1/2", "2025-01-02"),
    (.dayMonthYear, "2025/1/2", "2025-01-02"), (.dayMonthYear, "5/2", "2026-02-05"),
  ])
  func `short dates are read in the order of the user's locale`(order: DateOrder, date: String, day: String) throws {
    let context = EvaluationContext(now: .at("2026-03-18"), calendar: FixedCalendar(dateOrder: order))
    #expect(try predicate("created:>=\(date)", in: context) == "kMDItemContentCreationDate >= $time.iso(\(day))")
  }

  @Test(arguments: [
    "app", "application", "applications", "contact", "contacts", "folder", "folders", "email", "emails", "mail message", "mail messages",
    "message", "messages",
    "event", "events", "reminder", "reminders", "todo", "todos", "to do", "to dos", "image", "images", "movie", "movies", "video", "music",
    "audio", "pdf",
    "pdfs", "system preferences", "preferences", "bookmark", "bookmarks", "font", "fonts", "presentation", "presentations", "document",
    "documents", "book", "ebooks",
  ])
  func `every documented kind is known, also without quotes`(kind: String) throws {
    let text = try predicate("kind:\(kind)")
    #expect(text.contains(#/^\(?kMDItemContentTypeTree == "/#))
    #expect(!text.contains("kMDItemKind") && !text.contains("*"))
  }

  @Test(arguments: [
    "kind", "date", "created", "modified", "author", "by", "from", "to", "with", "tag", "title", "name", "keyword", "contains", "size",
    "make", "focallength",
    "flash", "iso", "model", "aperture", "width", "height", "genre", "album", "composer", "duration", "comment", "subject", "filename",
  ])
  func `every documented keyword is known`(keyword: String) {
    #expect(SearchKeyword(named: Array(keyword.utf8)[...]) != nil)
  }

  @Test(arguments: [
    ("trip kind:document", true), ("Trips", false), ("tri fra", true), ("\"trip to france\"", true), ("\"to trip\"", false),
    ("trip -france", false),
    ("author:tom OR author:thom", true), ("kind:pdf size:>1kb", true), ("kind:pdf size:>2kb", false), ("created:this year", true),
    ("created:last year", false),
    ("holiday | france", true), ("holiday", false), ("created:3/18/26", true), ("created:3/1/26-3/17/26", false), ("name:TRIP", true),
    ("modified:*", false),
  ])
  func `free text finds documents`(text: String, isMatch: Bool) throws {
    let document = MemoryDocument(
      [
        "kMDItemFSName": "trip.pdf", "contentTypeTree": ["com.adobe.pdf", "public.composite-content"], "kMDItemAuthors": ["Thom Yorke"],
        "kMDItemFSSize": 1_500, "kMDItemContentCreationDate": .date("2026-03-18T09:00:00+02:00"),
      ], text: "Our trip to France.")
    #expect(try CompiledPredicate(FreeTextQuery(parsing: text, in: .fixed).query, in: .fixed).matches(document) == isMatch)
  }
}
