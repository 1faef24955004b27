// SPDX-License-Identifier: Apache-2.0

internal import IndexStore
internal import UniformTypeIdentifiers
internal import WorkerProtocol

/// The content types that importers read. A crawl uses them to decide which files a worker must
/// open.
struct ClaimedTypes: Sendable {
  private let identifiers: Set<String>

  init(_ importers: [ImporterDescription]) {
    identifiers = Set(importers.flatMap(\.contentTypes))
  }

  /// Whether a worker must open a file. Empty files, and entries that are not regular files, never
  /// need one.
  func needWorker(for entry: borrowing DirectoryListing.Entry, among types: TypeDatabase) -> Bool {
    guard entry.status.kind == .regular, entry.status.size > 0 else { return false }
    return !entry.isTypeCertain || types[entry.typeIndex].map(contains) ?? true
  }

  /// Whether an importer reads files of this type, or the type is not certain.
  func mayBeRead(_ type: FileType, isCertain: Bool) -> Bool { !isCertain || contains(type) }

  /// Whether an importer reads files of this type, or of a type to which it conforms.
  func contains(_ type: FileType) -> Bool { contains(tree: type.tree) }

  /// As ``contains(_:)``, for a type given by the identifiers of its tree.
  func contains(tree: [String]) -> Bool { tree.contains { identifiers.contains($0) } }
}
