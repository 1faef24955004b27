// SPDX-License-Identifier: Apache-2.0

import MessageAnalysis
import Testing

/// Summaries of messages.
struct MessageSummaryTests {
  struct Row: Sendable {
    let text: String
    let summary: String?

    init(_ text: String, _ summary: String?) { (self.text, self.summary) = (text, summary) }
  }

  static let rows = [
    Row("The car is ready.", "The car is ready."), Row("", nil), Row(" \n\r\n\t\n", nil), Row("...\n---\n", nil),
    // Greetings, and names in front of the first sentence.
    Row("Hi Ann,\n\nThe car is ready. You can fetch it today.", "The car is ready. You can fetch it today."),
    Row("Dear Dr. Smith,\r\nThe car is\r\nready.\r\n", "The car is ready."), Row("Phil,\nThe car is ready.", "The car is ready."),
    Row("Phil - the car is ready.", "the car is ready."), Row("Hello Phil, the car is ready.", "the car is ready."),
    Row("Good morning. The car is ready.", "The car is ready."), Row("Hi all!\nThe car is ready.", "The car is ready."),
    Row("Ann and Bob,\n\nThe car is ready.", "The car is ready."),
    Row("Sehr geehrte Frau Müller,\n\ndas Auto ist fertig.", "das Auto ist fertig."), Row("Team,\nThe car is ready.", "The car is ready."),
    Row("However, the car is not ready.", "However, the car is not ready."), Row("All cars are ready.", "All cars are ready."),
    Row("News: the car is ready.", "News: the car is ready."), Row("Hi there", nil),
    Row("Mary-Jane fetches the car.", "Mary-Jane fetches the car."),
    Row("Dear customers are rare.", "Dear customers are rare."),
    // Closing formulas and signatures.
    Row("The car is ready.\n\nBest regards\nAnn Example\nExample Ltd.\n+49 123 4567", "The car is ready."),
    Row("The car is ready.\nThanks,\nAnn", "The car is ready."), Row("The car is ready.\n\nAnn", "The car is ready."),
    Row("The car is ready.\n-- \nAnn\nEverything about cars. Every day.", "The car is ready."),
    Row("The car is ready.\n\nSent from my phone", "The car is ready."),
    Row("Das Auto ist fertig.\n\nMit freundlichen Grüßen\n\nAnn Beispiel", "Das Auto ist fertig."),
    Row("Thanks!\nI fetch the car tomorrow.\nAnn", "Thanks! I fetch the car tomorrow."),
    Row("Thank you for the flowers.", "Thank you for the flowers."),
    Row(
      "The file is here.\nThanks\nOne more thing: who brings the car tomorrow?",
      "The file is here. Thanks One more thing: who brings the car tomorrow?"),
    Row(
      "The draft is attached. I made the changes.\nSara\nExample Corp.\n1400 Smith Street, EB 3801A",
      "The draft is attached. I made the changes."),
    Row("Comments are welcome.\n\nJoe Smith\nSecretary\nTel: 555-1234\njoe@example.org", "Comments are welcome."),
    Row("It is at 6 pm.\n\nWarm regards,\n\nProf. Ann Example, Ph.D.\nDepartment of Zoology", "It is at 6 pm."),
    Row("anyone up for lunch? lmk\n\nmatt", "anyone up for lunch? lmk"), Row("It is ready.\n\nBest wishes to all,\nAnn", "It is ready."),
    Row(
      "The meeting has two parts.\n\nBudget: approved\nHiring: on hold until Q2",
      "The meeting has two parts. Budget: approved Hiring: on hold until Q2"),
    // Quotations, and forwarded messages.
    Row("FYI\n\n-----Original Message-----\nFrom: Ann\nSent: Monday\n\nThe report is late again.", "FYI The report is late again."),
    Row(
      "-------- Forwarded by Mark on 05/10/2000 --------\n\n\nTana Jones\n05/10/2000 10:11 AM\nTo: Mark\ncc:\nSubject: Agreements\n\nThey are signed.",
      "They are signed."),
    Row("Yes, it is.\n\nOn Mon, 3 Feb 2025 at 10:00, Ann <ann@example.org> wrote:\n> Is the car ready?\n> Ann", "Yes, it is."),
    Row("On Mon, 3 Feb 2025 at 10:00, Ann Example\n<ann@example.org> wrote:\n> Is the car ready?\n\nYes, it is.", "Yes, it is."),
    Row("> Is the car ready?\nYes, it is.\n> And the bill?\nThe bill follows.", "Yes, it is. The bill follows."),
    Row("I agree.\n\n-----Original Message-----\nFrom: Ann\nSent: Monday\nSubject: car\n\nIs it ready?", "I agree."),
    Row("From: Ann\nSent: Monday\nTo: Bob\nSubject: car\n\nIs it ready?", "Is it ready?"),
    Row("---------- Forwarded message ---------\nFrom: Ann <a@example.org>\nDate: Monday\n\nHi Bob,\nis it ready?", "is it ready?"),
    Row("Ja.\n\nAm 03.02.2025 um 10:00 schrieb Ann:\n> Ist es fertig?", "Ja."),
    // What programs and lawyers append.
    Row("EXTERNAL EMAIL: Use caution with links.\n\nHello team, the server is down.", "the server is down."),
    Row("The car is ready.\n\nThis message is confidential and for its addressee only.", "The car is ready."),
    Row("Ready.\n\n________________________________\nCONFIDENTIALITY NOTICE: do not read this.", "Ready."),
    // Sentences.
    Row(
      "Ask Dr. Smith at 3.30 p.m. today. He knows, e.g. Mr. J. Miller. Go!",
      "Ask Dr. Smith at 3.30 p.m. today. He knows, e.g. Mr. J. Miller. Go!"),
    Row("- the car\n- the bill", "- the car - the bill"), Row("車が来た。明日取りに来て！", "車が来た。 明日取りに来て！"),
  ]

