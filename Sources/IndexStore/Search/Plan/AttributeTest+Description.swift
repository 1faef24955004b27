// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import QueryLanguage
internal import Segments
internal import TextAnalysis

extension AttributeTest {
  /// For people: what is compared with what, after dates are resolved and patterns are folded.
  var description: String {
    let name =
      switch subject {
      case .attribute(let name): name.description
      case .text: "kMDItemTextContent"
      case .anything(let includingText): includingText ? "**" : "*"
      }
    guard case .matches(let readings) = condition else { return "\(name) has a value" }
    var forms: [String] = []
    if let strings = readings.strings {
      forms.append(strings.description)
    } else if let text = readings.text {
      forms.append(text.description)
    }
    for (range, kind) in readings.ranges {
      // A number also stands for a Boolean and a date; it is shown once.
      let form = "\(kind == .date ? "date " : "")\(Self.spelling(range))"
      if !forms.contains(form), kind == .number || readings.numbers == nil || kind == .date && readings.dates != readings.numbers {
        forms.append(form)
      }
    }
    return "\(name) = \(forms.joined(separator: " or "))"
  }

  private static func spelling(_ range: ClosedRange<Double>) -> String {
    if range.lowerBound == range.upperBound { return "\(range.lowerBound)" }
    var ends: [String] = []
    if range.lowerBound > -.infinity { ends.append(end(range.lowerBound, "from", next: range.lowerBound.nextDown, "above")) }
    if range.upperBound < .infinity { ends.append(end(range.upperBound, "to", next: range.upperBound.nextUp, "below")) }
    return ends.isEmpty ? "any number" : ends.joined(separator: " ")
  }

  /// An exclusive bound is stored as the adjacent floating-point number. If the neighbour has a
  /// shorter decimal form, it is the bound that was written.
  private static func end(_ bound: Double, _ including: String, next neighbour: Double, _ excluding: String) -> String {
    let isExcluded = "\(neighbour)".utf8.count < "\(bound)".utf8.count
    return isExcluded ? "\(excluding) \(neighbour)" : "\(including) \(bound)"
  }
}

extension StringPattern {
  /// As written in a query.
  var description: String {
    (isRegularExpression ? "MATCHES " : "") + spell(spelling, folding) + (wholeWords && slop == nil ? "w" : "")
      + (isShellPattern ? "g" : "") + (isPathPattern ? "p" : "")
      + (slop.map { "~\($0)" } ?? "")
  }
}

extension TextPattern {
  /// As written in a query, folded.
  var description: String { spell(spelling, folding) + (slop.map { "~\($0)" } ?? "") }
}

private func spell(_ text: String, _ folding: Folding) -> String {
  "\"\(text)\"\(folding.contains(.case) ? "c" : "")\(folding.contains(.diacritics) ? "d" : "")"
}
