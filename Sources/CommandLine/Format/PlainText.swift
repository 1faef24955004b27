// SPDX-License-Identifier: Apache-2.0

package import Attributes

extension AttributeValue {
  /// The value as `mdls -raw` and `mdfind -attr` print it: a single string without quotes, anything
  /// else as in a column.
  package func plainText(null: String = "(null)") -> String {
    switch self {
    case .string(let text): text
    case .person(let person): person.shownName
    case .null: null
    default: OldStyleDescription.value(self)
    }
  }
}
