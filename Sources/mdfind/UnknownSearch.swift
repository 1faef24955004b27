import TextAnalysis

/// No search is saved under a name.
struct UnknownSearch: Error, CustomStringConvertible {
  let name: [UInt8]
  /// The names under which searches are saved.
  let known: [[UInt8]]

  var description: String {
    let start = "there is no saved search '\(PrintableText.line(String(decoding: name, as: UTF8.self)))'"
    guard !known.isEmpty else { return "\(start), nor any other; mdfind -save NAME QUERY keeps one" }
    return "\(start); there are: \(known.map(PrintableText.path).joined(separator: ", "))"
  }
}
