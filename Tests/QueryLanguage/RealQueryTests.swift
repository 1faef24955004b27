import Attributes
import Testing

@testable import QueryLanguage

/// Queries found in public scripts, articles and saved searches: each parses, prints, parses to the same tree, and tells a document made to
/// match from one that just misses.
struct RealQueryTests {
  struct Row: Sendable {
    var query: String
    var hit: MemoryDocument
    var miss: MemoryDocument

    init(_ query: String, _ hit: MemoryDocument, _ miss: MemoryDocument) {
      self.query = query
      self.hit = hit
      self.miss = miss
    }

    /// Both documents have one attribute and differ in its value.
    init(_ query: String, _ attribute: String, _ hit: AttributeValue, _ miss: AttributeValue) {
      self.init(query, MemoryDocument([attribute: hit]), MemoryDocument([attribute: miss]))
    }
  }

  private static func tree(_ types: String...) -> AttributeValue { .array(types.map { .string($0) } + ["public.item"]) }
  private static func day(_ text: String) -> AttributeValue { .date("\(text)T12:00:00+02:00") }

  static let names: [Row] = [
    Row("kMDItemFSName == \"*.nes\"c", "kMDItemFSName", "Game.NES", "Game.nes.txt"),
    Row("kMDItemFSName == \"Universal.app\"", "kMDItemFSName", "Universal.app", "universal.app"),
    Row("kMDItemFSName == \"airport\"", "kMDItemFSName", "airport", "airports"),
    Row("kMDItemFSName ==[c] \"*anisoap*\" || kMDItemFSName ==[c] \"*profiling*\"", "kMDItemFSName", "My Profiling.txt", "profilin g"),
    Row("kMDItemFSName == \"*.app\"c", "kMDItemFSName", "Mail.App", "Mail.apps"),
    Row("kMDItemFSName=*.pdf", "kMDItemFSName", "a.pdf", "a.PDF"),
    Row("kMDItemUserTags == Red", "kMDItemUserTags", ["Blue", "Red"], ["Blue", "red"]),
    Row(
      "(kMDItemUserTags == 'Inbox') || (kMDItemUserTags == 'Today') || (kMDItemUserTags == 'Priority') || (kMDItemUserTags == 'Complete')",
      "kMDItemUserTags", ["Priority"], ["Later"]),
    Row("kMDItemUserTags == 'greed'", "kMDItemUserTags", ["greed"], ["agreed"]),
    Row("kMDItemUserTags == \"work*\"cdwt", "kMDItemUserTags", ["Home Workshop"], ["homework"]),
    Row(
      "kMDItemWhereFroms == \"http://releases.mozilla.org/*\"", "kMDItemWhereFroms", ["http://releases.mozilla.org/x"],
      ["https://releases.mozilla.org/x"]),
    Row("kMDItemWhereFroms == \"*github.com*\"", "kMDItemWhereFroms", ["https://github.com/x", "y"], ["https://github.org/x"]),
    Row("kMDItemAuthor == '*Len Deighton*'", "kMDItemAuthors", ["By Len Deighton"], ["Len  Deighton"]),
    Row("kMDItemURL=*stackoverflow.com*", "kMDItemURL", "https://stackoverflow.com/q/1", "https://stackoverflow.co/q/1"),
    Row("kMDItemDisplayName == mdcards.py", "kMDItemDisplayName", "mdcards.py", "mdcards.pyc"),
    Row("(kMDItemFSName == '*inv*'cdw || kMDItemDisplayName == '*inv*'cdw)", "kMDItemDisplayName", "my invoice", "my in voice"),
    Row("(kMDItemFinderComment != 'alfred:ignore'wc)", "kMDItemFinderComment", "alfred: ignore", "please Alfred:Ignore this"),
    Row("contentDescription == \"*pasta*\"c", "contentDescription", "Fresh Pasta here", "Fresh past a"),
    Row(
      "((((_kMDItemGroupId = 8))) && (true)) && ((kMDItemDisplayName = \"text*\"cdw))",
      MemoryDocument(["contentTypeTree": tree("com.apple.application"), "kMDItemDisplayName": "My TextEditor"]),
      MemoryDocument(["contentTypeTree": tree("com.apple.application"), "kMDItemDisplayName": "Context"])),
    Row(
      "kMDItemContentTypeTree == 'com.apple.application' && kMDItemAlternateNames == 'Saf*'",
      MemoryDocument(["contentTypeTree": tree("com.apple.application"), "kMDItemAlternateNames": ["Safari.app"]]),
      MemoryDocument(["contentTypeTree": tree("com.apple.application"), "kMDItemAlternateNames": ["Unsafe.app"]])),
    Row("kMDItemCFBundleIdentifier == \"org.krita\"", "kMDItemCFBundleIdentifier", "org.krita", "org.krita.shell"),
    Row("com_apple_backup_excludeItem = 'com.apple.backupd'", "com_apple_backup_excludeItem", "com.apple.backupd", "com.apple.backup"),
  ]

