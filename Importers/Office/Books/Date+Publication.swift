// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Markup

extension Date {
  /// The date of a book: a date of a document, the parts of one (`2014`, `2014-07`), or
  /// `01.07.2014`. A part is its first day.
  init?(publicationDate text: String) {
    let text = text.trimmingCharacters(in: .whitespaces)
    switch true {
    case text.wholeMatch(of: /\d{4}/) != nil: self.init(documentDate: text + "-01-01")
    case text.wholeMatch(of: /\d{4}-\d\d/) != nil: self.init(documentDate: text + "-01")
    default:
      if let match = text.wholeMatch(of: /(\d\d)\.(\d\d)\.(\d{4})/) {
        self.init(documentDate: "\(match.3)-\(match.2)-\(match.1)")
      } else {
        self.init(documentDate: text)
      }
    }
  }
}
