// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

struct FindTests {
  let user: TestEnvironment

  init() throws {
    user = try TestEnvironment(files: [
      "Alpha Report.txt": "quarterly numbers", "beta.txt": "the report of beta, somewhat longer", "deep/er/gamma.md": "# Gamma\nnumbers",
    ])
    try user.index()
  }

  @Test func `a malformed predicate shows the position of the error and exits with 1`() throws {
    let outcome = try user.run("mdfind", "kMDItemFSName ==")
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("\n  kMDItemFSName ==\n"))
    #expect(outcome.errors.contains("^"))
  }

  @Test func `a folder that no longer exists is reported, although the index has its files`() throws {
    rename(user.path("deep"), user.path("moved"))
    let outcome = try user.run("mdfind", "-onlyin", "deep", "numbers")
    #expect(outcome.status == 1 && outcome.output.isEmpty && outcome.errors.contains("deep: no such folder"))
  }

  @Test func `no hits is success without output`() throws {
    let outcome = try user.run("mdfind", "kMDItemFSName == zeta")
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.isEmpty)
    #expect(try user.run("mdfind", "-count", "kMDItemFSName == zeta").text == "0\n")
  }

  @Test func `an unknown attribute gets a hint`() throws {
    let outcome = try user.run("mdfind", "kMDItemFSNam == zeta")
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("kMDItemFSName?"))
    #expect(outcome.errors.contains("\n  kMDItemFSNam == zeta\n  ^\n"))
    #expect(try user.run("mdutil", "--explain", "kMDItemFSNam == zeta").text.contains("note: No attribute is called “kMDItemFSNam”"))
  }

  @Test(arguments: [
    ("kMDItemContentType == \"public.jpg\"", "Did you mean public.jpeg?"),
    ("kMDItemContentTypeTree == \"public.imag\"", "Did you mean public.image?"),
  ])
  func `a type that no document has gets a hint with the correct spelling`(query: String, hint: String) throws {
    let outcome = try user.run("mdfind", query)
    #expect(outcome.status == 0 && outcome.output.isEmpty)
    #expect(outcome.errors.contains(hint), "\(outcome.errors)")
    #expect(try user.run("mdfind", "kMDItemContentType == \"public.jpeg\"").errors.isEmpty)
  }

  @Test(arguments: [["-attr", "size"], ["-json"]])
  func `a count is not combined with what is printed of each file`(options: [String]) throws {
    let outcome = try TestEnvironment().run("mdfind", ["-count"] + options + ["a"])
    #expect(outcome.status == 2 && outcome.errors.contains("-count and \(options[0]) cannot be combined"))
  }

  @Test(arguments: ["-json", "-count"])
  func `NUL is allowed only for output of paths`(option: String) throws {
    let outcome = try user.run("mdfind", "-0", option, "zeta")
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("-0 and \(option) exclude each other"))
  }

  @Test(arguments: [
    "kMDItemFSSize > 1 && kMDItemLastUsedDate < $time.today(-365)", "kMDItemFSSize > 1 && !(kMDItemLastUsedDate >= $time.today(-365))",
    "InRange(kMDItemLastUsedDate, 0, $time.now)", "opened:today", "kMDItemLastUsedDate_Ranking == *",
  ])
  func `a query for an attribute that nothing records gets a hint`(query: String) throws {
    let outcome = try user.run("mdfind", query)
    #expect(outcome.status == 0)
    #expect(outcome.errors.hasPrefix("mdfind: No file in this index has kMDItemLastUsedDate"), "\(outcome.errors)")
    #expect(outcome.errors.components(separatedBy: "No file in this index").count == 2)
  }

  @Test func `an order by an attribute that nothing records gets a hint, and the schema lists such attributes`() throws {
    let outcome = try user.run("mdfind", "-sort", "kMDItemTheme", "kMDItemFSName == \"*.txt\"")
    #expect(outcome.status == 0 && outcome.lines.count == 2)
    #expect(outcome.errors.hasPrefix("mdfind: Nothing records kMDItemTheme"))
    let schema = try user.run("mdimport", "-A").lines
    #expect(schema.contains("'kMDItemTheme'\t'theme'\t'Theme of the document; nothing records it here'"))
    #expect(schema.contains("'kMDItemUserTags'\t'(null)'\t'Tags that the user gave to the file'"))
  }

  @Test func `sizes and dates are compared, and a comparison that cannot match gets a hint`() throws {
    try user.setModified("beta.txt", Date(timeIntervalSince1970: 1_629_115_200))
    try user.index()
    #expect(try user.find("kMDItemFSSize > 30B && kMDItemFSSize < 1KB") == ["beta.txt"])
    #expect(try user.find("kMDItemFSContentChangeDate == 2021-08-16") == ["beta.txt"])
    #expect(try user.find("InRange(kMDItemFSContentChangeDate, 2021-08, 2021-08-16)") == ["beta.txt"])
    #expect(try user.find("kMDItemFSContentChangeDate > 2021-08-16", "-name", "beta") == [])
    for query in ["kMDItemFSSize > abc", "kMDItemFSName < b", "kMDItemFSContentChangeDate > yesterday"] {
      let outcome = try user.run("mdfind", query)
      #expect(outcome.status == 0 && outcome.output.isEmpty)
      #expect(outcome.errors.contains("so no document matches this.") && outcome.errors.contains("\n  \(query)\n"))
    }
    let lost = try user.run("mdfind", "kMDItemFSContentChangeDate > .today(-7)")
    #expect(lost.status == 1)
    #expect(lost.errors.contains("did you mean: kMDItemFSContentChangeDate > $time.today(-7)"))
  }

  @Test func `options accept the same attribute names as queries`() throws {
    let beta = user.path("beta.txt")
    let shown = try user.run("mdfind", "-attr", "size", "-attr", "name", "-attr", "kind", "-name", "beta")
    #expect(shown.text == "\(beta)   size = 35   name = beta.txt   kind = Plain Text Document\n")
    #expect(shown.errors.isEmpty)
    #expect(
      try user.run("mdfind", "-json", "-attr", "size", "-name", "beta").text == "{\"kMDItemFSSize\":35,\"kMDItemPath\":\"\(beta)\"}\n")
    #expect(try user.run("mdfind", "-sort", "-size", "-limit", "1", "kind:text").lines == [beta])
    #expect(try user.run("mdls", "-name", "size", "-n", "name", "beta.txt").text == "name = \"beta.txt\"\nsize = 35\n")

    let misspelled = try user.run("mdfind", "-attr", "siez", "-attr", "textContent", "-name", "beta")
    #expect(misspelled.status == 0 && misspelled.text == "\(beta)   siez = (null)   textContent = (null)\n")
    #expect(misspelled.errors.contains("“siez”") && misspelled.errors.contains("Did you mean kMDItemFSSize?"))
    #expect(misspelled.errors.contains("kMDItemTextContent is never printed"))
    let listed = try user.run("mdls", "-name", "kMDItemNoSuchThing", "beta.txt")
    #expect(listed.status == 0 && listed.text == "kMDItemNoSuchThing = (null)\n")
    #expect(listed.errors.contains("“kMDItemNoSuchThing”"))
  }

  @Test(arguments: ["siez", "bogus", "-limit", "-kMDItemFSNam", "kMDItemNoSuchThing", "textContent", "thumbnailData", "*", ""])
  func `an attribute that cannot be sorted by is an error`(attribute: String) throws {
    let outcome = try user.run("mdfind", "-sort", attribute, "-limit", "1", "-name", "beta")
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("mdfind: -sort: "))
  }

  @Test func `a custom attribute is accepted even if no document has it yet`() throws {
    let outcome = try user.run("mdfind", "-sort", "com_example_rating", "-name", "beta")
    #expect(outcome.status == 0 && outcome.lines == [user.path("beta.txt")])
    #expect(outcome.errors.contains("“com_example_rating”"))
  }

  @Test func `options may come before or after the query, and words are joined`() throws {
    #expect(try user.find("report", "of", "beta") == ["beta.txt"])
    #expect(try user.find("numbers", "-onlyin", "deep") == ["deep/er/gamma.md"])
    #expect(
      try user.find("-onlyin", "deep", "-onlyin", user.path("beta.txt"), "kMDItemContentTypeTree == public.text") == [
        "beta.txt", "deep/er/gamma.md",
      ])
    #expect(try user.find("--", "numbers", "-quarterly") == ["deep/er/gamma.md"])
  }

  @Test func `a dash after another word excludes a word, and a misspelled option is an error`() throws {
    #expect(try user.find("numbers", "-quarterly") == ["deep/er/gamma.md"])
    #expect(try user.find("numbers", "-name:alpha", "-onlyin", user.files) == ["deep/er/gamma.md"])
    // Parsed as the option -s, it would run the saved search “omewhat”.
    #expect(try user.find("report", "-somewhat") == ["Alpha Report.txt"])
    #expect(try user.find("-lim", "1", "report", "-somewhat") == ["Alpha Report.txt"])
    for arguments in [["-limt", "5", "report"], ["report", "-limt", "5"], ["-quarterly", "numbers"], ["report", "-lim", "5"]] {
      let outcome = try user.run("mdfind", arguments)
      #expect(outcome.status == 2 && outcome.output.isEmpty)
      #expect(outcome.errors.contains("NOT"), "\(arguments)")
    }
    #expect(try user.run("mdfind", "-limt", "5", "report").errors.contains("did you mean -limit?"))
  }

  @Test func `names are found by a part or by a pattern`() throws {
    #expect(try user.find("-name", "REPORT") == ["Alpha Report.txt"])
    #expect(try user.find("-name", "*.md") == ["deep/er/gamma.md"])
    #expect(try user.find("-name", "a", "numbers") == ["Alpha Report.txt", "deep/er/gamma.md"])
  }

  @Test func `a missing folder finds nothing, and is an error`() throws {
    let outcome = try user.run("mdfind", "-onlyin", "/nowhere", "numbers")
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors == "mdfind: /nowhere: no such folder\n")
    #expect(try user.run("mdfind", "-onlyin", "/nowhere", "-count", "numbers").text == "0\n")
    let both = try user.run("mdfind", "-onlyin", "/nowhere", "-onlyin", user.files, "kMDItemFSName == beta.txt")
    #expect((both.status, both.text) == (1, user.path("beta.txt") + "\n"))
    try #require(symlink("/nowhere", user.path("dangling")) == 0)
    let dangling = try user.run("mdfind", "-onlyin", "dangling", "numbers")
    #expect((dangling.status, dangling.text) == (1, ""))
    #expect(dangling.errors == "mdfind: \(user.path("dangling")): a symbolic link that leads nowhere\n")
    #expect(try user.run("mdfind", "-onlyin", "/", "-onlyin", user.root + "/run", "kMDItemFSName == beta.txt").status == 0)
  }

  @Test func `hits are printed in the requested format`() throws {
    let beta = user.path("beta.txt")
    #expect(try user.run("mdfind", "-0", "kMDItemFSName == beta.txt").text == beta + "\0")
    #expect(
      try user.run("mdfind", "-attr", "kMDItemFSSize", "-attr", "kMDItemTitle", "-name", "beta").text
        == "\(beta)   kMDItemFSSize = 35   kMDItemTitle = (null)\n")
    #expect(
      try user.run("mdfind", "--json", "-attr", "kMDItemFSSize", "-attr", "title", "-name", "beta").text
        == "{\"kMDItemFSSize\":35,\"kMDItemPath\":\"\(beta)\"}\n")
    #expect(try user.run("mdfind", "-name", "beta", "--color=always").text == "\(user.files)/\u{1B}[0m\u{1B}[01;31mbeta\u{1B}[0m.txt\n")
    #expect(try user.run("mdfind", "-count", "kMDItemContentTypeTree == public.text").text == "3\n")
  }

  @Test func `hits are sorted and limited`() throws {
    let text = "kMDItemContentTypeTree == public.text"
    #expect(
      try user.run("mdfind", "--sort", "kMDItemFSSize", text).lines.map { ($0 as NSString).lastPathComponent } == [
        "gamma.md", "Alpha Report.txt", "beta.txt",
      ])
    #expect(try user.run("mdfind", "--sort", "-kMDItemFSSize", "-limit", "1", text).lines == [user.path("beta.txt")])
    #expect(try user.run("mdfind", "-limit", "2", text).lines.count == 2)
    #expect(try user.run("mdfind", "-limit", "0", text).lines == [])
  }

  @Test func `a search is saved and run again`() throws {
    #expect(try user.run("mdfind", "--save", "mine", "-onlyin", "deep", "numbers").text == "")
    #expect(try user.find("-s", "mine") == ["deep/er/gamma.md"])
    #expect(try user.find("-s", "mine", "-onlyin", user.files) == ["Alpha Report.txt", "deep/er/gamma.md"])
  }

  @Test(arguments: ["-iname", "-print0", "-null", "-cnt", "-onlny", "-mtime", "-b", "-not"])
  func `an option of a similar program is no word to exclude`(option: String) throws {
    let outcome = try user.run("mdfind", "numbers", option)
    #expect((outcome.status, outcome.text) == (2, ""))
    #expect(outcome.errors.contains("\(option.dropFirst())”, write NOT \(option.dropFirst())\n"), "\(outcome.errors)")
  }

  @Test(arguments: [
    ("deep/er", "deep/er is a word of the query; to search in this folder, write -onlyin deep/er"),
    ("./beta.txt", "./beta.txt is a word of the query; to find files by name, write -name beta.txt; mdls shows the attributes of a file"),
    (".", ". is a word of the query; to search in this folder, write -onlyin ."),
    ("kMDItemTitle", "kMDItemTitle is a word of the query; to find documents with this attribute, write 'kMDItemTitle == *'"),
    ("b?ta", "“?” is no wildcard in free text; to find files by name, write -name 'b?ta'"),
    ("bet?", "“?” is no wildcard in free text; to find files by name, write -name 'bet?'"),
    ("b.*a", "b.*a is compared as it is, because free text has no regular expressions; “*” stands for the rest of a word"),
    ("^beta", "^beta is compared as it is, because free text has no regular expressions; “*” stands for the rest of a word"),
    ("bet[a]", "“[…]” is no wildcard in free text; to find files by name, write -name 'bet[a]'"),
  ])
  func `a word that is probably no word gets a hint`(word: String, hint: String) throws {
    let outcome = try user.run("mdfind", "numbers", word)
    #expect((outcome.status, outcome.errors) == (0, "mdfind: \(hint)\n"))
    for query in [
      ["-literal", "kMDItemFSName == beta"], ["numbers", "deep/missing"], ["what is this?"], ["-name", "beta.txt"], ["kMDItemTitle == *"],
    ] {
      #expect(try user.run("mdfind", query).errors == "", "\(query)")
    }
  }

  @Test func `attributes inside one argument of words get a hint`() throws {
    for words in [["kMDItemTitle numbers"], ["-interpret", "kMDItemTitle > 3"], ["!kMDItemTitle"], ["numbers", "-kMDItemTitle"]] {
      let outcome = try user.run("mdfind", words)
      #expect(outcome.errors.hasPrefix("mdfind: kMDItemTitle is a word of the query; "), "\(words): \(outcome.errors)")
    }
  }

  @Test func `names are found by regular expressions`() throws {
    let user = try TestEnvironment(files: ["IMG_0001.jpg": "", "img_2.JPG": "", "IMG_x.jpg": "", "Old/IMG_3.jpg": "", "Ärger.txt": ""])
    try user.index()
    func names(_ arguments: String...) throws -> Set<String> {
      Set(try user.run("mdfind", arguments).lines.map { String($0.dropFirst(user.files.count + 1)) })
    }
    #expect(try names("-regex", "^img_\\d+\\.jpe?g$") == ["IMG_0001.jpg", "img_2.JPG", "Old/IMG_3.jpg"])
    #expect(try names("-regex", "(?-i)IMG_\\d", "-regex", "000") == ["IMG_0001.jpg"])
    #expect(try names("-regex", "/old/.*\\d") == ["Old/IMG_3.jpg"])
    #expect(try names("-regex", "^är") == ["Ärger.txt"] && names("-regex", "^ar").isEmpty)
    #expect(try names("-regex", "IMG", "kMDItemFSName == '*x*'") == ["IMG_x.jpg"])
    #expect(try names("kMDItemFSName MATCHES \"IMG_.\\.jpg\"") == ["IMG_x.jpg", "Old/IMG_3.jpg"])
    let wrong = try user.run("mdfind", "-regex", "a(b")
    #expect(
      wrong.status == 2 && wrong.errors.hasPrefix("mdfind: -regex a(b: This is no regular expression: missing closing parenthesis. (at"))
  }

  @Test func `a pattern of names as the only word gets a hint`() throws {
    let outcome = try user.run("mdfind", "*.txt")
    #expect(outcome.errors == "mdfind: *.txt also stands for words in texts; to find files by name, write -name '*.txt'\n")
  }

  @Test func `a single word with a dash gets a hint`() throws {
    let outcome = try user.run("mdfind", "--", "-rf")
    #expect(outcome.errors == "mdfind: -rf excludes the word “rf”; to find the word, leave out the dash\n")
    for words in [["NOT", "numbers"], ["--", "numbers", "-rf"]] { #expect(try user.run("mdfind", words).errors == "") }
  }

  @Test(arguments: ["mdfind -name *.txt", "mdfind *.txt", "mdfind -count -name *.txt"])
  func `a pattern that the shell has replaced gets a hint`(command: String) throws {
    let outcome = try user.shell(command)
    let hint = "the shell has probably replaced a pattern by the names of 2 files; write it in quotes: -name '*.txt'"
    #expect((outcome.status, outcome.errors) == (0, "mdfind: \(hint)\n"))
    for query in ["mdfind beta.txt", "mdfind -name beta.txt", "mdfind -name '*.txt'", "mdfind beta.txt deep", "mdfind a.txt b.txt"] {
      #expect(try user.shell(query).errors == "", "\(query)")
    }
  }

  @Test func `a direction after the attribute to sort by gets a hint`() throws {
    let outcome = try user.run("mdfind", "-sort", "-size", "DESC", "numbers")
    let hint = "DESC is a word of the query; -sort size sorts in ascending order, -sort -size in descending order"
    #expect((outcome.status, outcome.errors) == (0, "mdfind: \(hint)\n"))
    for query in [["-sort", "-size", "numbers", "desc"], ["desc", "numbers"]] { #expect(try user.run("mdfind", query).errors == "") }
  }

  @Test func `a sign for any attribute is not printed as one`() throws {
    let outcome = try user.run("mdfind", "-attr", "*", "-name", "beta.txt")
    #expect(outcome.errors.hasPrefix("mdfind: “*” stands for any attribute in a query, and names none here"), "\(outcome.errors)")
  }

  @Test func `an attribute that is named twice is one member of the JSON object`() throws {
    let line = try #require(try user.run("mdfind", "-json", "-attr", "size", "-attr", "kMDItemFSSize", "-name", "beta.txt").lines.first)
    #expect(line.split(separator: "kMDItemFSSize").count == 2, "\(line)")
  }

  @Test func `folders that the shell has put in place of a pattern get a hint`() throws {
    try user.write("dates/a.txt", "x")
    let hint = "the shell has probably replaced a pattern by several names; -onlyin takes one folder, and can be repeated"
    #expect(try user.shell("mdfind -onlyin d* numbers").errors.contains(hint))
    #expect(try !user.shell("mdfind -onlyin dates deep").errors.contains(hint))
  }

  @Test func `options that name two searches are an error`() throws {
    let options = [("-s", "a", "b"), ("-save", "a", "b"), ("-sort", "name", "size"), ("-open", "1", "2"), ("-limit", "1", "2")]
    for (option, first, second) in options {
      let outcome = try user.run("mdfind", option, first, option, second, "numbers")
      #expect((outcome.status, outcome.text) == (2, ""))
      #expect(outcome.errors.hasPrefix("mdfind: \(option) is given twice, with different arguments; only one is possible\n"))
    }
    #expect(try user.run("mdfind", "-limit", "1", "-limit", "1", "numbers").lines.count == 1)
  }

  @Test(arguments: [
    (["-attr", "size,name"], "“size,name” is not one attribute; repeat the option for each attribute."),
    (["-attr", "size name"], "“size name” is not one attribute; repeat the option for each attribute."),
  ])
  func `a list of attributes gets a hint`(options: [String], hint: String) throws {
    #expect(try user.run("mdfind", options + ["numbers"]).errors == "mdfind: \(hint)\n")
    #expect(try user.run("mdls", "-name", options[1], "beta.txt").errors == "mdls: \(hint)\n")
  }

  @Test func `a hit is opened with the desktop's program`() throws {
    try user.makeProgram("xdg-open", "printf '%s' \"$1\" >'\(user.root)/opened'")
    func opened() throws -> String { try String(contentsOfFile: user.root + "/opened", encoding: .utf8) }
    let query = "kMDItemContentTypeTree == public.text"
    for (number, path) in try user.run("mdfind", "-sort", "-kMDItemFSSize", query).lines.enumerated() {
      let outcome = try user.run("mdfind", "-sort", "-kMDItemFSSize", "--open", "\(number + 1)", query)
      #expect((outcome.status, outcome.text, outcome.errors) == (0, "", ""))
      #expect(try opened() == path)
    }
    #expect(try user.run("mdfind", "-open", "1", "-onlyin", "deep", query).status == 0)
    #expect(try opened() == user.path("deep/er/gamma.md"))
  }

  @Test func `a hit that cannot be opened is an error`() throws {
    user.searchPath = user.root + "/programs"
    #expect(
      try user.run("mdfind", "-open", "1", "-name", "beta").errors
        == "mdfind: neither xdg-open nor gio is installed; on Debian, install xdg-utils\n")
    try user.makeProgram("gio", "[ \"$1\" = open ] && exit 4")
    #expect(
      try user.run("mdfind", "-open", "1", "-name", "beta").errors
        == "mdfind: \(user.path("beta.txt")): 'gio open' could not open it (exit status 4)\n")
    let beyond = try user.run("mdfind", "-open", "4", "kMDItemContentTypeTree == public.text")
    #expect((beyond.status, beyond.errors) == (1, "mdfind: -open 4: only 3 files match\n"))
    #expect(try user.run("mdfind", "-open", "2", "-limit", "1", "-name", "a").errors.contains("only 1 file matches"))
    #expect(try user.run("mdfind", "-open", "1", "-name", "nothing").errors == "mdfind: no file matches, so there is nothing to open\n")
    try FileManager.default.removeItem(atPath: user.path("beta.txt"))
    #expect(try user.run("mdfind", "-open", "1", "-name", "beta").errors == "mdfind: \(user.path("beta.txt")): no longer exists\n")
  }

  @Test(arguments: [
    [], ["-limit", "many", "x"], ["-color", "red", "x"], ["-literal", "-interpret", "x"], ["-reprint", "x"], ["-s", "a", "b"], [" "],
    ["-open", "0", "x"],
    ["-open", "1", "-count", "x"], ["-list-searches", "x"], ["-delete-search", "a", "-count"],
  ])
  func `wrong options exit with 2`(arguments: [String]) throws {
    let process = user.process("mdfind", arguments, output: .nullDevice, errors: .nullDevice)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
  }

  @Test func `every tool has help and a version`() throws {
    let version = try #require(try Repository.text(of: "CHANGELOG.md").split(separator: "\n").first { $0.hasPrefix("## ") })
      .dropFirst(3).prefix { $0 != "," && $0 != " " }
    for tool in ["mdfind", "mdls", "mdimport", "mdutil", "mds"] {
      for option in ["--version", "-version"] {
        let outcome = try user.run(tool, option)
        #expect(outcome.status == 0)
        #expect(outcome.text == "\(tool) (Searchlight) \(version)\n")
      }
      for option in ["--help", "-help"] {
        let outcome = try user.run(tool, option)
        #expect(outcome.status == 0)
        #expect(outcome.text.hasPrefix("usage: \(tool) "))
      }
    }
  }
}
