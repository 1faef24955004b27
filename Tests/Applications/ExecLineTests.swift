// SPDX-License-Identifier: Apache-2.0

import Applications
import Testing

struct ExecLineTests {
  struct Row: Sendable {
    var line: String
    var url: String?
    var arguments: [String]?
  }

  static let rows = [
    Row(line: "recipes", arguments: ["recipes"]),
    Row(line: "  recipes  --new ", arguments: ["recipes", "--new"]),
    Row(line: "\"/opt/My Recipes/recipes\" \"a \\\"b\\\" \\$c \\\\\"", arguments: ["/opt/My Recipes/recipes", "a \"b\" $c \\"]),
    Row(line: "recipes \"\"", arguments: ["recipes", ""]),
    Row(line: "recipes %u", url: "searchlight://a", arguments: ["recipes", "searchlight://a"]),
    Row(line: "recipes --open %U --now", url: "searchlight://a", arguments: ["recipes", "--open", "searchlight://a", "--now"]),
    Row(line: "recipes %u", arguments: ["recipes"]),
    Row(line: "recipes %i %F %c", url: "searchlight://a", arguments: ["recipes", "searchlight://a"]),
    Row(line: "recipes \"%u\" 100%% %", url: "u", arguments: ["recipes", "%u", "100%", "%", "u"]),
    Row(line: ""), Row(line: "recipes \"open"), Row(line: "\"\" a"),
  ]

  @Test(arguments: rows)
  func `a line is a command with arguments`(row: Row) { #expect(ExecLine(row.line)?.arguments(opening: row.url) == row.arguments) }
}
