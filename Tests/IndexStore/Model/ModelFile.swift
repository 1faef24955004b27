// SPDX-License-Identifier: Apache-2.0

import Attributes

@testable import IndexStore

/// A file or folder of a ``ModelTree``.
final class ModelFile {
  var entry: ListedFile
  /// `nil` for a file.
  var children: [ModelFile]?
  var record = AttributeRecord()
  var text: String?

  init(_ entry: ListedFile) {
    self.entry = entry
    children = entry.status.kind == .directory ? [] : nil
  }

  /// The folder and all folders below it, with their paths.
  func folders(at path: [UInt8]) -> [(folder: ModelFile, path: [UInt8])] {
    guard let children else { return [] }
    return [(self, path)] + children.flatMap { $0.folders(at: path + [UInt8(ascii: "/")] + $0.entry.name) }
  }

  func contains(_ other: ModelFile) -> Bool { self === other || (children ?? []).contains { $0.contains(other) } }
}
