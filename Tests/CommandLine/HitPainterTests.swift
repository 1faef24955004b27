// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CommandLine

struct HitPainterTests {
  private func painted(_ path: String, _ kind: HitPainter.Kind = .regular, needles: [String] = [], colors: String? = nil) -> String {
    String(decoding: HitPainter(needles: needles, colors: colors, isForTerminal: true).paint(Array(path.utf8), kind), as: UTF8.self)
      .replacing("\u{1B}[", with: "<").replacing("m", with: ">", maxReplacements: .max)
  }

  @Test func `matches are marked only in the name`() {
    #expect(painted("/ab/xABy", needles: ["ab"]) == "/ab/x<0><01;31>AB<0>y")
    #expect(painted("/x/ÄÖ", needles: ["ö"]) == "/x/Ä<0><01;31>Ö<0>")
    #expect(painted("/x/y", needles: [""]) == "/x/y")
  }

  @Test func `names have the colours of ls`() {
    let colors = "di=01;35:*.tar=31:*.gz=32:*.TAR.GZ=33:ex=1:bad=\u{1B}x"
    #expect(painted("/d", .directory, colors: colors) == "/<0><01;35>d<0>")
    #expect(painted("/a.gz", colors: colors) == "/<0><32>a.gz<0>")
    #expect(painted("/a.tar.gz", colors: colors) == "/<0><33>a.tar.gz<0>")
    #expect(painted("/a.tar", .executable, colors: colors) == "/<0><1>a.tar<0>")
    #expect(painted("/a.txt", colors: colors) == "/a.txt")
    #expect(painted("/ab", .directory, needles: ["b"]) == "/<0><01;34>a<0><01;31>b<0>")
  }

  @Test func `a name that is not UTF-8 keeps its bytes`() {
    #expect(HitPainter(needles: ["a"], colors: nil, isForTerminal: false).paint([0x2F, 0x61, 0xFF], .regular) == [0x2F, 0x61, 0xFF])
  }

  @Test func `a name that needs quoting is coloured but not marked`() {
    #expect(painted("/b/a\u{1B}", .directory, needles: ["a"]) == #"$'/b/<01;34>a\033'<0>"#)
    #expect(painted("/b\n/a", .directory, needles: ["a"]) == #"$'/b\n/<01;34>a'<0>"#)
    #expect(painted("/b/a\n") == #"$'/b/a\n'"#)
  }
}
