// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// What `mdfind` prints in a pipe, which scripts read: the same bytes as recorded in `Tests/Recorded/pipes.txt`, whatever it shows on a terminal.
///
/// If a change of the output is intended, run the test with `SEARCHLIGHT_RECORD=1` and look at the difference of the file.
struct PipeTests {
  private let user: TestEnvironment

  /// A home of files whose names, texts, sizes and dates follow from a fixed seed. They are imported one by one, so that the order of the index is
  /// that of the list, whatever the order of the file system is.
  init() throws {
    user = try TestEnvironment()
    var generator = SeededGenerator(seed: 20_261_128)
    let words = ["annual", "budget", "café", "report", "zebra", "Q3", "naïve", "house", "samba", "letter", "Straße", "draft"]
    func some(_ count: Int) -> [String] { (0..<count).map { _ in words[Int.random(in: 0..<words.count, using: &generator)] } }
    var names: [String] = []
    for number in 0..<36 {
      let folder = ["", "Documents/", "Documents/Taxes 2025/", "src/", ".hidden/"][number % 5]
      let ending = ["txt", "md", "html", "eml", "csv", "swift", "py"][number % 7]
      let name = "\(folder)\(some(2).joined(separator: number % 2 == 0 ? " " : "_")) \(number).\(ending)"
      let text = some(Int.random(in: 3...60, using: &generator)).joined(separator: " ")
      try user.write(name, Self.content(text, title: some(2).joined(separator: " "), ending))
      try user.setModified(name, Date(timeIntervalSince1970: 1_700_000_000 + Double(number * 86_400)))
      names.append(name)
    }
    for name in names { try #require(user.run("mdimport", user.path(name)).status == 0) }
  }

  private static func content(_ text: String, title: String, _ ending: String) -> String {
    switch ending {
    case "html": "<html><head><title>\(title)</title></head><body><p>\(text)</p></body></html>"
    case "eml":
      "From: Ann <ann@example.org>\r\nTo: tom@example.org\r\nSubject: \(title)\r\nDate: Tue, 03 Nov 2026 10:15:00 +0100\r\n\r\n\(text)\r\n"
    default: text
    }
  }

  private static let queries = [
    "budget", "annual report", "\"annual budget\"", "cafe", "STRASSE", "zeb", "budget OR zebra", "report -draft", "(zebra | samba) q3",
    "ebra",
    "kind:html", "kind:text budget", "ext:md", "size:>200", "modified:2023-12", "modified:2023-11-20..2023-12-10", "from:ann",
    "title:zebra",
    "annaul", "qqq:zebra", "a NEAR b", "nothing-has-this", "kMDItemFSName == \"*.md\"c", "kMDItemFSName=*.py",
    "kMDItemContentTypeTree == public.text && kMDItemFSSize > 200", "kMDItemTextContent == \"samba\"", "kMDItemTextContent = \"*reis*\"cd",
    "kMDItemTextContent == \"naive\"cd", "* == \"house*\"cdw", "** = \"letter*\"cdw", "kMDItemSubject == \"*\"",
    "InRange(kMDItemFSSize,1,200)",
    "kMDItemFSContentChangeDate >= $time.iso(2023-12-01T00:00:00Z)", "kMDItemContentType != public.html && kMDItemFSName != \"*a*\"c",
    "kMDItemContentTypeTree == public.folder", "kMDItemDisplayName == \"budget*\"cdw || kMDItemAuthors == ann", "!(kMDItemFSSize < 300)",
  ]

  private static let options: [[String]] = [
    [], ["-0"], ["-count"], ["-json", "-attr", "size", "-attr", "kMDItemContentType"], ["-attr", "kMDItemFSSize", "-attr", "title"],
    ["-sort", "name"], ["-sort", "-size", "-limit", "5"], ["-onlyin", "Documents"], ["-name", "a"], ["--unranked"], ["-interpret"],
  ]

  /// Options that are tried with some queries only. The others change which search is made, need a terminal or a daemon, or have effects.
  private static let otherOptions: [[String]] = [
    ["-ranked"], ["-context"], ["-ranked", "-context"], ["-literal"], ["-regex", "^b"], ["-color", "never"], ["-color", "always"],
    ["-duplicates"], ["-sync", "-timeout", "1"], ["-hidden"], ["-no-ignore"], ["-reprint"], ["-open", "99"], ["-i"],
  ]

  /// Options without a query, or with effects, and those whose search does not end.
  private static let untriedOptions: Set = [
    "complete", "delete-search", "help", "like", "list-searches", "live", "s", "save", "store", "version",
  ]

  @Test func `every option is tried in a pipe, or known not to be`() throws {
    let help = try user.run("mdfind", "--help").text
    let options = Set(help.split(separator: "\n").compactMap { $0.wholeMatch(of: /\ \ -([a-z0-9-]+)(?: .*)?/)?.output.1 }.map(String.init))
    let tried = Set((Self.options + Self.otherOptions).joined().filter { $0.hasPrefix("-") }.map { String($0.drop { $0 == "-" }) })
    #expect(options.count > 30)
    #expect(options.subtracting(tried) == Self.untriedOptions)
  }

  @Test func `pipes get the recorded bytes`() throws {
    var printed = ""
    for (number, query) in Self.queries.enumerated() {
      for options in Self.options + (number % 5 == 0 ? Self.otherOptions : []) {
        let outcome = try user.run("mdfind", options + [query])
        let text = outcome.text.replacing(user.files, with: "FILES").replacing("\0", with: "\\0\n")
        printed += "$ mdfind \((options + [query]).joined(separator: " "))   # \(outcome.status)\n"
        // The paths are written out once; of other forms, which follow from them, a sum is enough to see that they changed.
        printed += options.isEmpty || options == ["-sort", "name"] ? text : "\(text.utf8.count) bytes, \(Self.sum(text))\n"
      }
    }
    let path = Repository.folder.appending(path: "Tests/Recorded/pipes.txt")
    if ProcessInfo.processInfo.environment["SEARCHLIGHT_RECORD"] != nil { try printed.write(to: path, atomically: true, encoding: .utf8) }
    let recorded = try String(contentsOf: path, encoding: .utf8)
    let difference = zip(printed.split(separator: "\n"), recorded.split(separator: "\n")).first { $0 != $1 }
    #expect(printed == recorded, "the first difference is \(String(describing: difference))")
  }

  /// FNV-1a
  private static func sum(_ text: String) -> String {
    String(text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }, radix: 16)
  }
}
