// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CommandLine

struct OptionParserTests {
  private static let options = [
    ToolOption("name", "TEXT", ""), ToolOption("s", "SEARCH", ""), ToolOption("v", nil, ""), ToolOption("d", "LEVEL", ""),
    ToolOption("limit", "N", ""), ToolOption("literal", nil, ""), ToolOption("interpret", nil, ""), ToolOption("live", nil, ""),
    ToolOption("count", nil, ""), ToolOption("onlyin", "DIRECTORY", ""), ToolOption("reprint", nil, ""), ToolOption("color", "WHEN", ""),
    ToolOption("store", "DIRECTORY", ""), ToolOption("plist", "FILE", "", isUnique: true),
  ]

  private static let foreignOptions = [
    ForeignOption(numberAfter: ["", "n", "l"], "-limit"), ForeignOption("print0", "-0"), ForeignOption("maxdepth", nil),
    ForeignOption("size", "size:>10MB") { $0?.hasPrefix("+") == true },
  ]

  /// The parsed form of a command line of arguments without spaces: options with `=` before their
  /// arguments, then operands.
  private func parsed(_ line: String, takesWords: Bool) throws(OptionError) -> String {
    let tool = Tool("tool", usage: [], summary: "", options: Self.options, takesWords: takesWords, foreignOptions: Self.foreignOptions)
    let invocation = try Invocation(tool, parsing: line.split(separator: " ").map { Array($0.utf8) })
    let options = invocation.options.map { "\($0.name)" + ($0.argument.map { "=\(String(decoding: $0, as: UTF8.self))" } ?? "") }
    return (options + ["|"] + invocation.operands.map { String(decoding: $0, as: UTF8.self) }).joined(separator: " ")
  }

