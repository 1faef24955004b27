// SPDX-License-Identifier: Apache-2.0

/// The description of an importer, sent by its worker.
package struct ImporterDescription: Hashable, Sendable {
  /// The name of the importer, shown to the user and recorded with its results: `Document`.
  package var name: String
  /// The version of the importer. When it increases, files are imported again.
  package var version: Int
  /// The identifiers of the types it reads. It also reads all types that conform to them.
  package var contentTypes: [String]

  package init(name: String, version: Int, contentTypes: [String]) {
    self.name = name
    self.version = version
    self.contentTypes = contentTypes
  }
}
