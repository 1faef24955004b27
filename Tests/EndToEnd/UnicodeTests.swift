// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Scripts, case, diacritics and Unicode normalization on real files.
struct UnicodeTests {
  @Test func `normalization forms of names are equal, and case and diacritics differ unless the query ignores them`() throws {
    let user = try TestEnvironment()
    let (composed, decomposed) = ("caf\u{E9} one", "cafe\u{301} two")
    let names = [
      composed, decomposed, "cafe three", "Ｆｕｌｌ ｗｉｄｔｈ", "ｶﾞｲﾄﾞ", "Straße", "STRASSE 2", "İzmir", "ISPARTA", "ısı", "ΟΔΥΣΣΕΥΣ", "Οδυσσεύς",
      "Łódź", "Việt Nam",
      "한국어", "Ünïcödé_snakeCase.txt",
    ]
    for name in names { try user.write(name, "text") }
    try user.index()
    func row(_ value: String, _ finds: String...) -> (query: String, finds: [String]) { ("kMDItemFSName == \(value)", finds) }
    try user.expect(
      [
        row("\"caf\u{E9}*\"", composed, decomposed), row("\"cafe\u{301}*\"", composed, decomposed),
        row("\"café\"w", composed, decomposed), row("\"CAFE\u{301}*\"c", composed, decomposed),
        row("\"cafe*\"d", composed, decomposed, "cafe three"), row("\"cafe*\"", "cafe three"),
        row("\"full width\"c", "Ｆｕｌｌ ｗｉｄｔｈ"), row("\"ガイド\"c", "ｶﾞｲﾄﾞ"), row("\"full*\"", ""),
        row("\"strasse*\"c", "Straße", "STRASSE 2"), row("\"STRASSE\"cw", "Straße", "STRASSE 2"), row("\"Strasse*\""),
        row("\"izmir\"cd", "İzmir"), row("\"izmir\"c"), row("\"i\u{307}zmir\"c", "İzmir"), row("\"isparta\"c", "ISPARTA"),
        row("\"ısparta\"c"), row("\"ısparta\"cd", "ISPARTA"), row("\"ISI\"cd", "ısı"), row("\"ISI\"c"),
        row("\"οδυσσευς\"c", "ΟΔΥΣΣΕΥΣ"), row("\"οδυσσευσ\"c", "ΟΔΥΣΣΕΥΣ"), row("\"ΟΔΥΣΣΕΥΣ\"cd", "ΟΔΥΣΣΕΥΣ", "Οδυσσεύς"),
        row("\"lodz\"cd", "Łódź"), row("\"viet*\"cd", "Việt Nam"), row("\"\u{1112}\u{1161}\u{11AB}*\"", "한국어"),
        row("\"unicode\"cdw", "Ünïcödé_snakeCase.txt"), row("\"case\"cdw", "Ünïcödé_snakeCase.txt"),
      ].map { ($0.query, $0.finds.filter { !$0.isEmpty }) })
    #expect(try user.find("-name", "CAFE\u{301}") == [composed, decomposed, "cafe three"].sorted())
    #expect(try user.find("cafe") == [composed, decomposed, "cafe three"].sorted())
    #expect(try user.find("strasse") == ["Straße", "STRASSE 2"].sorted())
  }

  @Test func `words of scripts without spaces are found in texts`() throws {
    let user = try TestEnvironment(files: [
      "zh.txt": "我住在北京大学附近，喜欢中国人民的历史。", "ja.txt": "私は東京都に住んでいます。日本語を勉強します。", "th.txt": "ฉันเรียนภาษาไทยที่โรงเรียน",
      "ko.txt": "나는 서울에 살고 있습니다.", "mixed.html": "<title>東京タワー</title><p>SwiftでSpotlightを作る",
    ])
    try user.index()
    func row(_ value: String, _ finds: String...) -> (query: String, finds: [String]) { ("kMDItemTextContent == \(value)", finds) }
    try user.expect([
      row("\"北京\"", "zh.txt"), row("\"北京大学\"", "zh.txt"), row("\"人民\"", "zh.txt"), row("\"民的\""),
      row("\"東京\"", "ja.txt"), row("\"東京都\"", "ja.txt"), row("\"京都\""), row("\"*京都*\"", "ja.txt"), row("\"日本語\"", "ja.txt"),
      row("\"日本*\"", "ja.txt"), row("\"ภาษา\"", "th.txt"), row("\"ไทย\"", "th.txt"), row("\"โรงเรียน\"", "th.txt"), row("\"สาไท\""),
      row("\"서울*\"", "ko.txt"), row("\"서울에\"", "ko.txt"), row("\"swift\"c", "mixed.html"), row("\"spotlight\"c", "mixed.html"),
    ])
    #expect(try user.find("北京") == ["zh.txt"])
    #expect(try user.find("東京") == ["ja.txt", "mixed.html"])
    #expect(try user.find("ภาษา") == ["th.txt"])
    try user.expect([("title == \"東京\"w", ["mixed.html"]), ("title == \"タワー\"w", ["mixed.html"])])
  }

