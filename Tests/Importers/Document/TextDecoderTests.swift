// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import DocumentImporter

/// The decoded text of `bytes`, read in blocks of `blockSize`.
private func decode(_ bytes: [UInt8], blockSize: Int = 1 << 16, declared: CharacterEncoding? = nil) throws -> String {
  var decoder = TextDecoder { _ in declared }
  var output: [UInt8] = []
  var pending: [UInt8] = []
  var offset = 0
  repeat {
    let end = min(bytes.count, offset + blockSize)
    pending += bytes[offset..<end]
    offset = end
    let used = try decoder.decode(pending.span, isLast: offset == bytes.count) { piece in
      for index in piece.span.indices { output.append(piece.span[index]) }
    }
    pending.removeFirst(used)
    #expect(pending.count < 16, "the rest is less than a character")
  } while offset < bytes.count && !decoder.isBinary
  return try #require(String(validating: output, as: UTF8.self), "output is UTF-8")
}

private let german = "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich. Süße Äpfel, schöne Grüße, häufig spät im März.\n"
private let russian = "Съешь же ещё этих мягких французских булок, да выпей чаю. Это простой текстовый файл на русском языке.\n"
private let japanese = "これはテキストファイルです。いろはにほへと、色は匂へど散りぬるを。我が世誰ぞ常ならむ。\n"
private let chinese = "这是一个文本文件。它有四行字符，还有很多汉字。中文信息处理，搜索引擎与操作系统。\n"
private let traditional = "這是一個文字檔案。它有很多漢字，中文資訊處理，搜尋引擎與作業系統。我們的電腦。\n"
private let korean = "이것은 텍스트 파일입니다. 여기에는 여러 줄의 한국어 문장이 들어 있습니다. 다람쥐 헌 쳇바퀴에 타고파.\n"
private let greek = "Αυτό είναι ένα αρχείο κειμένου στα ελληνικά. Ξεσκεπάζω την ψυχοφθόρα βδελυγμία.\n"

@Suite struct TextDecoderTests {
  @Test(arguments: [
    ("WINDOWS-1252", german), ("ISO-8859-1", german), ("WINDOWS-1251", russian), ("KOI8-R", russian), ("EUC-JP", japanese),
    ("SHIFT_JIS", japanese), ("ISO-2022-JP", japanese), ("GB18030", chinese), ("GB2312", chinese), ("BIG5", traditional),
    ("EUC-KR", korean), ("ISO-8859-7", greek), ("WINDOWS-1253", greek), ("UTF-8", german + russian + japanese), ("ISO-8859-5", russian),
  ])
  func `an undeclared encoding is detected`(encoding: String, text: String) throws {
    #expect(try decode(encoded(text, as: encoding)) == text)
  }

  @Test(
    arguments: ["CP437", "CP850", "MACINTOSH"],
    [
      german, "Le café où les élèves étudient est fermé à l'été; les garçons déçus.\n", "El niño comió piñas en Málaga, según él.\n",
      "größer\n",
    ])
  func `encodings of DOS and the Macintosh are detected`(encoding: String, text: String) throws {
    #expect(try decode(encoded(text, as: encoding)) == text)
  }

  @Test(
    arguments: ["WINDOWS-1250", "ISO-8859-2", "CP852"],
    [
      "Dwa żółwie i źdźbło trawy, świeże jabłka w ogródku. Łódź jest dużym miastem.\n",
      "Každý člověk má právo na život, svobodu a osobní bezpečnost; všichni jsou si před zákonem rovni.\n",
      "Všetci ľudia sa rodia slobodní a rovní, čo do dôstojnosti aj práv; dážď padá na žltú lúku.\n",
      "A magyar nyelv szép: őszi szőlő, hűvös erdő, gyümölcs és víz.\n", "Djeca uče čitati i pišu zadaće, a đak čeka ljeti u Šibeniku.\n",
      "Življenje je lepo, če se človek smeje vsak dan in piše pesmi.\n",
      "Oraşul Bucureşti este capitala României şi are străzi în centrul ţării.\n",
    ])
  func `encodings of Central Europe are detected`(encoding: String, text: String) throws {
    #expect(try decode(encoded(text, as: encoding)) == text)
  }

