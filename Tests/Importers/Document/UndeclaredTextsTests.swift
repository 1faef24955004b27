// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import DocumentImporter

@Suite struct UndeclaredTextsTests {
  private func decoded(_ texts: [String], from encoding: String) throws -> [String] {
    let marked = try texts.map { UndeclaredTexts.marked(try encoded($0, as: encoding)) }
    let found = UndeclaredTexts(marked)
    return marked.map(found.decoded)
  }

  @Test(arguments: [
    ("WINDOWS-1252", ["Été à la plage", "Françoise Hardy"]), ("WINDOWS-1252", ["Für Elise"]), ("WINDOWS-1252", ["Sigur Rós"]),
    ("WINDOWS-1252", ["Motörhead", "¿Dónde jugarán los niños?", "L’été indien"]), ("WINDOWS-1252", ["João Gilberto"]),
    ("WINDOWS-1252", ["Smukke unge mennesker på Østerbro"]), ("WINDOWS-1251", ["Группа крови", "Кино"]), ("WINDOWS-1251", ["Кино"]),
    ("WINDOWS-1251", ["Щурците"]), ("WINDOWS-1251", ["Океан Ельзи"]), ("KOI8-R", ["Улица роз", "Ария"]), ("CP866", ["Война и мир"]),
    ("WINDOWS-1250", ["Žluťoučký kůň"]), ("WINDOWS-1250", ["Kde domov můj"]), ("WINDOWS-1250", ["Miłość w czasach popkultury"]),
    ("WINDOWS-1250", ["Gyöngyhajú lány", "Őrült nők"]), ("ISO-8859-2", ["Długość dźwięku samotności"]),
    ("WINDOWS-1253", ["Αγάπη μου"]), ("ISO-8859-7", ["Μίκης Θεοδωράκης"]), ("WINDOWS-1255", ["ירושלים של זהב"]),
    ("CP874", ["เพลงไทย", "คาราบาว"]), ("GB18030", ["月亮代表我的心", "邓丽君"]), ("GB18030", ["周杰伦"]), ("BIG5", ["我愛你", "台灣電影"]),
    ("CP932", ["宇多田ヒカル", "さくら"]), ("EUC-KR", ["소녀시대", "한국"]), ("WINDOWS-1254", ["İstanbul şarkıları"]),
  ])
  func `the encoding is found from a few words`(encoding: String, texts: [String]) throws {
    #expect(try decoded(texts, from: encoding) == texts)
  }

  @Test func `a short name is read like the others of its file`() throws {
    let texts = ["ДДТ", "Что такое осень", "Актриса Весна"]
    #expect(try decoded(texts, from: "WINDOWS-1251") == texts)
  }

  @Test func `UTF-8 that is called Latin-1 is UTF-8`() throws {
    #expect(try decoded(["Příliš žluťoučký"], from: "UTF-8") == ["Příliš žluťoučký"])
  }

  @Test func `a declared encoding is used if it exists`() throws {
    let marked = UndeclaredTexts.marked(try encoded("Отчёт", as: "KOI8-R"))
    #expect(UndeclaredTexts([marked], declared: "koi8-r").decoded(marked) == "Отчёт")
    #expect(UndeclaredTexts([marked], declared: "UTF-8").decoded(marked) == UndeclaredTexts([marked]).decoded(marked))
  }

  @Test(arguments: 1...200) func `any bytes give a text, without crashes`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    let marked = UndeclaredTexts.marked(bytes)
    let text = UndeclaredTexts([marked]).decoded(marked)
    #expect(!text.unicodeScalars.contains { (0xEE80...0xEEFF).contains($0.value) } || String(validating: bytes, as: UTF8.self) != nil)
  }
}
