// SPDX-License-Identifier: Apache-2.0

import Glibc
import IndexStore
import LogMessages
import Testing

@testable import FileIndexing
import SystemPlatform

/// Messages of a daemon that name files and folders of the user.
struct PrivatePathTests {
  private let redaction = PathRedaction { _ in false }
  private let secret = Array("/home/u/Divorce".utf8)

  @Test func `what names files and folders of the user is redacted`() throws {
    let home = Array("/home/u".utf8)
    let problem = SystemError(code: .noSpace, call: "inotify_add_watch")
    let reasons: [CrawlProblem.Reason] = [.unwatched(problem), .remote, .unmounted, .unconfigured, .automount]
    var messages: [LogMessage] = reasons.map { "\(CrawlProblem(path: secret, reason: $0))" }
    messages += ["\(FileKindError(path: secret))", "\(StoreError.invalidName(secret))"]
    messages.append("\(StoreError.foreignDirectory(path: "/index", name: "Divorce"))")
    for line in [
      "root = /nowhere/Divorce # mine", "root = /nowhere/Divorce, /b", "root = /nowhere/Divorce*", "exclude = /nowhere/Divorce*",
      "root = ~/Divorce/.ssh", "exclude-name = \"Divorce*\"", "exclude-name = Divorce{a,b}", "exclude-name = Divorce,b",
      "exclude-name = !Divorce", "exclude-name = Divorce[", "exclude-name = Divorce\\", "exclude-name = Divorce[z-a]",
      "exclude-name = Divorce # x",
    ] {
      messages += try IndexingConfiguration(parsing: line, home: home).warnings.map { "\($0)" }
    }
    for line in ["/home/u/Divorce", "root = Divorce", "root = \"Divorce\"", "exclude-name = Divorce/x"] {
      let error = #expect(throws: IndexingConfiguration.SyntaxError.self) { try IndexingConfiguration(parsing: line, home: home) }
      messages.append("\(ConfigurationError(path: "/config", reason: "\(try #require(error))"))")
    }
    #expect(messages.count == 25)
    for message in messages {
      #expect(message.description.contains("Divorce"))
      #expect(message.redacted(by: redaction).contains("<private ") && !message.redacted(by: redaction).contains("Divorce"), "\(message)")
    }
  }
}
