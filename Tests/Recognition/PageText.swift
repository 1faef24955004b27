// SPDX-License-Identifier: Apache-2.0

/// Texts of pages for tests.
enum PageText {
  static let english = lines(
    """
    The lighthouse stands at the end of a narrow road that leads over seven wooden bridges. In winter the road is often flooded, and the keeper
    receives bread, flour and letters by boat. Nobody remembers when the lamp was first lit, but an old invoice mentions twelve barrels of oil and
    a new mirror from Lisbon. The keeper writes down the wind, the temperature and the names of all ships that pass before noon. On quiet evenings
    he repairs chairs, sharpens knives and listens to the radio. His daughter, who studies geology in another town, visits him every second month
    and brings newspapers, oranges and questions about the stones on the beach. She believes that the cliff was once the bed of a river, because the
    pebbles are smooth and their colours come from mountains far away. Last summer she measured the height of the cliff, and found that it loses
    about three inches each year. The council therefore plans to move the tower, which would cost more than a new hospital. Some people say that
    ships no longer need the lamp. Others answer that a town without its lighthouse would be like a clock without hands. Until the matter is
    decided, the keeper paints the door every spring, blue on the outside and yellow within, as his grandfather did. Visitors may climb the stairs
    on Sundays between ten and four. The ticket costs two coins, and children pay nothing if they can count the steps correctly. There are one
    hundred and ninety of them, but the answer on the poster has been wrong since the staircase was rebuilt after the storm.
    """)

  static let german = lines(
    """
    Die Müllerin fährt jeden Morgen über die schmale Brücke zum Markt und verkauft dort Äpfel, Nüsse, Öl und süße Brötchen. Früher gehörte die Mühle
    ihrem Großvater, der sie nach dem großen Hochwasser für wenige Kronen erworben hatte. Zwölf Jahre später brannte das Dach, und die Nachbarn halfen,
    die Balken aus dem Fluss zu ziehen. Seitdem hängt über der Tür ein Schild, auf dem zu lesen ist, dass hier niemand hungrig weitergehen müsse. Im
    Sommer kommen Schüler aus den umliegenden Dörfern, zählen die Störche auf den Wiesen und übernachten in der Scheune. Abends erzählt die Müllerin
    Märchen von Räubern, Zwergen und einem König, der seine Schlüssel verloren hatte. Die ältesten Bäume im Garten tragen noch immer Früchte, obwohl
    ihre Stämme hohl geworden sind. Wenn der Föhn weht, knarren die Flügel der Windmühle auf dem Hügel gegenüber, und die Hühner verstecken sich unter
    dem Wagen. Das Gemeindeamt möchte die Straße verbreitern und überlegt, ob die Brücke durch eine größere ersetzt werden könne. Die Müllerin hält das
    für überflüssig, denn mehr als fünf Fuhrwerke seien hier nie gleichzeitig unterwegs gewesen. Außerdem würden die Gänse erschrecken, die seit
    Jahrzehnten am Ufer brüten. Schließlich einigte man sich darauf, zunächst die Geländer zu erneuern und im nächsten Frühjahr über alles Weitere zu
    sprechen. Bis dahin bleibt es bei den schönen alten Bögen aus Sandstein, die schon so manche Überschwemmung überstanden haben.
    """)

  /// The text in lines that fit on a page.
  private static func lines(_ text: String) -> String {
    var lines = [""]
    for word in text.split(whereSeparator: \.isWhitespace) {
      if lines[lines.count - 1].count + word.count > 72 { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
    }
    return lines.joined(separator: "\n")
  }

  /// The words of a text, without what separates them.
  static func words(_ text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// The part of the words of `text` that are among those of `found`, as often as there.
  static func recall(_ found: String, of text: String) -> Double {
    var rest: [String: Int] = [:]
    for word in words(found) { rest[word, default: 0] += 1 }
    let wanted = words(text)
    let count = wanted.count { word in
      guard let left = rest[word], left > 0 else { return false }
      rest[word] = left - 1
      return true
    }
    return Double(count) / Double(wanted.count)
  }
}
