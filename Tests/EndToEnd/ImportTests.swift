// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

struct ImportTests {
  @Test(arguments: ["1", "2", "3"])
  func `a test import of a file that is read only in part fails`(level: String) throws {
    let user = try TestEnvironment(files: ["bad.pdf": "%PDF-1.4\ngarbage", "good.txt": "one"])
    let outcome = try user.run("mdimport", "-t", "-d", level, "bad.pdf", "good.txt")
    #expect(outcome.status == 1)
    #expect(outcome.lines.first?.hasPrefix("Imported only in part '\(user.path("bad.pdf"))'") == true)
    #expect(outcome.text.contains("Imported '\(user.path("good.txt"))'"))
    #expect(outcome.errors.contains("bad.pdf: The file is damaged: it has no readable pages."))
  }

  @Test func `the summary counts files that are read only in part, as the list of failures does`() throws {
    let user = try TestEnvironment(files: ["bad.pdf": "%PDF-1.4\ngarbage", "good.txt": "one"])
    let summary = try user.run("mdimport", user.files).text
    #expect(summary.hasSuffix("2 files read, 1 of them in part, 0 failed, see mdutil --failed\n"), "\(summary)")
    #expect(try user.run("mdutil", "--failed").lines.count == 1)
  }

  @Test(arguments: [
    ("pdf", "; did you mean com.adobe.pdf?"), ("document", "; did you mean Document?"), ("Offcie", "; did you mean Office?"),
    ("xyzzy", "; importers are Application, Archive, Database, Document, "),
  ])
  func `the error for an unknown importer suggests a name`(name: String, advice: String) throws {
    let user = try TestEnvironment(files: ["good.txt": "one"])
    try user.index()
    for tool in ["mdimport", "mdutil"] {
      let outcome = try user.run(tool, "-r", name)
      #expect(outcome.status == 1 && outcome.errors.contains("has this name\(advice)"), "\(outcome.errors)")
    }
  }

  @Test func `files are found by name, attribute and text`() throws {
    let user = try TestEnvironment(files: [
      "notes/garden.txt": "Tomatoes want sun.\n", "page.html": "<html><head><title>Harvest plan</title></head><body>beans</body></html>",
      "empty.txt": "",
    ])
    try user.index()
    #expect(try user.find("kMDItemFSName == \"garden*\"") == ["notes/garden.txt"])
    #expect(try user.find("kMDItemTextContent == tomatoes && kMDItemTextContent == sun") == [])
    #expect(try user.find("kMDItemTextContent == \"tomatoes want\"c") == ["notes/garden.txt"])
    #expect(try user.find("kMDItemTitle == \"harvest*\"c") == ["page.html"])
    #expect(try user.find("beans") == ["page.html"])
    #expect(try user.find("kMDItemFSSize == 0") == ["empty.txt"])
    #expect(try user.find("-onlyin", "notes", "kMDItemContentTypeTree == public.item") == ["notes", "notes/garden.txt"])
  }

  @Test func `documents, mail, calendars and contacts are read inside the sandbox`() throws {
    let user = try TestEnvironment(files: [
      "letter.eml": "From: Ada <ada@example.org>\nSubject: Harvest\nContent-Type: text/plain; charset=iso-8859-2\n"
        + "Content-Transfer-Encoding: quoted-printable\n\n=BF=F3=B3w\n",
      "plan.rtf": "{\\rtf1\\ansi{\\info{\\title Harvest}}\\b turnips}",
      "book.fb2": "<?xml version='1.0' encoding='windows-1251'?><FictionBook><description><title-info><book-title>Harvest</book-title>"
        + "</title-info></description><body><p>parsnips</p></body></FictionBook>",
      "tea.ics": "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Harvest\nDTSTART;TZID=Europe/Berlin:20140701T153850\nEND:VEVENT\nEND:VCALENDAR\n",
      "ada.vcf": "BEGIN:VCARD\nFN:Harvest\nEMAIL:ada@example.org\nEND:VCARD\n", "empty.docx": "no archive",
      "figure.ps": "%!PS-Adobe-3.0\n%%Title: Harvest\n/Times-Roman findfont 12 scalefont setfont 72 700 moveto (celeriac) show showpage\n",
    ])
    try user.index()
    #expect(try user.find("kMDItemTitle == Harvest") == ["ada.vcf", "book.fb2", "figure.ps", "letter.eml", "plan.rtf", "tea.ics"])
    #expect(try user.find("kMDItemTextContent == żółw") == ["letter.eml"])
    #expect(try user.find("kMDItemTextContent == turnips || kMDItemTextContent == parsnips") == ["book.fb2", "plan.rtf"])
    #expect(try user.find("kMDItemTextContent == celeriac") == ["figure.ps"])
    #expect(try user.find("kMDItemTextContent == rtf1") == [])
    #expect(try user.find("kMDItemStartDate == $time.iso(2014-07-01T13:38:50Z)") == ["tea.ics"])
    #expect(try user.run("mdutil", "--failed").text.contains("empty.docx: The file is damaged: it is neither a ZIP archive nor XML."))
  }

