// SPDX-License-Identifier: Apache-2.0

import Attributes

extension RealQuery {
  package static let all = names + types + numbers + dates + texts

  private static func tree(_ types: String...) -> AttributeValue { .array(types.map { .string($0) } + ["public.item"]) }
  private static func day(_ text: String) -> AttributeValue { .date("\(text)T12:00:00+02:00") }

  private static let names: [RealQuery] = [
    RealQuery("kMDItemFSName == \"*.nes\"c", "kMDItemFSName", "Game.NES", "Game.nes.txt"),
    RealQuery("kMDItemFSName == \"Universal.app\"", "kMDItemFSName", "Universal.app", "universal.app"),
    RealQuery("kMDItemFSName == \"airport\"", "kMDItemFSName", "airport", "airports"),
    RealQuery(
      "kMDItemFSName ==[c] \"*anisoap*\" || kMDItemFSName ==[c] \"*profiling*\"", "kMDItemFSName", "My Profiling.txt", "profilin g"),
    RealQuery("kMDItemFSName == \"*.app\"c", "kMDItemFSName", "Mail.App", "Mail.apps"),
    RealQuery("kMDItemFSName=*.pdf", "kMDItemFSName", "a.pdf", "a.PDF"),
    RealQuery("kMDItemUserTags == Red", "kMDItemUserTags", ["Blue", "Red"], ["Blue", "red"]),
    RealQuery(
      "(kMDItemUserTags == 'Inbox') || (kMDItemUserTags == 'Today') || (kMDItemUserTags == 'Priority') || (kMDItemUserTags == 'Complete')",
      "kMDItemUserTags", ["Priority"], ["Later"]),
    RealQuery("kMDItemUserTags == 'greed'", "kMDItemUserTags", ["greed"], ["agreed"]),
    RealQuery("kMDItemUserTags == \"work*\"cdwt", "kMDItemUserTags", ["Home Workshop"], ["homework"]),
    RealQuery(
      "kMDItemWhereFroms == \"http://releases.mozilla.org/*\"", "kMDItemWhereFroms", ["http://releases.mozilla.org/x"],
      ["https://releases.mozilla.org/x"]),
    RealQuery("kMDItemWhereFroms == \"*github.com*\"", "kMDItemWhereFroms", ["https://github.com/x", "y"], ["https://github.org/x"]),
    RealQuery("kMDItemAuthor == '*Len Deighton*'", "kMDItemAuthors", ["By Len Deighton"], ["Len  Deighton"]),
    RealQuery("kMDItemURL=*stackoverflow.com*", "kMDItemURL", "https://stackoverflow.com/q/1", "https://stackoverflow.co/q/1"),
    RealQuery("kMDItemDisplayName == mdcards.py", "kMDItemDisplayName", "mdcards.py", "mdcards.pyc"),
    RealQuery("(kMDItemFSName == '*inv*'cdw || kMDItemDisplayName == '*inv*'cdw)", "kMDItemDisplayName", "my invoice", "my in voice"),
    RealQuery("(kMDItemFinderComment != 'alfred:ignore'wc)", "kMDItemFinderComment", "alfred: ignore", "please Alfred:Ignore this"),
    RealQuery("contentDescription == \"*pasta*\"c", "contentDescription", "Fresh Pasta here", "Fresh past a"),
    RealQuery(
      "((((_kMDItemGroupId = 8))) && (true)) && ((kMDItemDisplayName = \"text*\"cdw))",
      MemoryDocument(["contentTypeTree": tree("com.apple.application"), "kMDItemDisplayName": "My TextEditor"]),
      MemoryDocument(["contentTypeTree": tree("com.apple.application"), "kMDItemDisplayName": "Context"])),
    RealQuery(
      "kMDItemContentTypeTree == 'com.apple.application' && kMDItemAlternateNames == 'Saf*'",
      MemoryDocument(["contentTypeTree": tree("com.apple.application"), "kMDItemAlternateNames": ["Safari.app"]]),
      MemoryDocument(["contentTypeTree": tree("com.apple.application"), "kMDItemAlternateNames": ["Unsafe.app"]])),
    RealQuery("kMDItemCFBundleIdentifier == \"org.krita\"", "kMDItemCFBundleIdentifier", "org.krita", "org.krita.shell"),
    RealQuery(
      "com_apple_backup_excludeItem = 'com.apple.backupd'", "com_apple_backup_excludeItem", "com.apple.backupd", "com.apple.backup"),
  ]

