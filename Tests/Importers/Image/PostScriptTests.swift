// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import ImageImporter
import ImporterSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct PostScriptTests {
  private func imported(_ program: [UInt8]) throws -> MediaImport {
    try MediaImport(ImageImporter(), program, type: "com.adobe.postscript")
  }

  private func imported(_ program: String) throws -> MediaImport {
    try imported(Bytes.text("%!PS-Adobe-3.0\n%%Title: (Report)\n%%EndComments\n/Helvetica findfont 12 scalefont setfont\n" + program))
  }

  private func words(_ found: MediaImport) -> [Substring] { found.text.split(whereSeparator: \.isWhitespace) }

  @Test func `the text of the pages is read, and what the program prints is not`() throws {
    let found = try imported(
      "72 700 moveto (Hello) show 60 0 rmoveto (Gr\\344fin) show (printed) print showpage\n"
        + "/Helvetica findfont dup length dict copy dup /Encoding ISOLatin1Encoding put /L exch definefont 12 scalefont setfont\n"
        + "72 700 moveto (Gr\\374\\337e) show showpage")
    #expect(found.failure == nil)
    #expect(found.attributes.title == "Report")
    #expect(words(found).first == "Hello" && words(found).last == "Grüße")
    #expect(!found.text.contains("printed"))
  }

  @Test(arguments: ["", "quit", "\u{4}", "stop"])
  func `a picture that shows no page has text`(end: String) throws {
    let found = try imported("72 700 moveto (label) show \(end == "quit" ? "showpage " : "")\(end)")
    #expect(found.failure == nil)
    #expect(words(found) == ["label"])
  }

  @Test func `data in the program may be longer than a part`() throws {
    let data = String(repeating: "00FF00FF\n", count: 20_000)
    let found = try imported(
      "/s 200 string def 72 700 moveto (before) show gsave 200 400 8 [200 0 0 400 0 0] {currentfile s readhexstring pop} image\n\(data)"
        + "grestore 72 600 moveto (after) show showpage")
    #expect(found.failure == nil)
    #expect(words(found) == ["before", "after"])
  }

  @Test(arguments: [
    ("foo", "undefined"), ("1 0 div", "undefinedresult"), ("(/etc/passwd) (r) file", "invalidfileaccess"),

    ("[ { 1000000 string } loop", "VMerror"), ("/f { f 1 } def f", "execstackoverflow"),
    ("1000000 array aload 2000000 array aload", "stackoverflow"),
  ])
  func `the text before an error is kept`(mistake: String, name: String) throws {
    let found = try imported("72 700 moveto (before) show \(mistake) (after) show showpage")
    #expect("\(String(describing: found.failure))".contains(name))
    #expect(words(found) == ["before"])
    #expect(found.attributes.title == "Report")
  }

  @Test func `an endless loop ends, and the text before is kept`() throws {
    let found = try imported("72 700 moveto (before) show {} loop")
    #expect("\(String(describing: found.failure))".contains("15 s"))
    #expect(words(found) == ["before"])
  }

  @Test func `loops work as always`() throws {
    let found = try imported(
      "0 { 1 add dup 7 eq { exit } if } bind loop 72 700 moveto 9 string cvs show [ { 1 exit } loop ] length 1 ne { foo } if")
    #expect(found.failure == nil)
    #expect(words(found) == ["7"])
  }

  @Test func `the program in a file with a preview is found`() throws {
    let program = Bytes.text("%!PS-Adobe-3.0 EPSF-3.0\n/Helvetica findfont 12 scalefont setfont 72 700 moveto (label) show")
    let head = [0xC5, 0xD0, 0xD3, 0xC6] + Bytes.little(UInt32(30), UInt32(program.count)) + [UInt8](repeating: 0, count: 18)
    let found = try imported(head + program + Bytes.text(" foo"))
    #expect(found.failure == nil)
    #expect(words(found) == ["label"])
  }

  @Test func `no text is read if none is wanted, and one file leaves nothing for the next`() throws {
    _ = try imported("userdict /label (mine) put 72 700 moveto label show showpage")
    let found = try imported("72 700 moveto label show showpage")
    #expect("\(String(describing: found.failure))".contains("undefined"))
    #expect(found.text.isEmpty)
  }
}