  @Test(arguments: [
    ("", "|"), ("a b", "| a b"), ("-name x a", "name=x | a"), ("a -name x b", "name=x | a b"), ("--name x", "name=x |"),
    ("-name=x", "name=x |"), ("--name=", "name= |"), ("-name -v", "name=-v |"), ("-name -- a", "name=-- | a"), ("-- -name x", "| -name x"),
    ("a -- -v", "| a -v"), ("-", "| -"), ("-live -live", "live live |"), ("--help", "help |"),
    ("-h", "help |"), ("-limit 1 -limit 2", "limit=1 limit=2 |"), ("-plist a -plist=a", "plist=a plist=a |"),
  ])
  func `options may be anywhere, with one dash or two`(line: String, expected: String) throws {
    for takesWords in [true, false] { #expect(try parsed(line, takesWords: takesWords) == expected) }
  }

  @Test(arguments: [
    ("-lim 5", "limit=5 |"), ("a -lim 5", "limit=5 | a"), ("--int", "interpret |"), ("-lim=5", "limit=5 |"), ("-vs x", "v s=x |"),
    ("-d2", "d=2 |"), ("-vd2 a", "v d=2 | a"), ("-spain", "s=pain |"), ("-vv", "v v |"),
  ])
  func `names may be abbreviated, and letters combined`(line: String, expected: String) throws {
    #expect(try parsed(line, takesWords: false) == expected)
  }

  @Test(arguments: [
    ("trip -france", "| trip -france"), ("-v trip -france -spain", "v | trip -france -spain"), ("bond -007 -v", "v | bond -007"),
    ("trip -kind:pdf", "| trip -kind:pdf"), ("trip -limit 5 -france", "limit=5 | trip -france"), ("trip -été", "| trip -été"),
    ("-lim 5 trip", "limit=5 | trip"), ("a -s x", "s=x | a"),
    // Words near the names of options, and near those of other programs.
    ("tree -country", "| tree -country"), ("tree -limited", "| tree -limited"),
    ("tree -cost", "| tree -cost"), ("tree -cut", "| tree -cut"), ("tree -light", "| tree -light"),
    ("tree -print", "| tree -print"), ("tree -cent", "| tree -cent"), ("tree -union", "| tree -union"), ("tree -state", "| tree -state"),
    ("tree -litre", "| tree -litre"), ("tree -size", "| tree -size"), ("tree -size big", "| tree -size big"),
    ("tree -go -tv", "| tree -go -tv"), ("tree -2024", "| tree -2024"), ("tree -é", "| tree -é"), ("tree -c++", "| tree -c++"),
  ])
  func `after a word, an argument that is no option is a word`(line: String, expected: String) throws {
    #expect(try parsed(line, takesWords: true) == expected)
  }

  @Test(arguments: [
    ("-limt 5 foo", false, "unknown option -limt; did you mean -limit?"),
    ("-slimit 5", false, "unknown option -slimit; did you mean -limit?"),
    ("foo -10", true, "unknown option -10; did you mean -limit?\n  to exclude the word “10”, write NOT 10"),
    ("--xyzzy", false, "unknown option --xyzzy"),
    ("-name", false, "-name needs an argument: -name TEXT"), ("-vs", false, "-vs needs an argument: -vs SEARCH"),
    ("-live=yes", false, "-live takes no argument"),
    ("-li", false, "-li is ambiguous: -limit or -literal or -live"), ("-vx", false, "unknown option -vx"),
    // A tool that takes words never silently misinterprets an option.
    (
      "-limt 5 foo", true,
      "unknown option -limt; did you mean -limit?\n  to exclude the word “limt”, write NOT limt"
    ),
    ("-france trip", true, "unknown option -france\n  to exclude the word “france”, write NOT france"),
    ("trip --france", true, "unknown option --france"),
    ("foo -limt 5", true, "unknown option -limt; did you mean -limit?\n  to exclude the word “limt”, write NOT limt"),
    (
      "float -int", true,
      "-int is short for -interpret; after a word of the query, write options in full\n  to exclude the word “int”, write NOT int"
    ),
    ("a -li", true, "-li is ambiguous: -limit or -literal or -live\n  to exclude the word “li”, write NOT li"),
    ("-spain trip", true, "unknown option -spain\n  to exclude the word “spain”, write NOT spain"),
    ("-c trip", true, "-c is ambiguous: -count or -color"),
    ("-p trip", false, "unknown option -p; did you mean -plist?"), ("--o x", false, "unknown option --o; did you mean -onlyin?"),
    ("-plist a -plist b", false, "-plist is given twice, with different arguments; only one is possible"),
    ("trip -cnt", true, "unknown option -cnt; did you mean -count?\n  to exclude the word “cnt”, write NOT cnt"),
    ("trip -cuont", true, "unknown option -cuont; did you mean -count?\n  to exclude the word “cuont”, write NOT cuont"),
    ("trip -onlny x", true, "unknown option -onlny; did you mean -onlyin?\n  to exclude the word “onlny”, write NOT onlny"),
    ("trip -olnyin x", true, "unknown option -olnyin; did you mean -onlyin?\n  to exclude the word “olnyin”, write NOT olnyin"),
    ("trip -print0", true, "unknown option -print0; did you mean -0?\n  to exclude the word “print0”, write NOT print0"),
    ("-print0 trip", true, "unknown option -print0; did you mean -0?\n  to exclude the word “print0”, write NOT print0"),
    ("trip -maxdepth 2", true, "unknown option -maxdepth\n  to exclude the word “maxdepth”, write NOT maxdepth"),
    ("trip -size +1M", true, "unknown option -size; did you mean size:>10MB?\n  to exclude the word “size”, write NOT size"),
    ("trip -e", true, "unknown option -e\n  to exclude the word “e”, write NOT e"),
    ("trip -5", true, "unknown option -5; did you mean -limit?\n  to exclude the word “5”, write NOT 5"),
  ])
  func `an argument that is neither is an error with a suggestion`(line: String, takesWords: Bool, message: String) {
    let error = #expect(throws: OptionError.self) { try parsed(line, takesWords: takesWords) }
    #expect(error?.description == message)
  }
}
