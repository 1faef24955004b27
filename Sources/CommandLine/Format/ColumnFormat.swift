// SPDX-License-Identifier: Apache-2.0

package import Attributes

/// The attributes of one file as `mdls` prints them.
package enum ColumnFormat {
  /// One `name = value` line per attribute, sorted by name and padded to the longest name.
  package static func text(_ attributes: [(name: String, value: AttributeValue)]) -> String {
    let width = attributes.map(\.name.unicodeScalars.count).max() ?? 0
    return attributes.sorted { $0.name < $1.name }.map { name, value in
      let padding = String(repeating: " ", count: width - name.unicodeScalars.count)
      return "\(name)\(padding) = \(OldStyleDescription.value(value))\n"
    }.joined()
  }
}
