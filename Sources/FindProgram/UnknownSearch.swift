// SPDX-License-Identifier: Apache-2.0

import LogMessages

/// The error for a saved search that does not exist.
struct UnknownSearch: Error, CustomStringConvertible {
  let name: [UInt8]
  /// The names under which searches are saved.
  let known: [[UInt8]]

  var description: String {
    let start = "there is no saved search '\(PrintableText.line(String(decoding: name, as: UTF8.self)))'"
    guard !known.isEmpty else { return "\(start), and none has been saved yet; mdfind -save NAME QUERY saves one" }
    return "\(start); saved searches: \(known.map(PrintableText.path).joined(separator: ", "))"
  }
}