  private static let types: [RealQuery] = [
    RealQuery("kMDItemContentTypeTree == \"com.adobe.pdf\"", "contentTypeTree", tree("com.adobe.pdf"), tree("com.adobe.postscript")),
    RealQuery("kMDItemContentTypeTree == 'com.adiumx.xmllog'", "contentTypeTree", tree("com.adiumx.xmllog"), tree("com.adiumx.htmllog")),
    RealQuery(
      "kMDItemContentTypeTree == \"com.impress.bibtex-entry\"", "contentTypeTree", tree("com.impress.bibtex-entry"),
      tree("com.impress.bibtex")),
    RealQuery(
      "kMDItemContentType == \"public.folder\" && kMDItemFSName == \"computer\"cd",
      MemoryDocument(["contentType": "public.folder", "kMDItemFSName": "Computer"]),
      MemoryDocument(["contentType": "public.folder", "kMDItemFSName": "Computers"])),
    RealQuery("((_kMDItemGroupId > 6))", "contentTypeTree", tree("public.audio"), tree("public.font")),
    RealQuery(
      "contentType == \"public.email-message\" && subject != \"Re:*\"",
      MemoryDocument(["contentType": "public.email-message", "subject": "Hello"]),
      MemoryDocument(["contentType": "public.email-message", "subject": "Re: Hello"])),
    RealQuery(
      "kMDItemContentTypeTree == \"public.folder\" && !(kMDItemContentTypeTree == \"com.apple.application-bundle\")",
      "contentTypeTree", tree("public.folder"), tree("public.folder", "com.apple.application-bundle")),
    RealQuery(
      "(kMDItemContentTypeTree == \"public.folder\" && !(kMDItemContentTypeTree == \"com.apple.application-bundle\"))",
      "contentTypeTree", tree("public.folder"), tree("public.directory")),
    RealQuery("kMDItemContentType=*", MemoryDocument(["contentType": "public.data"]), MemoryDocument(["kMDItemMIMEType": "text/plain"])),
    RealQuery("kMDItemContentType == 'com.microsoft.word.doc'", "contentType", "com.microsoft.word.doc", "com.microsoft.word.docx"),
    RealQuery(
      "(**=\"berry*\"cwdt) && contentType=\"public.image\"",
      MemoryDocument(["contentType": "public.image", "title": "A Berrybush"]),
      MemoryDocument(["contentType": "public.image", "title": "Blueberry"])),
  ]

  private static let numbers: [RealQuery] = [
    RealQuery(
      "kMDItemFSName=*.mp3&&kMDItemAudioBitRate<=192000",
      MemoryDocument(["kMDItemFSName": "a.mp3", "kMDItemAudioBitRate": 192_000]),
      MemoryDocument(["kMDItemFSName": "a.mp3", "kMDItemAudioBitRate": 192_001])),
    RealQuery("InRange(kMDItemFSSize,1,2)", "kMDItemFSSize", 2, 3),
    RealQuery("kMDItemAppStoreHasReceipt=1", "kMDItemAppStoreHasReceipt", true, false),
    RealQuery("kMDItemIsScreenCapture = 1", "kMDItemIsScreenCapture", true, false),
    RealQuery("kMDItemFSSize>1e8", "kMDItemFSSize", 100_000_001, 100_000_000),
    RealQuery(
      "kMDItemFSSize>=1e8&&kMDItemContentTypeTree=public.directory",
      MemoryDocument(["kMDItemFSSize": 100_000_000, "contentTypeTree": tree("public.directory")]),
      MemoryDocument(["kMDItemFSSize": 99_999_999, "contentTypeTree": tree("public.directory")])),
    RealQuery("kMDItemFSSize != \"1\"", "kMDItemFSSize", 2, 1),
    RealQuery("kMDItemFSLabel>0", "kMDItemFSLabel", 1, 0),
    RealQuery(
      "kMDItemDurationSeconds<=180&&kMDItemContentType=public.mp3",
      MemoryDocument(["kMDItemDurationSeconds": 180, "contentType": "public.mp3"]),
      MemoryDocument(["kMDItemDurationSeconds": 180.5, "contentType": "public.mp3"])),
    RealQuery("(kMDItemFSSize > 5 || kMDItemFSName == \"a\") && !(kMDItemFSSize > 100)", "kMDItemFSSize", 100, 101),
  ]

