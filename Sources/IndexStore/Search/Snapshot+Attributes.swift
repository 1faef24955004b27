package import Attributes
internal import LMDB
internal import QueryLanguage

extension Snapshot {
  /// One attribute of a document, from wherever it is known; `nil` when the document is gone or has no such attribute.
  package func value(of name: AttributeName, for reference: DocumentReference) throws(StoreError) -> AttributeValue? {
    try values(of: [name], for: reference)?.first ?? nil
  }

  /// Attributes of a document, in the order of `names`; `nil` when the document is gone.
  package func values(of names: [AttributeName], for reference: DocumentReference) throws(StoreError) -> [AttributeValue?]? {
    guard let row = try transaction.value(.documents, Key(reference)) else { return nil }
    return try withView { view throws(StoreError) in
      view.look(at: try FileRow(reference, row, owners: owners))
      var values: [AttributeValue?] = []
      for name in names {
        switch name {
        case .known(let key): values.append(try view.value(of: key))
        case .custom(let custom): values.append(try attributes(of: reference.document)?[custom: custom])
        }
      }
      return values
    }
  }

  /// Everything that is shown of a document: the file system's attributes, those of its type, and what an importer found; the text content
  /// is not among them. An attribute that every file shows is `null` when this one has no value for it.
  ///
  /// - Returns: In no order; `nil` when the document is gone.
  package func shownAttributes(of reference: DocumentReference) throws(StoreError) -> [(name: AttributeName, value: AttributeValue)]? {
    guard let row = try transaction.value(.documents, Key(reference)) else { return nil }
    let record = try attributes(of: reference.document) ?? AttributeRecord()
    return try withView { view throws(StoreError) in
      view.look(at: try FileRow(reference, row, owners: owners))
      var shown: [(name: AttributeName, value: AttributeValue)] = []
      for key in Self.alwaysShown { shown.append((.known(key), try view.value(of: key) ?? .null)) }
      for key in Self.shownWhenPresent { if let value = try view.value(of: key) { shown.append((.known(key), value)) } }
      let derived = Set(Self.alwaysShown + Self.shownWhenPresent + [.textContent, .path])
      for entry in record.known where !derived.contains(entry.key) { shown.append((.known(entry.key), entry.value)) }
      for entry in record.custom { shown.append((.custom(entry.name), entry.value)) }
      return shown
    }
  }

  /// What `mdls` prints of every file, if only `(null)`.
  private static let alwaysShown: [AttributeKey] = [
    .displayNameWithExtensions, .contentCreationDate, .contentCreationDateRanking, .contentModificationDate,
    .contentModificationDateRanking, .contentType, .contentTypeTree, .addedDate, .dateAddedRanking, .displayName, .documentIdentifier,
    .fsContentChangeDate, .fsCreationDate, .fsCreatorCode, .fsFinderFlags, .fsHasCustomIcon, .fsInvisible, .fsIsExtensionHidden,
    .fsIsStationery, .fsLabel, .fsName, .fsNodeCount, .fsOwnerGroupID, .fsOwnerUserID, .fileSize, .fsTypeCode, .interestingDateRanking,
    .kind, .logicalSize, .physicalSize,
  ]

  private static let shownWhenPresent: [AttributeKey] = [.mimeType, .lastUsedDateRanking]
}