  @Test(arguments: rows)
  func `a summary is what the author says first`(row: Row) {
    #expect(MessageText(row.text).summary == row.summary, "\(MessageText(row.text).paragraphs)")
  }

  @Test func `sentences follow while they fit, and the last one is cut at a word`() throws {
    let sentence = "The car with the number \("x") is ready and waits in the garage."
    let text = (0..<9).map { sentence.replacing("x", with: "\($0)") }.joined(separator: " ")
    let summary = try #require(MessageText(text).summary)
    #expect(summary.count <= MessageText.maximumSummaryLength && summary.count > 120)
    #expect(summary.hasSuffix("…") && text.hasPrefix(summary.dropLast()))
    let word = String(repeating: "a", count: 500)
    #expect(MessageText(word).summary == String(repeating: "a", count: 159) + "…")
    // Not even a beginning of the second sentence fits.
    let long = String(repeating: "word ", count: 29) + "end."
    #expect(MessageText(long + " The next sentence.").summary == long)
  }

  @Test func `each sentence of a summary is in the text, whatever that is`() {
    var generator = SystemRandomNumberGenerator()
    let pieces = [
      "Hi Ann,", "\n", "\n\n", "> quoted", "On Monday 3, Ann wrote:", "-- ", "Best regards", "From: a", "To: b", "The car is ready.",
      "Why?", "word", ".",
      "…", "。", "\u{0}", "👩‍👩‍👧", "e\u{301}", "\r\n", "---", "Dr. ", "1. ", "- item", "¡Hola!", "\u{2028}", "Ann", "Thanks, ", "\u{FEFF}",
    ]
    for _ in 0..<300 {
      let text = (0..<Int.random(in: 0...30, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined(
        separator: " ")
      guard let summary = MessageText(text).summary else { continue }
      #expect(!summary.isEmpty && summary.count <= MessageText.maximumSummaryLength)
      func words(_ text: String) -> [Substring] { text.split { $0.isWhitespace || "\u{FEFF}…".contains($0) } }
      let known = Set(words(text))
      #expect(words(summary).dropLast().allSatisfy { known.contains($0) }, "\(text.debugDescription): \(summary)")
    }
  }

  @Test func `a long text costs no more than its beginning`() {
    let long = String(repeating: "> quoted text of a long thread\n", count: 100_000) + "The end."
    #expect(MessageText(long).summary == nil)
    let characters = String(repeating: "車", count: 100_000)
    #expect(MessageText(characters).summary == characters.prefix(159) + "…")
    let lines = String(repeating: "a\n", count: 1_000_000)
    #expect(MessageText(lines).summary?.count ?? 0 > 100)
  }
}