  private static let dates: [RealQuery] = [
    RealQuery(
      "kMDItemFSName=\"*.*\" && kMDItemFSContentChangeDate >= $time.this_week(-2)",
      MemoryDocument(["kMDItemFSName": "a.b", "kMDItemFSContentChangeDate": day("2026-03-01")]),
      MemoryDocument(["kMDItemFSName": "a.b", "kMDItemFSContentChangeDate": day("2026-02-28")])),
    RealQuery(
      "(InRange(kMDItemFSContentChangeDate,$time.today(-30d),$time.today(+1d)) && InRange(kMDItemLastUsedDate,$time.today(-30d),$time.today(+1d)))",
      MemoryDocument(["kMDItemFSContentChangeDate": day("2026-02-16"), "kMDItemLastUsedDate": day("2026-03-18")]),
      MemoryDocument(["kMDItemFSContentChangeDate": day("2026-02-16"), "kMDItemLastUsedDate": day("2026-03-19")])),
    RealQuery(
      "(InRange(kMDItemContentCreationDate,$time.today(-30d),$time.today(+1d)) && (_kMDItemGroupId = 13))",
      MemoryDocument(["kMDItemContentCreationDate": day("2026-03-01"), "contentTypeTree": tree("public.image")]),
      MemoryDocument(["kMDItemContentCreationDate": day("2026-03-01"), "contentTypeTree": tree("public.movie")])),
    RealQuery("kMDItemLastUsedDate >= $time.this_year", "kMDItemLastUsedDate", day("2026-01-01"), day("2025-12-31")),
    RealQuery(
      "(kMDItemContentModificationDate >= $time.this_week) || (kMDItemDisplayName == \"*due*\"cd)", "kMDItemContentModificationDate",
      day("2026-03-15"), day("2026-03-14")),
    RealQuery(
      "kMDItemDateAdded >= $time.now(-3600) && kMDItemWhereFroms == \"*\"",
      MemoryDocument(["kMDItemDateAdded": .date("2026-03-18T15:00:00+02:00"), "kMDItemWhereFroms": ["x"]]),
      MemoryDocument(["kMDItemDateAdded": .date("2026-03-18T15:00:00+02:00")])),
    RealQuery(
      "kMDItemLastUsedDate >= $time.today(-30) && kMDItemContentType != \"public.folder\" && kMDItemContentTypeTree != \"com.apple.application-bundle\"",
      MemoryDocument(["kMDItemLastUsedDate": day("2026-03-01"), "contentType": "public.data"]),
      MemoryDocument([
        "kMDItemLastUsedDate": day("2026-03-01"), "contentType": "public.data", "contentTypeTree": tree("com.apple.application-bundle"),
      ])),
    RealQuery(
      "kMDItemFSContentChangeDate >= $time.now(-3600) && kMDItemContentType != public.folder",
      MemoryDocument(["kMDItemFSContentChangeDate": .date("2026-03-18T15:00:00+02:00"), "contentType": "public.data"]),
      MemoryDocument(["kMDItemFSContentChangeDate": .date("2026-03-18T15:00:00+02:00"), "contentType": "public.folder"])),
    RealQuery(
      "kMDItemContentCreationDate >= $time.iso(\"2026-09-16T00:00:00\")", "kMDItemContentCreationDate", .date("2026-09-16T00:00:00+02:00"),
      .date("2026-09-15T23:59:59+02:00")),
    RealQuery(
      "kMDItemFSCreationDate>$time.iso(2014-03-16T01:03:08Z)", "kMDItemFSCreationDate", .date("2014-03-16T01:03:09Z"),
      .date("2014-03-16T01:03:08Z")),
    RealQuery(
      "kMDItemFSContentChangeDate==$time.iso(2018-10-01T10:00:00Z)", "kMDItemFSContentChangeDate", .date("2018-10-01T10:00:00.7Z"),
      .date("2018-10-01T10:00:01Z")),
    RealQuery(
      "kMDItemFSContentChangeDate>$time.now(-86400)", "kMDItemFSContentChangeDate", .date("2026-03-17T15:30:21+02:00"),
      .date("2026-03-17T15:30:20+02:00")),
    RealQuery("kMDItemDateAdded>$time.today(-7)", "kMDItemDateAdded", day("2026-03-11"), day("2026-03-10")),
    RealQuery(
      "kMDItemLastUsedDate != NULL && kMDItemLastUsedDate >= $time.today(-15d) && !(kMDItemContentTypeTree == 'com.apple.application-bundle' || kMDItemContentTypeTree == 'com.apple.installer-package-archive' || kMDItemContentTypeTree == 'public.executable')",
      MemoryDocument(["kMDItemLastUsedDate": day("2026-03-03"), "contentTypeTree": tree("public.text")]),
      MemoryDocument(["kMDItemLastUsedDate": day("2026-03-03"), "contentTypeTree": tree("public.executable")])),
  ]

  private static let texts: [RealQuery] = [
    RealQuery("kMDItemTextContent=\"*expose*\"cd", MemoryDocument(text: "Overexposed pictures"), MemoryDocument(text: "over exposition")),
    RealQuery(
      "kMDItemTextContent=*LSUIElement*", MemoryDocument(text: "<key>LSUIElement</key>"), MemoryDocument(text: "<key>LSUIElemen</key>")),
    RealQuery("kMDItemTextContent==\"samba\"", MemoryDocument(text: "the samba server"), MemoryDocument(text: "the sambas server")),
    RealQuery("*!=\"samba\"", "title", "sambas", "samba"),
    RealQuery("(** = \"quarterly*\"cdws)", MemoryDocument(text: "The Quarterly report"), MemoryDocument(text: "The quarter report")),
    RealQuery("(*=\"berry*\"cdwt)", "title", "A Berry bush", "A blueberry bush"),
    RealQuery(
      "title == \"*milk*\"c || textContent == \"*milk*\"c", MemoryDocument(["title": "x"], text: "Buttermilk."),
      MemoryDocument(["title": "x"], text: "Butter.")),
  ]
}
