// SPDX-License-Identifier: Apache-2.0

import Attributes
import CommandLine

/// The result of a test import.
struct TestedFile {
  let path: [UInt8]
  let type: String
  /// The type that the name suggests, if the content contradicts it.
  var contradictedType: String?
  /// `nil` if no importer reads the type, or the file is empty.
  let importer: String?
  let record: AttributeRecord
  var isEmpty = false
  /// Whether the importer could read only a part.
  var isPartial = false
  var text: String?
  var time: Duration?

  /// The attributes that the importer found, followed by the text if it is wanted.
  var attributes: [(String, AttributeValue)] {
    var attributes = record.known.filter { $0.key != .textContent }.map { ($0.key.description, $0.value) }
    attributes += record.custom.map { ($0.name, $0.value) }
    if let text { attributes.append((AttributeKey.textContent.description, .string(text))) }
    return attributes
  }

  /// - Parameter level: 1 prints one line; 2 and 3 also print the attributes.
  func write(level: Int, to output: inout StandardOutput) {
    output.write(
      importer != nil
        ? (isPartial ? "Imported only in part '" : "Imported '") : isEmpty ? "Nothing to import from '" : "No importer reads '")
    output.write(path: path)
    var rest = "' of type '\(type)'"
    if let contradictedType { rest += ", not '\(contradictedType)' as its name says," }
    if importer == nil, isEmpty { rest += ": the file is empty" }
    if let importer { rest += " with importer \(importer)" }
    if let time { rest += " in \((time / .microseconds(10)).rounded() / 100) ms" }
    output.write(rest + ".\n")
    if level > 1 { output.write(OldStyleDescription.dictionary(attributes.map { (name: $0.0, value: $0.1) }) + "\n") }
  }
}
