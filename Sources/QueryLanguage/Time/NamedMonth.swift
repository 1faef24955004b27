// SPDX-License-Identifier: Apache-2.0

/// A month or a day with the month's English name: `March 2023`, `5 Mar 2023`, `March 5, 2023`.
struct NamedMonth: Hashable {
  var year: Int
  /// 1…12
  var month: Int
  /// `nil` for the whole month.
  var day: Int?

  /// - Returns: `nil` unless `text` contains the name of a month, or at least its first three
  ///   letters, and a year of four digits.
  init?(_ text: String) {
    let fields = text.lowercased().utf8.split { $0.isSpace || [UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: "-")].contains($0) }
    guard (2...3).contains(fields.count) else { return nil }
    var (year, month, day): (Int?, Int?, Int?) = (nil, nil, nil)
    for field in fields {
      let word = String(decoding: field, as: UTF8.self)
      if field.count >= 3, month == nil, let index = Self.names.firstIndex(where: { $0.hasPrefix(word) }) {
        month = index + 1
      } else if field.count == 4, year == nil, field.allSatisfy(\.isDigit) {
        year = Int(word)
      } else if field.count <= 2, day == nil, field.allSatisfy(\.isDigit) {
        day = Int(word)
      } else {
        return nil
      }
    }
    guard let year, let month else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  private static let names = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
  ]
}
