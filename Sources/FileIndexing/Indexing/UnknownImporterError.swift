// SPDX-License-Identifier: Apache-2.0

internal import LogMessages
internal import QueryLanguage
internal import UniformTypeIdentifiers
internal import WorkerProtocol

/// Neither an importer nor a type in the index has the name that a user typed.
package struct UnknownImporterError: Error, CustomStringConvertible {
  let name: String
  /// The names of all importers.
  let importers: [String]
  /// What the name probably stands for; `nil` if nothing resembles it.
  let nearest: String?

  /// - Parameter types: The identifiers of the types in the index.
  init(_ name: String, importers: [ImporterDescription], types: Set<String>) {
    self.name = name
    self.importers = importers.map(\.name)
    nearest = Self.nearest(to: name, among: importers, types)
  }

  /// An importer, or a type that an importer reads or that is in the index: `com.adobe.pdf` for `pdf`.
  private static func nearest(to name: String, among importers: [ImporterDescription], _ types: Set<String>) -> String? {
    if let importer = importers.first(where: { $0.name.lowercased() == name.lowercased() }) { return importer.name }
    if !name.contains("."), let type = TypeDatabase.shared.type(forFileName: Array("x.\(name)".utf8).span) { return type.type.identifier }
    return Spelling.nearest(to: name, among: importers.flatMap { [$0.name] + $0.contentTypes } + types.sorted())
  }

  package var description: String {
    let advice = nearest.map { "; did you mean \($0)?" } ?? "; importers are \(importers.joined(separator: ", "))"
    return "\(PrintableText.line(name)): no importer (see mdimport -L) and no type in the index has this name\(advice)"
  }
}