  @Test func `texts fold alike in every script and normalization form`() throws {
    let user = try TestEnvironment(files: [
      "nfc.txt": "Crème brûlée", "nfd.txt": "Cre\u{300}me bru\u{302}le\u{301}e", "greek.txt": "Ὁ Ὀδυσσεὺς εἶδεν ὁδούς",
      "german.txt": "Große STRASSE",
      "turkish.txt": "İstanbul ve DIYARBAKIR", "russian.txt": "Ёлка и ПРИВЕТ", "arabic.txt": "مُحَمَّد", "hebrew.txt": "שָׁלוֹם",
      "wide.txt": "ＡＢＣ１２３",
    ])
    try user.index()
    func row(_ value: String, _ finds: String...) -> (query: String, finds: [String]) { ("kMDItemTextContent == \(value)", finds) }
    try user.expect([
      row("\"Crème\"", "nfc.txt", "nfd.txt"), row("\"Cre\u{300}me brûlée\"", "nfc.txt", "nfd.txt"),
      row("\"creme brulee\"cd", "nfc.txt", "nfd.txt"),
      row("\"creme\"c"), row("\"οδυσσευς\"cd", "greek.txt"), row("\"ΟΔΟΥΣ\"cd", "greek.txt"), row("\"grosse\"c", "german.txt"),
      row("\"straße\"c", "german.txt"), row("\"istanbul\"cd", "turkish.txt"), row("\"istanbul\"c"), row("\"diyarbakır\"cd", "turkish.txt"),
      row("\"елка\"cd", "russian.txt"), row("\"ёлка\"c", "russian.txt"), row("\"привет\"c", "russian.txt"), row("\"محمد\"d", "arabic.txt"),
      row("\"محمد\""), row("\"שלום\"d", "hebrew.txt"), row("\"abc123\"c", "wide.txt"),
    ])
  }

  /// A file name is a sequence of bytes. Bytes that are not UTF-8 are compared as U+FFFD and
  /// printed unchanged.
  @Test func `a name that is not UTF-8 is found and printed byte by byte`() throws {
    let user = try TestEnvironment(files: ["plain.txt": "brewed"])
    let latin = Array("caf".utf8) + [0xE9] + Array(" Report.txt".utf8)
    let broken: [UInt8] = [0xFF, 0xFE, UInt8(ascii: "\t"), 0xC3]
    user.write(bytes: latin, "brewed")
    user.write(bytes: broken, "brewed")
    try user.index()
    func paths(_ names: [[UInt8]], ending: UInt8) -> [UInt8] {
      names.flatMap { Array(user.files.utf8) + [UInt8(ascii: "/")] + $0 + [ending] }
    }
    for query in [
      "kMDItemFSName == \"caf* report.txt\"c", "kMDItemFSName == \"Report\"w", "kMDItemDisplayName == \"caf\u{FFFD}*\"",
      "kMDItemPath == \"*/caf*\"", "kMDItemTextContent == brewed && kMDItemFSName == \"c*\"",
    ] {
      #expect(try user.run("mdfind", "-literal", query).output == paths([latin], ending: UInt8(ascii: "\n")), "\(query)")
    }
    #expect(try user.run("mdfind", "-0", "-literal", "kMDItemFSName == \"\u{FFFD}*\"").output == paths([broken], ending: 0))
    #expect(try user.run("mdfind", "-count", "brewed").text == "3\n")
  }
}
