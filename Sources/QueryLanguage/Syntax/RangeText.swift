// SPDX-License-Identifier: Apache-2.0

/// `a-b`, `a..b` or `a–b`.
enum RangeText {
  /// The two parts at the first separator where both are valid.
  static func ends<Element>(_ text: String, _ read: (String) -> Element?) -> (first: Element, last: Element)? {
    // Longer values are not ranges, and trying every separator takes quadratic time.
    guard text.utf8.count <= 80 else { return nil }
    for separator in ["..", "–", "-"] {
      let fields = text.split(separator: separator, omittingEmptySubsequences: false)
      for cut in fields.indices.dropFirst() {
        let (left, right) = (fields[..<cut].joined(separator: separator), fields[cut...].joined(separator: separator))
        if let first = read(left), let last = read(right) { return (first, last) }
      }
    }
    return nil
  }
}
