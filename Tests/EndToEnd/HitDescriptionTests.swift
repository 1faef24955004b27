// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What `mdfind` shows of mail and music beside their paths.
struct HitDescriptionTests {
  private var user: TestEnvironment
  private static let mail = """
    From: =?UTF-8?Q?Ren=C3=A9e?= <renee@example.org>\r
    To: Tom <tom@example.org>, Ann <ann@example.org>\r
    Date: Tue, 03 Nov 2026 10:15:00 +0100\r
    Subject: Bill\tnovember\r
    Message-ID: <1@example.org>\r
    \r
    Please pay the invoice.\r

    """

  init() throws {
    user = try TestEnvironment(files: ["mail/1793.M1.eml": Self.mail, "notes.txt": "invoice"])
    user.timeZone = "Europe/Berlin"
    try user.write("track 01.wav", Self.wave(title: "Invoice blues", artist: "The Zebras"))
    try user.index()
  }

  /// A second of silence with a list of information. RIFF, INFO
  private static func wave(title: String, artist: String) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      Array(name.utf8) + number(content.count, 4) + content + (content.count % 2 == 0 ? [] : [0])
    }
    let format = number(1, 2) + number(1, 2) + number(8000, 4) + number(8000, 4) + number(1, 2) + number(8, 2)
    let list = Array("INFO".utf8) + chunk("INAM", Array(title.utf8) + [0]) + chunk("IART", Array(artist.utf8) + [0])
    let content = chunk("fmt ", format) + chunk("LIST", list) + chunk("data", [UInt8](repeating: 128, count: 8000))
    return chunk("RIFF", Array("WAVE".utf8) + content)
  }

  private func onTerminal(_ arguments: String...) throws -> [String] {
    let (status, shown) = try user.runOnTerminal("mdfind", ["-color", "never"] + arguments)
    #expect(status == 0)
    return String(decoding: shown, as: UTF8.self).replacing(user.files + "/", with: "").split(separator: "\n").map(String.init)
  }

  @Test func `on a terminal, a row has the subject, sender and date of mail, and the title of music`() throws {
    let mail = "mail/1793.M1.eml   Bill november · Renée · 2026-11-03 10:15"
    #expect(try onTerminal("--unranked", "invoice").sorted() == [mail, "notes.txt", "track 01.wav   Invoice blues · The Zebras"])
    #expect(try onTerminal("kMDItemSubject == *").sorted() == [mail])
    #expect(try onTerminal("-sort", "name", "from:renee") == [mail])
    #expect(try onTerminal("-ranked", "november") == [mail])
    #expect(try onTerminal("november") == [mail])
    #expect(try onTerminal("-attr", "subject", "november") == ["mail/1793.M1.eml   subject = Bill november"])
    #expect(try onTerminal("-0", "november") == ["mail/1793.M1.eml\0"])
  }

  @Test func `mail is found by the names of its attachments, which its row shows`() throws {
    try user.write(
      "2.eml",
      """
      Subject: Hi
      Date: Tue, 03 Nov 2026 10:15:00 +0100
      Content-Type: multipart/mixed; boundary=b

      --b
      Content-Type: application/pdf
      Content-Disposition: attachment; filename=plan.pdf

      x
      --b--

      """)
    try user.index()
    let row = "2.eml   Hi · 2026-11-03 10:15 · with plan.pdf"
    for query in ["has:attachment", "attachment:plan", "plan.pdf", "attachment:*.pdf"] {
      #expect(try onTerminal(query) == [row], "\(query)")
    }
    #expect(try user.find("kind:email", "-has:attachment") == ["mail/1793.M1.eml"])
  }

  @Test func `mail is called by its subject and music by its title, other files by their names`() throws {
    for (query, names) in [
      ("kMDItemDisplayName == \"bill november\"c", ["mail/1793.M1.eml"]), ("kMDItemDisplayName == \"Invoice*\"", ["track 01.wav"]),
      ("kMDItemDisplayName == \"*.wav\"", []), ("kMDItemDisplayName == \"notes*\"", ["notes.txt"]),
      ("kMDItemFSName == \"*.eml\"", ["mail/1793.M1.eml"]),
      ("name:november", ["mail/1793.M1.eml"]), ("name:1793", ["mail/1793.M1.eml"]),
      ("kMDItemDisplayName != \"*i*\"c", ["notes.txt"]),
    ] {
      #expect(try user.run("mdfind", [query]).lines.sorted().filter { $0 != user.files } == names.map(user.path), "\(query)")
    }
    #expect(try user.run("mdls", ["-raw", "-name", "kMDItemDisplayName", user.path("mail/1793.M1.eml")]).text == "Bill november")
    #expect(try user.run("mdls", ["-raw", "-name", "kMDItemFSName", user.path("mail/1793.M1.eml")]).text == "1793.M1.eml")
    let sorted = try user.run("mdfind", ["-sort", "kMDItemDisplayName", "invoice"]).lines
    #expect(sorted == ["mail/1793.M1.eml", "track 01.wav", "notes.txt"].map(user.path))
  }

  @Test func `pipes get paths`() throws {
    #expect(try user.find("november") == ["mail/1793.M1.eml"])
    #expect(try user.run("mdfind", "-limit", "1", "november").text == user.path("mail/1793.M1.eml") + "\n")
  }

  @Test func `an interactive search shows the subject, and whom mail is from and to`() throws {
    let terminal = try RunningTerminal(user, "mdfind", ["-i", "november"])
    try terminal.wait(
      for: "▌ Bill november  Renée · 2026-11-03 10:15", "From  Renée", "To  Tom, Ann", "Date  2026-11-03 10:15")
    try terminal.type("\u{3}", until: "\u{1B}[?1049l")
  }
}
