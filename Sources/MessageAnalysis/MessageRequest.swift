// SPDX-License-Identifier: Apache-2.0

/// What an author wants of the reader, as far as single words tell.
struct MessageRequest {
  let asks: Bool
  let hasQuestion: Bool
  let namesTime: Bool
  let isUrgent: Bool

  /// Number of characters of a message that count. Who wants something says so early.
  private static let maximumLength = 2_000

  init(_ text: MessageText, subject: String) {
    var own = subject.prefix(200) + "\n"
    for paragraph in text.paragraphs where own.count < Self.maximumLength { own += paragraph.prefix(Self.maximumLength) + "\n" }
    hasQuestion = own.contains { "?？؟".contains($0) }
    // Each word between single spaces, so that phrases are found as they are.
    let words = " " + own.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "’" }.joined(separator: " ") + " "
    func has(_ phrases: [String]) -> Bool { phrases.contains { words.contains(" \($0) ") } }
    asks = has(Self.requests)
    namesTime = has(Self.times)
    isUrgent = has(Self.urgent)
  }

  static func logarithm(_ number: Int) -> Double {
    // Halving until the series is short: a few messages more or less do not matter.
    var (rest, result) = (Double(number), 0.0)
    while rest > 2 { (rest, result) = (rest / 2, result + 0.693_147_180_559_945_3) }
    let ratio = (rest - 1) / (rest + 1)
    let square = ratio * ratio
    return result + 2 * ratio * (1 + square * (1 / 3 + square * (1 / 5 + square * (1 / 7 + square / 9))))
  }

  private static let requests = [
    "please", "can you", "could you", "would you", "will you", "let me know", "need you", "i need", "we need", "send me", "call me",
    "get back to me",
    "your approval", "your feedback", "your thoughts", "bitte", "kannst du", "können sie", "könntest du", "könnten sie", "würden sie",
    "brauche",
    "melde dich", "s'il vous plaît", "s’il vous plaît", "svp", "pouvez vous", "peux tu", "por favor", "puedes", "puede", "per favore",
    "puoi",
    "può", "alstublieft", "kun je", "kunt u",
  ]

  private static let times = [
    "today", "tonight", "tomorrow", "this morning", "this afternoon", "this evening", "by monday", "by tuesday", "by wednesday",
    "by thursday",
    "by friday", "by noon", "by the end of", "deadline", "due by", "due on", "eod", "within the hour", "in an hour", "heute", "morgen",
    "bis montag",
    "bis dienstag", "bis mittwoch", "bis donnerstag", "bis freitag", "frist", "aujourd'hui", "aujourd’hui", "demain", "hoy", "mañana",
    "oggi",
    "domani", "vandaag",
  ]

  private static let urgent = [
    "urgent", "asap", "immediately", "emergency", "as soon as possible", "dringend", "eilt", "sofort", "so bald wie möglich", "urgente",
    "dringende",
  ]
}
