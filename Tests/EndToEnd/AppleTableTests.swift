// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The tables of Apple's "Searching for information in your app", row by row, on real files.
struct AppleTableTests {
  /// The titles, names and texts of the files.
  private static let phrases = [
    "Paris", "paris", "I love Paris", "paris-france.jpg", "Comparison", "parisol", "comparis", "MyWindowClass", "Broken Window", "NSWindow",
    "Frédéric", "Frederic", "FREDERIC", "5 * 3", "5 x 3",
  ]

  /// The rows about text, for any attribute.
  private static func wordRows(_ name: String) -> [(query: String, finds: [String])] {
    [
      ("\(name) == \"Paris\"", ["Paris"]),
      ("\(name) == \"Paris\"c", ["Paris", "paris"]),
      ("\(name) == \"Paris\"wc", ["Paris", "paris", "I love Paris", "paris-france.jpg"]),
      ("\(name) == \"Window\"w", ["MyWindowClass", "Broken Window"]),
      ("\(name) == \"Frédéric\"", ["Frédéric"]),
      ("\(name) == \"Frédéric\"cd", ["Frédéric", "Frederic", "FREDERIC"]),
      ("\(name) == \"paris*\"wc", ["Paris", "paris", "I love Paris", "paris-france.jpg", "parisol"]),
      ("\(name) == \"*paris\"wc", ["Paris", "paris", "I love Paris", "paris-france.jpg", "comparis"]),
      ("\(name) == \"paris*\"", ["paris", "paris-france.jpg", "parisol"]),
      ("\(name) == \"*paris\"", ["paris", "comparis"]),
      ("\(name) == \"*paris*\"", ["paris", "paris-france.jpg", "Comparison", "parisol", "comparis"]),
      ("\(name) == \"paris\"", ["paris"]),
      ("\(name) == \"window\"tc", ["MyWindowClass", "Broken Window"]),
      ("\(name) == \"5 * 3\"", ["5 * 3", "5 x 3"]),
      ("\(name) == \"5 \\* 3\"", ["5 * 3"]),
    ]
  }

  @Test func `words of a title`() throws {
    let user = try TestEnvironment()
    for (number, phrase) in Self.phrases.enumerated() { try user.write("titles/\(number).html", "<title>\(phrase)</title><p>text</p>") }
    try user.index()
    for name in ["title", "kMDItemTitle"] {
      try user.expect(Self.wordRows(name).map { ($0.query, Self.files($0.finds, "html")) }, in: "titles")
    }
  }

  @Test func `words of a name`() throws {
    let user = try TestEnvironment()
    for phrase in Self.phrases { try user.write("names/" + phrase, "text") }
    try user.index()
    for name in ["displayName", "kMDItemDisplayName", "kMDItemFSName"] { try user.expect(Self.wordRows(name), in: "names") }
  }

  /// Texts are matched word by word, so a row holds for each word of the text.
  @Test func `words of a text`() throws {
    let user = try TestEnvironment()
    for (number, phrase) in Self.phrases.enumerated() { try user.write("texts/\(number).txt", "First \(phrase)\nand then more.\n") }
    try user.index()
    let rows = [
      ("\"Paris\"", ["Paris", "I love Paris"]),
      ("\"Paris\"c", ["Paris", "paris", "I love Paris", "paris-france.jpg"]),
      ("\"Window\"w", ["MyWindowClass", "Broken Window"]),
      ("\"Frédéric\"", ["Frédéric"]),
      ("\"Frédéric\"cd", ["Frédéric", "Frederic", "FREDERIC"]),
      ("\"paris*\"", ["paris", "paris-france.jpg", "parisol"]),
      ("\"*paris\"", ["paris", "paris-france.jpg", "comparis"]),
      ("\"*paris*\"", ["paris", "paris-france.jpg", "Comparison", "parisol", "comparis"]),
      ("\"paris\"", ["paris", "paris-france.jpg"]),
      ("\"love paris and\"c", ["I love Paris"]),
      ("\"paris love\"c", []),
    ]
    for name in ["textContent", "kMDItemTextContent"] {
      try user.expect(rows.map { ("\(name) == \($0.0)", Self.files($0.1, "txt")) }, in: "texts")
    }
  }

