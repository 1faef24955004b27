// SPDX-License-Identifier: Apache-2.0

import ImporterSupport
import Testing

@Suite struct OneLineTests {
  @Test(arguments: [
    ("Part III.\u{A0}Server\r\n  Administration", "Part III. Server Administration"), ("\u{A0}\t", ""), ("", ""), ("one", "one"),
    ("a\u{3000}\u{2009}b ", "a b"), ("e \u{301}", "e \u{301}"), ("zero\u{200B}width", "zero\u{200B}width"),
  ])
  func `white space of any kind becomes single spaces`(text: String, line: String) {
    #expect(Array(text.oneLine.unicodeScalars) == Array(line.unicodeScalars))
  }
}