  @Test(arguments: [
    ("WINDOWS-1255", "זהו קובץ טקסט פשוט בעברית, שבו כמה מילים"), ("CP874", "ภาษาไทยเป็นภาษาที่มีผู้พูดมากที่สุดในประเทศไทย"),
    ("WINDOWS-1256", "هذا نص بسيط باللغة العربية"), ("WINDOWS-1254", "İstanbul'da yağmur yağıyor, çocuklar şarkı söylüyor"),
    ("WINDOWS-1257", "Šiaurės pašvaistė žiemą švyti virš ežero"),
    ("CP866", "Обикновен текст на български език, със щъркели и цъфтящи жита"),
    ("KOI8-U", "Жебракують філософи при ґанку церкви, ще й шатро їхнє знаємо"), ("CP737", "Απλό κείμενο στα ελληνικά με λίγες λέξεις"),
  ])
  func `a line in another script or language is enough`(encoding: String, text: String) throws {
    #expect(try decode(encoded(text, as: encoding)) == text)
  }

  @Test(arguments: ["UTF-16LE", "UTF-16BE"], ["日本語テキスト", "東京都千代田区"])
  func `short UTF-16 without ASCII is recognised`(encoding: String, text: String) throws {
    #expect(try decode(encoded(text, as: encoding)) == text)
  }

  @Test(arguments: ["UTF-16LE", "UTF-16BE"], [german, russian, japanese, chinese])
  func `UTF-16 is recognised without a byte order mark`(encoding: String, text: String) throws {
    #expect(try decode(encoded(text, as: encoding)) == text)
  }