  @Test func `fonts, databases, notebooks, scanned books and subtitles are read inside the sandbox`() throws {
    let font = """
      STARTFONT 2.1\nFONT -Example-Harvest-Bold-R-Normal--8-80-75-75-C-80-ISO10646-1\nSIZE 8 75 75\nFONTBOUNDINGBOX 8 8 0 0
      STARTPROPERTIES 3\nFAMILY_NAME "Harvest"\nFONT_ASCENT 8\nFONT_DESCENT 0\nENDPROPERTIES
      CHARS 1\nSTARTCHAR A\nENCODING 65\nSWIDTH 1000 0\nDWIDTH 8 0\nBBX 8 1 0 0\nBITMAP\nFF\nENDCHAR\nENDFONT\n
      """
    let user = try TestEnvironment(files: [
      "harvest.bdf": font, "film.srt": "1\n00:00:01,000 --> 00:00:02,000\n<i>parsnips</i>\n",
      "plan.ipynb": "{\"cells\": [{\"cell_type\": \"markdown\", \"source\": [\"# Harvest\\n\", \"turnips\"]}]}",
      "book.djvu": "AT&TFORM\0\0\0\u{34}DJVUTXTa\0\0\0\u{0B}\0\0\u{08}parsnips\0ANTa\0\0\0\u{14}(metadata (title X))",
    ])
    let script = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('CREATE TABLE vegetables (turnips)')"
    let database = user.path("garden.db")
    let made = try user.outcome { user.process(executable: "/usr/bin/python3", ["-c", script, database], output: $0, errors: $1) }
    #expect(made.status == 0)
    try user.index()
    #expect(try user.run("mdutil", "--failed").lines.isEmpty)
    #expect(try user.find("kMDItemTitle == Harvest*") == ["harvest.bdf", "plan.ipynb"])
    #expect(try user.find("kMDItemTextContent == parsnips") == ["book.djvu", "film.srt"])
    #expect(try user.find("kMDItemTextContent == turnips") == ["garden.db", "plan.ipynb"])
    #expect(try user.find("kMDItemNumberOfPages == 1") == ["book.djvu"])
    #expect(try user.find("kMDItemTextContent == cell_type || kMDItemTextContent == '00'") == [])
  }

  @Test func `unchanged files are not read again`() throws {
    let user = try TestEnvironment(files: ["a.txt": "one", "b.txt": "two"])
    #expect(try user.run("mdimport", user.files).text == "2 names (2 new, 0 changed, 0 removed); 2 files read, 0 failed\n")
    #expect(try user.run("mdimport", user.files).text == "2 names (0 new, 0 changed, 0 removed); 0 files read, 0 failed\n")
    try user.write("b.txt", "three")
    try FileManager.default.removeItem(atPath: user.path("a.txt"))
    #expect(try user.run("mdimport", user.files).text == "1 name (0 new, 1 changed, 1 removed); 1 file read, 0 failed\n")
    #expect(try user.find("three") == ["b.txt"])
    #expect(try user.find("two") == [])
  }

  @Test func `a missing path is reported, and the others are indexed`() throws {
    let user = try TestEnvironment(files: ["a.txt": "one"])
    let outcome = try user.run("mdimport", user.path("nowhere"), user.path("a.txt"))
    #expect(outcome.status == 1)
    #expect(outcome.errors == "mdimport: \(user.path("nowhere")): no such file or folder\n")
    #expect(try user.find("one") == ["a.txt"])
    let nothing = try user.run("mdimport", user.path("nowhere"))
    #expect(nothing.status == 1)
    #expect(nothing.output.isEmpty)
  }

