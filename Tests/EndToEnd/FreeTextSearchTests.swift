// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Queries that people type into a search field, on real files.
struct FreeTextSearchTests {
  @Test(arguments: [
    ["mdfind"], ["mdfind", "--ranked"], ["mdfind", "-literal"], ["mdfind", "-complete"], ["mdfind", "-save", "x"], ["mdutil", "--explain"],
  ])
  func `a byte of a query that is not UTF-8 is an error`(command: [String]) throws {
    let user = try TestEnvironment(files: ["a.txt": "one"])
    try user.index()
    let outcome = try user.shell("exec \(command.joined(separator: " ")) \"$(printf 'caf\\351 noir')\"")
    #expect((outcome.status, outcome.text) == (1, ""))
    #expect(outcome.errors.hasPrefix("\(command[0]): byte 4 of the query, 0xE9, is not valid UTF-8"), "\(outcome.errors)")
  }

  @Test func `words, phrases, operators and keywords`() throws {
    let user = try TestEnvironment(files: [
      "trip.txt": "Our trip to France was long", "spain.txt": "A trip to Spain,\nwith love", "picture.png": "no picture",
      "tom.html": "<title>Travel notes</title><meta name=author content='Tom Smith'><meta name=keywords content='holiday, sea'><p>x",
      "thom.html": "<meta name=author content='Thom'><p>x", "large.txt": String(repeating: "filler ", count: 3000), "old.txt": "yesteryear",
      "sub folder/inner.txt": "inside",
    ])
    try user.write("song.mp3", Recording.mp3(title: "Trip song", artist: "Glenn Miller"))
    try user.setModified("old.txt", Date(timeIntervalSince1970: 1_629_115_200))
    try user.index()
    let rows: [(String, [String])] = [
      ("trip", ["trip.txt", "spain.txt", "song.mp3"]), ("tri", ["trip.txt", "spain.txt", "song.mp3"]),
      ("TRÍP", ["trip.txt", "spain.txt", "song.mp3"]), ("rip", []), ("trip france", ["trip.txt"]),
      ("trip -france", ["spain.txt", "song.mp3"]), ("trip NOT france", ["spain.txt", "song.mp3"]),
      ("trip(-france)", ["spain.txt", "song.mp3"]),
      ("france OR love", ["trip.txt", "spain.txt"]), ("france|love", ["trip.txt", "spain.txt"]), ("(france OR love) spain", ["spain.txt"]),
      ("\"trip to\"", ["trip.txt", "spain.txt"]), ("\"to trip\"", []), ("\"spain with\"", ["spain.txt"]),
      ("kind:music", ["song.mp3"]), ("kind:audio by:\"glenn miller\"", ["song.mp3"]), ("by:miller", ["song.mp3"]),
      ("author:tom", ["tom.html"]), ("author:tom OR author:thom", ["thom.html", "tom.html"]), ("trip kind:music", ["song.mp3"]),
      ("kind:image", ["picture.png"]), ("title:travel", ["tom.html"]), ("keyword:holiday", ["tom.html"]), ("name:spain", ["spain.txt"]),
      ("size:>10KB", ["large.txt", "song.mp3"]), ("modified:8/16/21", ["old.txt"]), ("modified:<=8/16/21", ["old.txt"]),
      ("modified:1/1/21-12/31/21", ["old.txt"]), ("modified:today name:trip", ["trip.txt", "song.mp3"]),
      ("kind:folder name:sub", ["sub folder"]),
      ("filler", ["large.txt"]), ("kind:mp3", ["song.mp3"]), ("kind:html author:tom", ["tom.html"]),
      ("kind:text/html", ["thom.html", "tom.html"]), ("kind:public.png", ["picture.png"]), ("modified:August 2021", ["old.txt"]),
      ("modified:16.8.2021", ["old.txt"]), ("kind:text -modified:7d", ["old.txt"]), ("modified:last 7 days name:old", []),
      ("modified:10y name:old", ["old.txt"]), ("size:10-50KB kind:text", ["large.txt"]), ("size:10..50 kb kind:text", ["large.txt"]),
    ]
    for (text, files) in rows {
      #expect(try user.find("-interpret", text) == files.sorted(), "\(text)")
      #expect(try user.find(text) == files.sorted(), "\(text)")
    }
  }

  @Test func `a misspelled keyword or value is reported with its position`() throws {
    let user = try TestEnvironment(files: ["trip.pdf.txt": "auhtors:known by this name"])
    try user.index()
    for (text, status, message) in [
      ("kind:pfd", 0, "Did you mean pdf?\n  kind:pfd\n  ^"),
      ("trip auhtor:tom", 0, "Did you mean author:tom?\n  trip auhtor:tom\n       ^"),
      ("date:tomorow", 1, "did you mean: date:tomorrow"), ("nothing author:", 0, "No value follows “author:”"),
      ("modified:2025-03-01-2025-01-01", 1, "did you mean: modified:2025-01-01..2025-03-01"),
      ("inrange(kMDItemFSSize, 1, 2)", 1, "did you mean: InRange(kMDItemFSSize, 1, 2)"),
      ("size:>abc", 1, "“abc” is not a size.\n  size:>abc\n        ^"),
    ] {
      let outcome = try user.run("mdfind", text)
      #expect(outcome.status == status && outcome.output.isEmpty)
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
    // A value that some file has is not a misspelling.
    let known = try user.run("mdfind", "auhtors:known")
    #expect(known.lines == [user.path("trip.pdf.txt")] && known.errors.isEmpty)
    #expect(try user.run("mdfind", "kind:txt").errors.isEmpty)
  }
}