  static let types: [Row] = [
    Row("kMDItemContentTypeTree == \"com.adobe.pdf\"", "contentTypeTree", tree("com.adobe.pdf"), tree("com.adobe.postscript")),
    Row("kMDItemContentTypeTree == 'com.adiumx.xmllog'", "contentTypeTree", tree("com.adiumx.xmllog"), tree("com.adiumx.htmllog")),
    Row(
      "kMDItemContentTypeTree == \"com.impress.bibtex-entry\"", "contentTypeTree", tree("com.impress.bibtex-entry"),
      tree("com.impress.bibtex")),
    Row(
      "kMDItemContentType == \"public.folder\" && kMDItemFSName == \"computer\"cd",
      MemoryDocument(["contentType": "public.folder", "kMDItemFSName": "Computer"]),
      MemoryDocument(["contentType": "public.folder", "kMDItemFSName": "Computers"])),
    Row("((_kMDItemGroupId > 6))", "contentTypeTree", tree("public.audio"), tree("public.font")),
    Row(
      "contentType == \"public.email-message\" && subject != \"Re:*\"",
      MemoryDocument(["contentType": "public.email-message", "subject": "Hello"]),
      MemoryDocument(["contentType": "public.email-message", "subject": "Re: Hello"])),
    Row(
      "kMDItemContentTypeTree == \"public.folder\" && !(kMDItemContentTypeTree == \"com.apple.application-bundle\")",
      "contentTypeTree", tree("public.folder"), tree("public.folder", "com.apple.application-bundle")),
    Row(
      "(kMDItemContentTypeTree == \"public.folder\" && !(kMDItemContentTypeTree == \"com.apple.application-bundle\"))",
      "contentTypeTree", tree("public.folder"), tree("public.directory")),
    Row("kMDItemContentType=*", MemoryDocument(["contentType": "public.data"]), MemoryDocument(["kMDItemMIMEType": "text/plain"])),
    Row("kMDItemContentType == 'com.microsoft.word.doc'", "contentType", "com.microsoft.word.doc", "com.microsoft.word.docx"),
    Row(
      "(**=\"berry*\"cwdt) && contentType=\"public.image\"",
      MemoryDocument(["contentType": "public.image", "title": "A Berrybush"]),
      MemoryDocument(["contentType": "public.image", "title": "Blueberry"])),
  ]

