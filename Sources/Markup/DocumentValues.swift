// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import ImporterSupport

extension [String] {
  /// Appends `value` unless the array already contains it.
  package mutating func appendNew(_ value: String) {
    if !contains(value) { append(value) }
  }

  /// `nil` instead of an empty list, for use as an attribute.
  package var nonEmpty: [String]? { isEmpty ? nil : self }
}

extension String {
  /// The elements of a list in one string, each as a single line, without empty ones.
  package func listElements(separatedBy separators: String) -> [String] {
    split { separators.contains($0) || $0.isNewline }
      .map { String($0).oneLine }
      .filter { !$0.isEmpty }
  }
}

extension Date {
  /// The point in time of an ISO 8601 text in a document's metadata, from a day (`2014-07-01`) to a
  /// fraction of a second with a time zone. Without a zone, local time is assumed.
  ///
  /// - Returns: `nil` for anything else, and for days that do not exist.
  package init?(documentDate text: String) {
    let pattern = /(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?\s*(Z|z|[+-]\d\d:?\d\d)?)?/
    guard let match = text.trimmingCharacters(in: .whitespaces).wholeMatch(of: pattern)?.output else { return nil }
    let parts = [match.1, match.2, match.3, match.4 ?? "0", match.5 ?? "0", match.6 ?? "0"].compactMap { Int($0) }
    guard parts.count == 6 else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(documentZone: match.7) ?? .current
    let components = DateComponents(
      year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4], second: min(parts[5], 59))
    guard components.isValidDate(in: calendar), let date = calendar.date(from: components) else { return nil }
    self = date
  }
}

extension TimeZone {
  /// - Returns: `nil` if there is no zone.
  fileprivate init?(documentZone text: Substring?) {
    guard let text else { return nil }
    let digits = text.filter(\.isNumber)
    guard let hours = Int(digits.prefix(2)), let minutes = Int(digits.suffix(2)) else {
      self.init(secondsFromGMT: 0)
      return
    }
    self.init(secondsFromGMT: (text.hasPrefix("-") ? -60 : 60) * (hours * 60 + minutes))
  }
}
