// SPDX-License-Identifier: Apache-2.0

package import Attributes
internal import LMDB
internal import QueryLanguage

extension Snapshot {
  /// An attribute of a document from any source; `nil` when the document is gone or does not have
  /// the attribute.
  package func value(of name: AttributeName, for reference: DocumentReference) throws(StoreError) -> AttributeValue? {
    try values(of: [name], for: reference)?.first ?? nil
  }

  /// Attributes of a document, in the order of `names`; `nil` when the document is gone.
  package func values(of names: [AttributeName], for reference: DocumentReference) throws(StoreError) -> [AttributeValue?]? {
    guard let row = try transaction.value(.documents, Key(reference)) else {
      try checkAbsence(of: reference)
      return nil
    }
    return try withView { view throws(StoreError) in
      view.look(at: try FileRow(reference, row, owners: owners))
      var values: [AttributeValue?] = []
      for name in names {
        switch name {
        case .known(let key):
          if let name = key.cameraForm, let written = try attributes(of: reference.document)?[custom: name] {
            values.append(written)
          } else {
            values.append(try view.value(of: key))
          }
        case .custom(let custom): values.append(try attributes(of: reference.document)?[custom: custom])
        }
      }
      return values
    }
  }

  /// All attributes of a document that are shown: those of the file system, of its type, of its use,
  /// and of the importer, but not the text content. Attributes that are shown for every file are
  /// `null` if this one has no value. An item has only the attributes that its program has set.
  ///
  /// - Returns: The attributes in no particular order; `nil` when the document is gone.
  package func shownAttributes(of reference: DocumentReference) throws(StoreError) -> [(name: AttributeName, value: AttributeValue)]? {
    guard let row = try transaction.value(.documents, Key(reference)) else {
      try checkAbsence(of: reference)
      return nil
    }
    guard content == .files else {
      let record = try attributes(of: reference.document) ?? AttributeRecord()
      return record.known.filter { $0.key != .textContent }.map { (.known($0.key), $0.value) }
        + record.custom.map { (.custom($0.name), $0.value) }
    }
    return try withView { view throws(StoreError) in
      view.look(at: try FileRow(reference, row, owners: owners))
      let record = try view.attributes().inCameraForm
      var shown: [(name: AttributeName, value: AttributeValue)] = []
      for key in Self.alwaysShown { shown.append((.known(key), try view.value(of: key) ?? .null)) }
      for key in Self.shownWhenPresent { if let value = try view.value(of: key) { shown.append((.known(key), value)) } }
      let derived = Set(Self.alwaysShown + Self.shownWhenPresent + [.textContent, .path])
      for entry in record.known where !derived.contains(entry.key) { shown.append((.known(entry.key), entry.value)) }
      for entry in record.custom where entry.name != TextOrigin.versionName { shown.append((.custom(entry.name), entry.value)) }
      return shown
    }
  }

  /// Attributes that `mdls` prints for every file, possibly as `(null)`.
  private static let alwaysShown: [AttributeKey] = [
    .displayNameWithExtensions, .contentCreationDate, .contentCreationDateRanking, .contentModificationDate,
    .contentModificationDateRanking, .contentType, .contentTypeTree, .addedDate, .dateAddedRanking, .displayName, .documentIdentifier,
    .fsContentChangeDate, .fsCreationDate, .fsCreatorCode, .fsFinderFlags, .fsHasCustomIcon, .fsInvisible, .fsIsExtensionHidden,
    .fsIsStationery, .fsLabel, .fsName, .fsNodeCount, .fsOwnerGroupID, .fsOwnerUserID, .fileSize, .fsTypeCode, .interestingDateRanking,
    .kind, .logicalSize, .physicalSize,
  ]

  private static let shownWhenPresent: [AttributeKey] = [.mimeType, .lastUsedDateRanking]
}
