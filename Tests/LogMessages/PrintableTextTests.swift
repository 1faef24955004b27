// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LogMessages

struct PrintableTextTests {
  @Test(arguments: [
    ("/home/ann/report.txt", "/home/ann/report.txt"), ("", ""), ("/é/日本/😀 \u{200F}א", "/é/日本/😀 \u{200F}א"), ("/it's\\so", "/it's\\so"),
    ("/a\u{1B}[31m", #"$'/a\033[31m'"#), ("/a\nb\tc\rd", #"$'/a\nb\tc\rd'"#), ("/it's\\\u{7F}", #"$'/it\'s\\\177'"#),
    ("/c1\u{9B}31m", #"$'/c1\302\23331m'"#), ("/exe\u{202E}txt", #"$'/exe\342\200\256txt'"#),
    ("\u{2066}é\u{2028}", #"$'\342\201\246é\342\200\250'"#),
  ])
  func `a path is quoted if a terminal would not print it unchanged`(path: String, expected: String) {
    #expect(PrintableText.path(Array(path.utf8)) == expected)
  }

  @Test(
    arguments: [
      ([0x2F, 0xE9], #"$'/\351'"#), ([0x61, 0xC3], #"$'a\303'"#), ([0xC3, 0x28], #"$'\303('"#), ([0xED, 0xA0, 0x80], #"$'\355\240\200'"#),
      ([0xF0, 0x9F, 0x98, 0x61], #"$'\360\237\230a'"#), ([0xC0, 0x80, 0xC3, 0xA9], #"$'\300\200é'"#),
    ] as [([UInt8], String)])
  func `bytes that are not UTF-8 are escaped one by one`(path: [UInt8], expected: String) {
    #expect(PrintableText.path(path) == expected)
  }

  @Test(arguments: [
    ("/home/ann/report_1.txt", "/home/ann/report_1.txt"), ("/é/日本", "/é/日本"), ("/a b", #""/a b""#), ("/it's", #""/it's""#),
    ("/~x", #""/~x""#),
    ("/a $x", #"$'/a $x'"#), ("/it's `x`", #"$'/it\'s `x`'"#), ("/a\n", #"$'/a\n'"#), ("", ""),
  ])
  func `an argument is quoted if a shell would change it`(path: String, expected: String) {
    #expect(PrintableText.argument(Array(path.utf8)) == expected)
  }

  @Test func `text keeps its line breaks, and a line has none`() {
    #expect(PrintableText.lines("a\n\tb\u{1B}]0;c\u{7}\u{0}") == "a\n\tb\\033]0;c\\007\u{0}")
    #expect(PrintableText.line("a\n\tb\u{85}\u{0}\\'") == "a\\n\\tb\\302\\205\\000\\'")
    #expect(PrintableText.line("plain é") == "plain é")
  }

  @Test func `the output has no control characters`() {
    for value in (0..<0x3000).compactMap(Unicode.Scalar.init) {
      let shown = PrintableText.path(Array(String(Character(value)).utf8)) + PrintableText.line(String(Character(value)))
      #expect(shown.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }, "\(value.value)")
    }
  }
}
