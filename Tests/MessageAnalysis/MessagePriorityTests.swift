// SPDX-License-Identifier: Apache-2.0

import Attributes
import Foundation
import MessageAnalysis
import Testing

/// Which messages have priority.
struct MessagePriorityTests {
  private static func person(_ address: String) -> AttributeValue {
    .person(Person(displayName: nil, handles: [address], handleIdentifier: "emailAddresses"))
  }

  /// A mail from Ann to Bob, whose account this is.
  private static func record(_ change: (inout AttributeRecord) -> Void = { _ in }) -> AttributeRecord {
    var record = AttributeRecord()
    record[.authors] = .array([person("ann@example.org")])
    record[.primaryRecipients] = .array([person("Bob@example.org")])
    record[.accountHandles] = .array([.string("bob@example.org")])
    change(&record)
    return record
  }

  private static func priority(
    _ text: String, _ record: AttributeRecord = record(), _ history: MessagePriority.History = .init(), _ rules: PriorityRules = .standard
  ) -> MessagePriority? {
    MessagePriority(of: record, text: text, history: history, rules: rules)
  }

  private static func history(answers: Int = 0, isKnown: Bool = false, hasJoined: Bool = false) -> MessagePriority.History {
    var history = MessagePriority.History()
    (history.answers, history.isKnown, history.hasJoined) = (answers, isKnown, hasJoined)
    return history
  }

  struct Row: Sendable {
    let text: String
    var record = MessagePriorityTests.record()
    var history = MessagePriority.History()
    let isPriority: Bool
    let reason: PriorityRules.Observation?
  }

  // Not stored: the leak sanitizer does not see references in the payloads of enumerations.
  static var rows: [Row] {
    [
      Row(text: "The zebra eats.", isPriority: false, reason: nil),
      Row(text: "Could you send me the bill by Friday?", isPriority: true, reason: .askedDirectly),
      Row(text: "Can you come today?", history: history(answers: 4), isPriority: true, reason: .answeredSender),
      Row(text: "The zebra eats.", history: history(answers: 4, hasJoined: true), isPriority: true, reason: .answeredSender),
      Row(
        text: "Please come today: are you there?",
        record: record { $0[.emailHeaders] = .dictionary(["List-Unsubscribe": .array([.string("<mailto:x>")])]) }, isPriority: false,
        reason: .list),
      Row(
        text: "Please come today: are you there?", record: record { $0[.authors] = .array([person("no-reply@example.org")]) },
        isPriority: false,
        reason: .automatic),
      Row(
        text: "Please come today: are you there?",
        record: record { $0[.emailHeaders] = .dictionary(["auto-submitted": .string("auto-generated")]) }, isPriority: false,
        reason: .automatic),
      Row(
        text: "Please come today: are you there?", record: record { $0[.likelyJunk] = .boolean(true) }, isPriority: false, reason: .junk),
      Row(
        text: "Please come today: are you there?",
        record: record {
          $0[.primaryRecipients] = .array([person("carl@example.org")])
          $0[.additionalRecipients] = .array([person("bob@example.org")])
        }, isPriority: false, reason: .copied),
      Row(
        text: "The zebra eats.",
        record: record { $0[.primaryRecipients] = .array((0..<12).map { person("p\($0)@example.org") }) }, isPriority: false,
        reason: .manyRecipients),
      Row(
        text: "Please come today: are you there?",
        record: record { $0[.emailHeaders] = .dictionary(["Importance": .string("High")]) }, isPriority: true, reason: .askedDirectly),
      // Only what the author has written counts.
      Row(text: "Yes.\n\nOn Monday 3, Bob wrote:\n> Could you please come today?", isPriority: false, reason: nil),
      Row(text: "Kannst du mir bitte heute die Rechnung schicken?", isPriority: true, reason: .askedDirectly),
    ]
  }

  @Test(arguments: rows)
  func `what is observed decides, and the strongest reason is named`(row: Row) throws {
    let priority = try #require(Self.priority(row.text, row.record, row.history))
    #expect(priority.isPriority == row.isPriority, "\(priority.reasons)")
    let named = row.reason?.reason ?? "nothing speaks for it strongly enough"
    #expect(priority.strongestReason == named, "\(priority.reasons)")
  }

  @Test func `one's own messages, and those without a text or an author, have none`() {
    #expect(Self.priority("") == nil)
    #expect(Self.priority("Please come", Self.record { $0[.authors] = nil }) == nil)
    #expect(Self.priority("Please come", Self.record { $0[.authors] = .array([Self.person("BOB@example.org")]) }) == nil)
  }

  @Test func `weights can be changed`() throws {
    let rules = try PriorityRules(parsing: "# mine\r\n base = -0.5 # less\n\nquestion=1\n")
    #expect(rules.weight(of: .base) == -0.5 && rules.weight(of: .question) == 1 && rules.weight(of: .request) == 0.7)
    #expect(Self.priority("Ready?", Self.record(), .init(), rules)?.isPriority == true)
    #expect(Self.priority("Ready?")?.isPriority == false)
  }

  @Test(arguments: [
    ("question", 1, "a line is 'NAME = WEIGHT'"), ("base = -2\nquestoin = 1", 2, "nothing is called “questoin”"),
    ("question = much", 1, "a number from −100 to 100, not “much”"), ("question = 1e9", 1, "a number"), ("question = nan", 1, "a number"),
    ("\nquestion = 1\nquestion = 2", 3, "question has a weight already"),
  ])
  func `a line that cannot be used is an error`(text: String, line: Int, reason: String) {
    let error = #expect(throws: PriorityRulesError.self) { try PriorityRules(parsing: text) }
    #expect(error?.line == line && error?.reason.contains(reason) ?? false, "\(String(describing: error))")
  }

  @Test func `the file that is installed says what counts without it`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: folder.appending(path: "Support/priority.conf"), encoding: .utf8)
    #expect(try PriorityRules(parsing: text) == .standard)
    let names = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(names == PriorityRules.Observation.allCases.map(\.rawValue))
  }
}