  private static func files(_ phrases: [String], _ ending: String) -> [String] {
    phrases.compactMap { phrase in Self.phrases.firstIndex(of: phrase).map { "\($0).\(ending)" } }
  }

  // MARK: Attributes of several kinds

  @Test func `authors and types`() throws {
    let user = try TestEnvironment()
    try user.write("steve.mp3", Recording.mp3(title: "Song", artist: "Steve"))
    try user.write("jobs.mp3", Recording.mp3(title: "Song", artist: "Steve Jobs"))
    try user.write("steven.mp3", Recording.mp3(title: "Song", artist: "Steven"))
    try user.write("steve.html", "<meta name=author content='steve'><p>text")
    try user.write("frederic.html", "<meta name=author content='Frederic'><meta name=author content='Camille'><p>text")
    try user.write("silence.wav", Recording.wav(seconds: 2))
    try user.write("clip.mp4", "no recording")
    try user.index()
    try user.expect([
      ("contentType == \"audio\"wc", ["jobs.mp3", "silence.wav", "steve.mp3", "steven.mp3"]),
      ("contentType == \"AUDIO\"wc", ["jobs.mp3", "silence.wav", "steve.mp3", "steven.mp3"]),
      ("contentType == \"video\"wc", ["clip.mp4"]),
      ("contentType == \"public.mp3\"", ["jobs.mp3", "steve.mp3", "steven.mp3"]),
      ("authorNames == \"Steve\"wc", ["jobs.mp3", "steve.html", "steve.mp3"]),
      ("authorNames == \"Steve\"wc && contentType == \"audio\"wc", ["jobs.mp3", "steve.mp3"]),
      ("authorNames == \"Steve\"wc && (contentType == \"audio\"wc || contentType == \"video\"wc)", ["jobs.mp3", "steve.mp3"]),
      ("authorNames == \"Frédéric\"cd", ["frederic.html"]),
      ("authorNames == \"camille\"c", ["frederic.html"]),
      ("InRange(duration, 1.5, 3)", ["silence.wav"]),
      ("InRange(kMDItemDurationSeconds, 2, 2)", ["silence.wav"]),
    ])
  }

  @Test func `operators and combinations`() throws {
    let user = try TestEnvironment(files: ["a": "1", "b": "22", "c": "333"])
    try user.index()
    try user.expect(
      [
        ("kMDItemFSSize == 2", ["b"]), ("kMDItemFSSize != 2", ["a", "c"]), ("kMDItemFSSize < 2", ["a"]), ("kMDItemFSSize > 2", ["c"]),
        ("kMDItemFSSize <= 2", ["a", "b"]), ("kMDItemFSSize >= 2", ["b", "c"]), ("kMDItemFSName > \"a\"", []),
        ("kMDItemFSName < \"c\"", []),
        ("kMDItemFSName == \"b\"", ["b"]), ("kMDItemFSName != \"b\"", ["a", "c"]), ("InRange(kMDItemFSSize, 1, 2)", ["a", "b"]),
        ("kMDItemFSSize > 1 && kMDItemFSSize < 3", ["b"]), ("kMDItemFSSize < 2 || kMDItemFSSize > 2", ["a", "c"]),
        ("kMDItemFSName == a || kMDItemFSSize > 1 && kMDItemFSSize < 3", ["a", "b"]),
        ("(kMDItemFSName == a || kMDItemFSSize > 1) && kMDItemFSSize < 3", ["a", "b"]),
        ("(kMDItemFSName == a || kMDItemFSSize > 2) && !(kMDItemFSSize == 1)", ["c"]),
      ].map { ("kMDItemContentType != public.folder && (\($0.0))", $0.1) })
  }
}