  static let numbers: [Row] = [
    Row(
      "kMDItemFSName=*.mp3&&kMDItemAudioBitRate<=192000",
      MemoryDocument(["kMDItemFSName": "a.mp3", "kMDItemAudioBitRate": 192_000]),
      MemoryDocument(["kMDItemFSName": "a.mp3", "kMDItemAudioBitRate": 192_001])),
    Row("InRange(kMDItemFSSize,1,2)", "kMDItemFSSize", 2, 3),
    Row("kMDItemAppStoreHasReceipt=1", "kMDItemAppStoreHasReceipt", true, false),
    Row("kMDItemIsScreenCapture = 1", "kMDItemIsScreenCapture", true, false),
    Row("kMDItemFSSize>1e8", "kMDItemFSSize", 100_000_001, 100_000_000),
    Row(
      "kMDItemFSSize>=1e8&&kMDItemContentTypeTree=public.directory",
      MemoryDocument(["kMDItemFSSize": 100_000_000, "contentTypeTree": tree("public.directory")]),
      MemoryDocument(["kMDItemFSSize": 99_999_999, "contentTypeTree": tree("public.directory")])),
    Row("kMDItemFSSize != \"1\"", "kMDItemFSSize", 2, 1),
    Row("kMDItemFSLabel>0", "kMDItemFSLabel", 1, 0),
    Row(
      "kMDItemDurationSeconds<=180&&kMDItemContentType=public.mp3",
      MemoryDocument(["kMDItemDurationSeconds": 180, "contentType": "public.mp3"]),
      MemoryDocument(["kMDItemDurationSeconds": 180.5, "contentType": "public.mp3"])),
    Row("(kMDItemFSSize > 5 || kMDItemFSName == \"a\") && !(kMDItemFSSize > 100)", "kMDItemFSSize", 100, 101),
  ]

  static let dates: [Row] = [
    Row(
      "kMDItemFSName=\"*.*\" && kMDItemFSContentChangeDate >= $time.this_week(-2)",
      MemoryDocument(["kMDItemFSName": "a.b", "kMDItemFSContentChangeDate": day("2026-03-01")]),
      MemoryDocument(["kMDItemFSName": "a.b", "kMDItemFSContentChangeDate": day("2026-02-28")])),
    Row(
      "(InRange(kMDItemFSContentChangeDate,$time.today(-30d),$time.today(+1d)) && InRange(kMDItemLastUsedDate,$time.today(-30d),$time.today(+1d)))",
      MemoryDocument(["kMDItemFSContentChangeDate": day("2026-02-16"), "kMDItemLastUsedDate": day("2026-03-18")]),
      MemoryDocument(["kMDItemFSContentChangeDate": day("2026-02-16"), "kMDItemLastUsedDate": day("2026-03-19")])),
    Row(
      "(InRange(kMDItemContentCreationDate,$time.today(-30d),$time.today(+1d)) && (_kMDItemGroupId = 13))",
      MemoryDocument(["kMDItemContentCreationDate": day("2026-03-01"), "contentTypeTree": tree("public.image")]),
      MemoryDocument(["kMDItemContentCreationDate": day("2026-03-01"), "contentTypeTree": tree("public.movie")])),
    Row("kMDItemLastUsedDate >= $time.this_year", "kMDItemLastUsedDate", day("2026-01-01"), day("2025-12-31")),
    Row(
      "(kMDItemContentModificationDate >= $time.this_week) || (kMDItemDisplayName == \"*due*\"cd)", "kMDItemContentModificationDate",
      day("2026-03-15"), day("2026-03-14")),
    Row(
      "kMDItemDateAdded >= $time.now(-3600) && kMDItemWhereFroms == \"*\"",
      MemoryDocument(["kMDItemDateAdded": .date("2026-03-18T15:00:00+02:00"), "kMDItemWhereFroms": ["x"]]),
      MemoryDocument(["kMDItemDateAdded": .date("2026-03-18T15:00:00+02:00")])),
    Row(
      "kMDItemLastUsedDate >= $time.today(-30) && kMDItemContentType != \"public.folder\" && kMDItemContentTypeTree != \"com.apple.application-bundle\"",
      MemoryDocument(["kMDItemLastUsedDate": day("2026-03-01"), "contentType": "public.data"]),
      MemoryDocument([
        "kMDItemLastUsedDate": day("2026-03-01"), "contentType": "public.data", "contentTypeTree": tree("com.apple.application-bundle"),
      ])),
    Row(
      "kMDItemFSContentChangeDate >= $time.now(-3600) && kMDItemContentType != public.folder",
      MemoryDocument(["kMDItemFSContentChangeDate": .date("2026-03-18T15:00:00+02:00"), "contentType": "public.data"]),
      MemoryDocument(["kMDItemFSContentChangeDate": .date("2026-03-18T15:00:00+02:00"), "contentType": "public.folder"])),
    Row(
      "kMDItemContentCreationDate >= $time.iso(\"2026-09-16T00:00:00\")", "kMDItemContentCreationDate", .date("2026-09-16T00:00:00+02:00"),
      .date("2026-09-15T23:59:59+02:00")),
    Row(
      "kMDItemFSCreationDate>$time.iso(2014-03-16T01:03:08Z)", "kMDItemFSCreationDate", .date("2014-03-16T01:03:09Z"),
      .date("2014-03-16T01:03:08Z")),
    Row(
      "kMDItemFSContentChangeDate==$time.iso(2018-10-01T10:00:00Z)", "kMDItemFSContentChangeDate", .date("2018-10-01T10:00:00.7Z"),
      .date("2018-10-01T10:00:01Z")),
    Row(
      "kMDItemFSContentChangeDate>$time.now(-86400)", "kMDItemFSContentChangeDate", .date("2026-03-17T15:30:21+02:00"),
      .date("2026-03-17T15:30:20+02:00")),
    Row("kMDItemDateAdded>$time.today(-7)", "kMDItemDateAdded", day("2026-03-11"), day("2026-03-10")),
    Row(
      "kMDItemLastUsedDate != NULL && kMDItemLastUsedDate >= $time.today(-15d) && !(kMDItemContentTypeTree == 'com.apple.application-bundle' || kMDItemContentTypeTree == 'com.apple.installer-package-archive' || kMDItemContentTypeTree == 'public.executable')",
      MemoryDocument(["kMDItemLastUsedDate": day("2026-03-03"), "contentTypeTree": tree("public.text")]),
      MemoryDocument(["kMDItemLastUsedDate": day("2026-03-03"), "contentTypeTree": tree("public.executable")])),
  ]

