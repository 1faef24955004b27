// SPDX-License-Identifier: Apache-2.0

package import Attributes

/// The kinds of data that a predicate uses.
package struct Requirements: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The name and the path.
  package static let names = Requirements(rawValue: 1 << 0)
  /// File system metadata: size, dates, owner, and the date added to the folder.
  package static let status = Requirements(rawValue: 1 << 1)
  /// Content type, the types it conforms to, MIME type, kind.
  package static let types = Requirements(rawValue: 1 << 2)
  /// Any other attribute, known or custom.
  package static let attributes = Requirements(rawValue: 1 << 3)
  /// The text content.
  package static let text = Requirements(rawValue: 1 << 4)

  /// The kind of data that one attribute belongs to.
  package init(of name: AttributeName) {
    guard case .known(let key) = name else {
      self = .attributes
      return
    }
    switch key {
    case .fsName, .displayNameWithExtensions, .path: self = .names
    // The subject of mail, the title of music, or the name.
    case .displayName: self = [.names, .types, .attributes]
    case .fileSize, .logicalSize, .physicalSize, .fsContentChangeDate, .fsCreationDate, .fsOwnerUserID, .fsOwnerGroupID, .fsNodeCount,
      .fsInvisible, .ownerUserID, .addedDate, .dateAddedRanking:
      self = .status
    case .contentType, .contentTypeTree, .mimeType, .groupId, .kind: self = .types
    case .textContent: self = .text
    default: self = .attributes
    }
  }
}
