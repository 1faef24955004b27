// SPDX-License-Identifier: Apache-2.0

internal import Applications
internal import Synchronization
internal import UniformTypeIdentifiers
internal import WorkerProtocol

/// Chooses the importer of a file by its type. If several importers claim a type equally well, one
/// of the user precedes one of the system, which precedes a built-in one.
package final class ImporterChoice: Sendable {
  private let installed: [InstalledImporter]
  private let descriptions: [ImporterDescription]
  private let claims: Mutex<TypeClaims>
  /// The types of the system, and those that installed importers declare.
  let types: TypeDatabase
  /// The types that installed importers claim.
  let installedTypes: [String]

  /// Maximum number of types in a request, so that it is not longer than a frame.
  private static let maximumTypeCount = 256

  package init(_ importers: ImporterSet) {
    installed = importers.installed
    descriptions = importers.descriptions
    types = importers.types
    claims = Mutex(TypeClaims(contentTypes: importers.descriptions.map(\.contentTypes), types: types))
    installedTypes = Array(importers.installed.flatMap(\.types).prefix(Self.maximumTypeCount))
  }

  /// The installed importer of a type; `nil` if a built-in one, or none, reads it.
  func installed(for type: String) -> InstalledImporter? {
    claims.withLock { $0.importer(for: type) }.flatMap { installed.indices.contains($0) ? installed[$0] : nil }
  }

  /// The name and the version of an importer.
  func title(named name: String) -> String? { descriptions.first { $0.name == name }?.title }

  /// The name and the version of the importer of a type; `nil` if none reads it.
  func title(for type: String) -> String? { claims.withLock { $0.importer(for: type) }.map { descriptions[$0].title } }
}