  static let texts: [Row] = [
    Row("kMDItemTextContent=\"*expose*\"cd", MemoryDocument(text: "Overexposed pictures"), MemoryDocument(text: "over exposition")),
    Row("kMDItemTextContent=*LSUIElement*", MemoryDocument(text: "<key>LSUIElement</key>"), MemoryDocument(text: "<key>LSUIElemen</key>")),
    Row("kMDItemTextContent==\"samba\"", MemoryDocument(text: "the samba server"), MemoryDocument(text: "the sambas server")),
    Row("*!=\"samba\"", "title", "sambas", "samba"),
    Row("(** = \"quarterly*\"cdws)", MemoryDocument(text: "The Quarterly report"), MemoryDocument(text: "The quarter report")),
    Row("(*=\"berry*\"cwdt)", "title", "A Berry bush", "A blueberry bush"),
    Row(
      "title == \"*milk*\"c || textContent == \"*milk*\"c", MemoryDocument(["title": "x"], text: "Buttermilk."),
      MemoryDocument(["title": "x"], text: "Butter.")),
  ]

  @Test(arguments: names + types + numbers + dates + texts)
  func `a query finds what it means and nothing else`(row: Row) throws {
    let query = try Query(parsing: row.query)
    #expect(try Query(parsing: query.description) == query)
    #expect(QueryClassifier.isMeantAsPredicate(row.query))
    let predicate = CompiledPredicate(query, in: .fixed)
    #expect(try predicate.matches(row.hit), "\(row.hit)")
    #expect(try !predicate.matches(row.miss), "\(row.miss)")
  }
}
