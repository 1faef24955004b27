// SPDX-License-Identifier: Apache-2.0

internal import LMDB

/// What searches leave out because file systems are not mounted.
package struct HiddenTrees: Hashable, Sendable {
  /// The directories whose trees are left out, with their own documents if nothing is at their paths.
  package var documents: [DirectoryID: DocumentID?] = [:]

  package init(_ documents: [DirectoryID: DocumentID?] = [:]) { self.documents = documents }

  package var isEmpty: Bool { documents.isEmpty }

  package var directories: Set<DirectoryID> { Set(documents.keys) }

  // MARK: Stored form

  /// Decodes what ``encoded`` returned. Elements of another form are left out.
  init(_ value: [UInt8]) {
    for element in String(decoding: value, as: UTF8.self).split(separator: " ") {
      let numbers = element.split(separator: ":")
      guard numbers.count <= 2, let directory = UInt32(numbers[0]) else { continue }
      documents[DirectoryID(rawValue: directory)] = .some(numbers.dropFirst().first.flatMap { UInt64($0) }.map(DocumentID.init))
    }
  }

  /// The numbers of the directories, separated by spaces; each may be followed by a colon and the number
  /// of its document.
  var encoded: [UInt8] {
    let elements = documents.sorted { $0.key.rawValue < $1.key.rawValue }.map { directory, document in
      "\(directory.rawValue)" + (document.map { ":\($0.rawValue)" } ?? "")
    }
    return Array(elements.joined(separator: " ").utf8)
  }
}

extension Snapshot {
  /// The trees that searches leave out.
  package func hiddenTrees() throws(StoreError) -> HiddenTrees { HiddenTrees(try metadata(.hidden) ?? []) }
}
