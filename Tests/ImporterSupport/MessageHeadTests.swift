// SPDX-License-Identifier: Apache-2.0

import ImporterSupport
import Testing

@Suite struct MessageHeadTests {
  @Test(arguments: [
    ("DKIM-Signature: v=1;\n b=x\nFrom: a@b.c\r\nSubject: s\nDate: d\n\nbody", "message/rfc822"),
    ("From - Tue May  5 08:11:12 2020\nX-Mozilla-Status: 0001\nFrom: a@b.c\nTo: d@e.f\nDate: d\n\n", "application/mbox"),
    ("From here on, everything is text.\nFrom: a\n", nil), ("Name: a\nVersion: 1\nFrom: me\n\n", nil), ("From: a\nSubject: b\n\n", nil),
    ("Dear all,\nFrom: a\nSubject: b\nDate: c\n", nil), ("two words: a\nFrom: a\nSubject: b\nDate: c\n", nil), ("", nil),
  ])
  func `headers tell messages from other texts`(head: String, type: String?) {
    #expect(MessageHead.mimeType(Array(head.utf8).span) == type)
  }

  @Test func `a head may end in the middle of a header`() {
    let head = "From: a@b.c\nSubject: s\nDate: d\nDKIM-Signature: " + String(repeating: "x", count: MessageHead.byteCount)
    #expect(MessageHead.mimeType(Array(head.utf8).span) == "message/rfc822")
  }
}