  @Test(arguments: [
    ("bogus.type", nil), ("public.pdf", "com.adobe.pdf"), ("pdf", "com.adobe.pdf"), ("text/html", "public.html"),
    ("public.htm", "public.html"), ("", nil),
  ])
  func `a test import of an unknown type is an error`(type: String, nearest: String?) throws {
    let user = try TestEnvironment(files: ["a.txt": "one"])
    let outcome = try user.run("mdimport", "-t", "-y", type, "a.txt")
    #expect((outcome.status, outcome.text) == (2, ""))
    let suggestion = nearest.map { "; did you mean \($0)?" } ?? ""
    #expect(
      outcome.errors.hasPrefix("mdimport: -y takes a type identifier, such as public.html, not '\(type)'\(suggestion)\n")
        || outcome.errors.hasPrefix("mdimport: -y needs TYPE, not an empty argument\n"), "\(outcome.errors)")
  }

  @Test(arguments: ["public.plain-text", "public.html", "public.source-code", "public.python-script", "public.data"])
  func `a test import of a known type is no error`(type: String) throws {
    let user = try TestEnvironment(files: ["a.txt": "one"])
    #expect(try user.run("mdimport", "-t", "-y", type, "a.txt").text.contains("of type '\(type)'"))
  }

  @Test(arguments: [["-L"], ["-A"], ["-X"], ["-r", "public.html"]])
  func `an option that concerns no path rejects one`(options: [String]) throws {
    let user = try TestEnvironment(files: ["a.txt": "one"])
    let outcome = try user.run("mdimport", options + ["a.txt"])
    #expect((outcome.status, outcome.text) == (2, ""))
    #expect(outcome.errors.hasPrefix("mdimport: \(options[0]) takes no path, but a.txt was given\n"), "\(outcome.errors)")
  }

  @Test func `a named pipe is rejected, and the message names it`() throws {
    let user = try TestEnvironment(files: ["a.txt": "one"])
    mkfifo(user.path("pipe"), 0o600)
    let outcome = try user.run("mdimport", user.path("pipe"))
    #expect(outcome.status == 1)
    #expect(outcome.errors == "mdimport: \(user.path("pipe")): neither a file, a folder nor a symbolic link\n")
    #expect(outcome.output.isEmpty)
    let both = try user.run("mdimport", user.path("pipe"), user.path("a.txt"))
    #expect((both.status, both.errors) == (1, outcome.errors))
    #expect(both.text.hasPrefix("1 name (1 new"), "\(both.text)")
  }

  @Test func `a name that is not UTF-8 is found and printed byte by byte`() throws {
    let user = try TestEnvironment()
    user.write(bytes: Array("caf".utf8) + [0xE9] + Array(".txt".utf8), "brewed")
    try user.index()
    let expected = Array(user.files.utf8) + Array("/caf".utf8) + [0xE9] + Array(".txt\n".utf8)
    #expect(try user.run("mdfind", "-name", "CAF").output == expected)
    #expect(try user.run("mdfind", "brewed").output == expected)
    #expect(try user.run("mdfind", "--json", "brewed").text.contains("\"kMDItemPathBytes\":\""))
  }

  @Test func `a folder that may not be read is reported`() throws {
    guard getuid() != 0 else { try Test.cancel("nothing is unreadable to root") }
    let user = try TestEnvironment(files: ["closed/a.txt": "one", "open.txt": "two"])
    chmod(user.path("closed"), 0)
    defer { chmod(user.path("closed"), 0o700) }
    let outcome = try user.run("mdimport", user.files)
    #expect(outcome.errors.contains(user.path("closed")))
    #expect(outcome.status == 0)
    #expect(try user.find("two") == ["open.txt"])
    #expect(try user.run("mdimport", user.path("closed")).status == 1)
  }

  @Test func `operands are relative to the working directory`() throws {
    let user = try TestEnvironment(files: ["sub/a.txt": "one", "other/b.txt": "two"])
    #expect(try user.run("mdimport", "./sub/../sub/").status == 0)
    #expect(try user.find("kMDItemFSName == \"*\"").contains("sub/a.txt"))
    #expect(try user.find("two") == [])
  }

  @Test func `a test import prints attributes and stores nothing`() throws {
    let user = try TestEnvironment(files: ["page.html": "<title>Plan</title><body>beans and \"peas\"</body>"])
    let one = try user.run("mdimport", "-t", "page.html")
    #expect(one.text == "Imported '\(user.path("page.html"))' of type 'public.html' with importer Document.\n")
    let two = try user.run("mdimport", "-t", "-d2", "-o", "out.plist", "page.html")
    #expect(two.text.contains("\n    kMDItemTitle = Plan;\n"))
    #expect(!two.text.contains("kMDItemTextContent"))
    #expect(try user.run("mdimport", "-t", "-d", "3", "page.html").text.contains("beans and \\\"peas\\\""))
    #expect(
      try String(contentsOfFile: user.path("out.plist"), encoding: .utf8).contains("<key>kMDItemTitle</key>\n\t<string>Plan</string>"))
    #expect(!FileManager.default.fileExists(atPath: user.store))
  }

  @Test func `attributes, schema and importers are listed`() throws {
    let user = try TestEnvironment()
    #expect(try user.run("mdimport", "-A").text.contains("'kMDItemTitle'\t'title'\t'"))
    #expect(try user.run("mdimport", "-X").text.contains("\n    kMDItemTitle = {\n"))
    #expect(try user.run("mdimport", "-L").lines.contains("    public.html"))
  }

  @Test(arguments: [["-d2", "x"], ["-t", "-d9", "x"], ["-A", "-L"], [], ["-nonsense"]])
  func `wrong options exit with 2`(arguments: [String]) throws {
    let user = try TestEnvironment(files: ["x": ""])
    let process = user.process("mdimport", arguments, output: .nullDevice, errors: .nullDevice)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
  }

  @Test func `files of a type are read again on request`() throws {
    let user = try TestEnvironment(files: ["a.txt": "one", "b.html": "<p>two"])
    let early = try user.run("mdimport", "-r", "public.html")
    #expect(early.status == 1 && early.errors.contains("there is no index here"), "\(early.errors)")
    #expect(!FileManager.default.fileExists(atPath: user.store))
    try user.index()
    try user.write("empty.txt", "")
    let empty = try user.run("mdimport", "-t", user.path("empty.txt"))
    #expect(empty.text == "Nothing to import from '\(user.path("empty.txt"))' of type 'public.plain-text': the file is empty.\n")
    #expect(try user.run("mdimport", "-r", "public.html").text == "1 file read, 0 failed\n")
    let unknown = try user.run("mdimport", "-r", "public.nonsense")
    #expect(unknown.status == 1)
    #expect(unknown.errors.hasPrefix("mdimport: public.nonsense: no importer"))
  }

  @Test(arguments: [
    ("Sent", "From - Tue May  5 08:11:12 2020\nX-Mozilla-Status: 0001\nFrom: a@b.c\nTo: d@e.f\nDate: d\n\nbody", "com.apple.mail.mbox"),
    ("1.M1.host:2,S", "DKIM-Signature: v=1\nFrom: a@b.c\nSubject: s\nDate: d\n\nbody", "com.apple.mail.email"),
    ("font.t1", "%!PS-AdobeFont-1.0: One\n/FontName /One def\n", "com.adobe.postscript-pfb-font"),
    ("report.pdf.1", "%PDF-1.4\n", "com.adobe.pdf"),
    ("README.it", String(repeating: "Leggimi. ", count: 20), "public.plain-text"), ("notes.mdx", "# Title\n\ntext", "public.plain-text"),
  ])
  func `the content tells the type if the name tells none or a wrong one`(name: String, content: String, type: String) throws {
    let user = try TestEnvironment(files: [name: content])
    let outcome = try user.run("mdimport", "-t", name)
    let found = try #require(outcome.text.firstMatch(of: /of type '([^']*)'/)?.1, "\(outcome.text)")
    #expect(found == type || name == "notes.mdx" && found.hasPrefix("dyn."))
  }
}
