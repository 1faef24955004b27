// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CommandLine

struct TerminalTests {
  // MARK: Keys

  @Test(arguments: [
    ("a", [TerminalKey.text("a")]), ("日本é", [.text("日本é")]), ("ab\r", [.text("ab"), .enter]),
    ("\u{7F}\u{15}\u{17}", [.backspace, .deleteLine, .deleteWord]),
    ("\u{1B}[A\u{1B}[B\u{1B}OC\u{1B}[D", [.up, .down, .right, .left]), ("\u{1B}[1;5C\u{1B}b", [.wordRight, .wordLeft]),
    ("\u{1B}[5~\u{1B}[6~\u{1B}[3~", [.pageUp, .pageDown, .delete]), ("\u{1B}[H\u{1B}[4~", [.home, .end]), ("\t\u{1B}[Z", [.tab, .backTab]),
    ("\u{3}\u{4}\u{1A}\u{C}", [.interrupt, .endOfInput, .suspend, .redraw]), ("\u{1B}[99;1~x", [.text("x")]), ("\u{0}\u{1C}", []),
    ("\u{1B}[200~two\nlines\u{3}\u{1B}[201~\r", [.text("two lines"), .enter]), ("\u{1B}\u{1B}[A", [.escape, .up]),
  ])
  func `keys are decoded, in whatever pieces they arrive`(input: String, keys: [TerminalKey]) {
    var decoder = TerminalKeyDecoder()
    let whole = decoder.keys(Array(input.utf8))
    #expect(whole == keys && !decoder.isIncomplete)
    let single = input.utf8.flatMap { decoder.keys([$0]) }
    // Characters that arrive one by one are texts of their own.
    #expect(Self.joined(single) == keys)
  }

  private static func joined(_ keys: [TerminalKey]) -> [TerminalKey] {
    keys.reduce(into: []) { joined, key in
      if case .text(let text) = key, case .text(let before)? = joined.last {
        joined[joined.count - 1] = .text(before + text)
      } else {
        joined.append(key)
      }
    }
  }

  @Test func `an escape character is a key only if nothing follows`() {
    var decoder = TerminalKeyDecoder()
    func decoded(_ bytes: [UInt8], isPaused: Bool = false) -> [TerminalKey] { decoder.keys(bytes, isPaused: isPaused) }
    #expect(decoded([0x1B]).isEmpty && decoder.isIncomplete)
    #expect(decoded([], isPaused: true) == [.escape] && !decoder.isIncomplete)
    #expect(decoded(Array("\u{1B}[".utf8)).isEmpty)
    #expect(decoded(Array("B".utf8)) == [.down])
    #expect(decoded([0xE6, 0x97]).isEmpty)
    #expect(decoded([], isPaused: true).isEmpty && !decoder.isIncomplete)
    #expect(decoded([0xFF, 0x61]) == [.text("a")])
  }

  // MARK: Editing

  @Test func `a line is edited as in a shell`() {
    var line = LineEditor("annual report")
    func apply(_ keys: TerminalKey...) -> Bool { keys.reduce(true) { line.apply($1) && $0 } }
    #expect(apply(.wordLeft, .text("big ")))
    #expect(line.text == "annual big report" && line.beforeCursor == "annual big ")
    #expect(apply(.deleteWord, .backspace, .home, .delete))
    #expect(line.text == "nnualreport" && line.beforeCursor == "")
    #expect(apply(.text("e\u{301}"), .backspace, .end, .left, .deleteToEnd))
    #expect(line.text == "nnualrepor" && line.isAtEnd)
    #expect(apply(.deleteLine, .backspace, .delete, .left, .right, .wordLeft, .wordRight, .deleteWord))
    #expect(line.text == "")
    #expect(!apply(.up) && !apply(.enter))
  }

  @Test func `a combining character joins the one before the cursor`() {
    var line = LineEditor("ex")
    for key in [TerminalKey.left, .text("\u{301}")] { _ = line.apply(key) }
    #expect(line.text == "e\u{301}x" && line.beforeCursor == "e\u{301}")
    _ = line.apply(.backspace)
    #expect(line.text == "x")
  }

  // MARK: Lines of a screen

  @Test(arguments: [
    ("report", 10, "report", 4), ("report", 6, "report", 0), ("report", 5, "repo…", 0), ("日本語", 6, "日本語", 0), ("日本語", 5, "日本…", 0),
    ("日本語", 4, "日…", 0), ("e\u{301}e\u{301}", 2, "e\u{301}e\u{301}", 0), ("a\u{1B}[31m\nb", 20, "a\\033[31m\\nb", 8), ("x", 0, "", 0),
  ])
  func `a line never exceeds its columns`(text: String, columns: Int, shown: String, rest: Int) {
    var line = ScreenLine(columns: columns, isColored: false)
    line.append(text, .bold)
    #expect(String(decoding: line.bytes, as: UTF8.self) == shown)
    #expect(line.columns == rest)
    line.append("behind")
    #expect(line.columns == max(0, rest - 6))
  }

  @Test func `matches are highlighted`() {
    var line = ScreenLine(columns: 20, isColored: true)
    line.append("the old report", matches: [4..<7, 8..<14])
    #expect(String(decoding: line.bytes, as: UTF8.self) == "the \u{1B}[1;31mold\u{1B}[0m \u{1B}[1;31mreport\u{1B}[0m")
  }
}
