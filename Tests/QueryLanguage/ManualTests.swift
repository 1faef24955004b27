// SPDX-License-Identifier: Apache-2.0

import Foundation
import QueryLanguage
import TestSupport
import Testing

/// Users paste the examples of the manual, so these must be correct.
struct ManualTests {
  private static func manual() throws -> String {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: package.appending(path: "Documentation/Predicates.md"), encoding: .utf8)
  }

  @Test func `every command in the manual has a valid query`() throws {
    let commands = try Self.manual().split(separator: "\n").filter { $0.hasPrefix("mdfind '") }
    #expect(commands.count > 30)
    for command in commands {
      let query = String(try #require(command.split(separator: "'").dropFirst().first))
      if QueryClassifier.isMeantAsPredicate(query) {
        #expect(throws: Never.self, "\(command)") { try Query(parsing: query) }
        // Whether files were used depends on the index.
        #expect(try Query(parsing: query).hints.filter { !$0.message.hasPrefix("No file in this index") } == [], "\(command)")
      } else {
        #expect(throws: Never.self, "\(command)") { try FreeTextQuery(parsing: query, in: .fixed) }
      }
    }
  }

  @Test func `the error in the manual is the one that the tools print`() throws {
    let error = try #require(throws: QuerySyntaxError.self) { _ = try Query(parsing: "kMDItemFSName == \"x\" AND kMDItemFSSize > 5") }
    #expect(try Self.manual().contains("```\n\(error.rendered())\n```"))
  }

  @Test func `the hint in the manual is the one that the tools print`() throws {
    for query in ["kMDItemFSSize > abc", "kMDItemTheme == solarized"] {
      let hint = try #require(try Query(parsing: query).hints.first)
      #expect(try Self.manual().contains("```\n\(hint)\n```"))
    }
  }
}