  @Test(arguments: ["UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"], [german, russian, japanese, "😀 ends outside the plane 𝄞"])
  func `a byte order mark decides the encoding and is removed, whatever the block size`(encoding: String, text: String) throws {
    let bytes = try encoded("\u{FEFF}" + text, as: encoding)
    for blockSize in 8...40 { #expect(try decode(bytes, blockSize: blockSize) == text, "blocks of \(blockSize)") }
  }

  @Test(arguments: [
    ("EUC-JP", japanese), ("SHIFT_JIS", japanese), ("ISO-2022-JP", japanese), ("GB18030", chinese + "㐀𠀀"), ("KOI8-R", russian),
  ])
  func `a declared encoding is used, whatever the block size`(encoding: String, text: String) throws {
    let bytes = try encoded(text, as: encoding)
    for blockSize in 8...40 {
      #expect(try decode(bytes, blockSize: blockSize, declared: CharacterEncoding(label: encoding)) == text, "blocks of \(blockSize)")
    }
  }

  @Test func `UTF-8 is decoded completely when characters cross block boundaries`() throws {
    let text = german + russian + japanese + "😀"
    for blockSize in 8...40 { #expect(try decode(Array(text.utf8), blockSize: blockSize) == text, "blocks of \(blockSize)") }
  }

  @Test func `the first words that are not ASCII decide the encoding`() throws {
    let licence = String(repeating: "Permission is hereby granted, free of charge. ", count: 100)
    #expect(try decode(encoded(licence + russian, as: "WINDOWS-1251"), blockSize: 1024) == licence + russian)
  }

  @Test func `text with a few accented letters is Western`() throws {
    let text = "The author of this file is Raphaël, and the street is Lerchelsböhl 5.\n"
    #expect(try decode(encoded(text, as: "ISO-8859-1")) == text)
    let quotes = "The text uses \u{201C}curly quotes\u{201D} and a dash \u{2013} of Windows, and otherwise words of English.\n"
    #expect(try decode(encoded(quotes, as: "WINDOWS-1252")) == quotes)
  }

  @Test(arguments: [
    ([0xFF], "ä", "\u{FFFD}ä"), ([0xE2, 0x82], "", "\u{FFFD}"), ([0xED, 0xA0, 0x80], "", "\u{FFFD}\u{FFFD}\u{FFFD}"),
  ])
  func `invalid UTF-8 is replaced and the rest kept`(broken: [UInt8], end: String, expected: String) throws {
    let start = "Grüße und schöne Tage "
    #expect(try decode(Array(start.utf8) + broken + Array(end.utf8)) == start + expected)
  }

  @Test func `invalid sequences of a converted encoding are replaced and the rest kept`() throws {
    let start = try encoded(japanese, as: "EUC-JP")
    #expect(try decode(start + [0xFF, 0x41, 0xA4], declared: .named("EUC-JP")) == japanese + "\u{FFFD}A\u{FFFD}")
    // A lone low surrogate, then an odd byte at the end.
    #expect(try decode([0xFF, 0xFE, 0x41, 0x00, 0x00, 0xDC, 0x42, 0x00, 0x43]) == "A\u{FFFD}B\u{FFFD}")
  }

  @Test func `an unknown encoding is replaced by a known one`() throws {
    #expect(try decode(Array("plain".utf8), declared: .named("NO-SUCH-ENCODING")) == "plain")
  }

  @Test func `binary data has no text`() throws {
    var random = SeededGenerator(seed: 1)
    let noise = (0..<5000).map { _ in UInt8.random(in: 0...255, using: &random) }
    #expect(try decode(noise) == "")
    #expect(try decode([UInt8](repeating: 0, count: 4096)) == "")
    #expect(try decode((0..<1000).flatMap { [UInt8(truncatingIfNeeded: $0), 0, 0, 0] }) == "")
  }

  @Test func `only the script is read from a script with binary data appended`() throws {
    let script = "#!/bin/sh\n" + String(repeating: "# unpacks itself\n", count: 60)
    let block = Array(script.utf8)
    #expect(try decode(block + [UInt8](repeating: 0, count: 10_000), blockSize: block.count) == script)
  }

  @Test func `a single zero byte does not make a text binary`() throws {
    let text = String(repeating: "line of a log\n", count: 50)
    #expect(try decode(Array((text + "\0" + text).utf8)) == text + "\0" + text)
  }

  @Test(arguments: ["hello pumpkin\n\0\0\0\0", "before\0after nulword\n", "\0\0\0 leading", "a\0b\0c\0d\0"])
  func `a short text with zero bytes is read`(text: String) throws {
    #expect(try decode(Array(text.utf8)) == (text == "a\0b\0c\0d\0" ? "abcd" : text))
  }

  @Test func `a log that ends with zeros, as after a crash, keeps its text`() throws {
    let log = (0..<200).map { "Nov 23 10:00:\($0 % 60) host daemon[1]: line \($0)\n" }.joined()
    let zeros = [UInt8](repeating: 0, count: 4096)
    #expect(try decode(Array(log.utf8) + zeros).hasPrefix(log))
    #expect(try decode(Array(log.utf8) + zeros + Array(log.utf8)).hasSuffix(log))
  }

  @Test(arguments: 1...300) func `any bytes give UTF-8`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let bytes = (0..<Int.random(in: 0...400, using: &random)).map { _ in UInt8.random(in: 9...255, using: &random) }
    let labels = ["UTF-8", "EUC-JP", "GB18030", "ISO-2022-KR", "SHIFT_JIS", "UTF-7", "BIG5", "KOI8-R"]
    let declared = labels.randomElement(using: &random).map { CharacterEncoding(label: $0) }
    _ = try decode(bytes, blockSize: Int.random(in: 8...100, using: &random), declared: declared)
  }

  @Test(arguments: [
    ("<meta charset=koi8-r>", CharacterEncoding.named("KOI8-R")),
    ("<META HTTP-EQUIV='Content-Type' CONTENT='text/html; CHARSET=ISO-8859-1'>", .windows1252),
    ("<?xml version='1.0' encoding='EUC-JP'?><html>", .named("EUC-JP")), ("<meta charset = \"utf-16\">", .utf8),
    ("<meta charset=unicode>", nil), ("<meta charset='UTF-32BE'>", nil), ("<meta charset='EBCDIC-US'>", nil),
    ("<meta charset='no-such-thing'>", nil), ("<p>charset and encoding</p>", nil), ("<meta charset='../../gconv'>", nil), ("", nil),
  ])
  func `markup declares its encoding`(markup: String, expected: CharacterEncoding?) {
    #expect(CharacterEncoding.declared(inHTML: Array(markup.utf8).span) == expected)
  }
}
