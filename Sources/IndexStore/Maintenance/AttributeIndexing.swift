// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import Segments

/// Where segments of the attributes layer store the values of an attribute. It is the counterpart
/// of ``DocumentView/value(of:)``.
///
/// The indexer and the query executor both follow this type and share no other convention.
enum AttributeIndexing: Equatable {
  /// The file's name, in the segment's names.
  case name
  /// The attribute that ``DisplayName`` has for the content type, or else the file's name.
  case displayName
  /// Determined by the content type, whose number is a value of ``SegmentField/type``.
  case type
  /// The kind of the content type if it has one, otherwise the importer's value.
  case kind
  /// Whether the name begins with a dot.
  case invisible
  /// From the file's status, in a numeric column. A document may lack the value.
  case status(SegmentField, NumberKind)
  /// The importer's value.
  case record
  /// The importer's value, or else the column of another attribute that every document has.
  case recordElse(SegmentField, NumberKind)
  /// The importer's value, or else a constant.
  case recordElseConstant(AttributeValue)
  /// In no segment; only evaluation of the document gives the value.
  case computed
  /// No document has the attribute.
  case absent

  init(_ key: AttributeKey, in content: StoreContent) {
    self = content == .files ? Self.ofFiles(key) : Self.ofItems(key)
  }

  /// Items have no file, so all values come from the program.
  private static func ofItems(_ key: AttributeKey) -> AttributeIndexing {
    switch key {
    case .contentModificationDateRanking, .contentCreationDateRanking, .dateAddedRanking, .lastUsedDateRanking, .interestingDateRanking:
      .computed
    case .textContent: .absent
    default: .record
    }
  }

  private static func ofFiles(_ key: AttributeKey) -> AttributeIndexing {
    switch key {
    case .fsName, .displayNameWithExtensions: .name
    case .displayName: .displayName
    case .contentType, .contentTypeTree, .mimeType, .groupId: .type
    case .kind: .kind
    case .fsInvisible: .invisible
    case .fileSize, .logicalSize: .status(.size, .number)
    case .fsContentChangeDate: .status(.modified, .date)
    case .fsCreationDate: .status(.created, .date)
    case .addedDate: .status(.added, .date)
    case .fsOwnerUserID, .ownerUserID: .status(.user, .number)
    case .fsOwnerGroupID: .status(.group, .number)
    case .contentModificationDate: .recordElse(.modified, .date)
    case .contentCreationDate: .recordElse(.created, .date)
    case .fsIsExtensionHidden: .recordElseConstant(.boolean(false))
    case .fsLabel, .fsFinderFlags, .documentIdentifier: .recordElseConstant(.integer(0))
    case .fsCreatorCode, .fsTypeCode: .recordElseConstant(.string(""))
    case .path, .physicalSize, .fsNodeCount, .contentModificationDateRanking, .contentCreationDateRanking, .dateAddedRanking,
      .lastUsedDateRanking, .interestingDateRanking:
      .computed
    case .textContent: .absent
    default: .record
    }
  }

  /// Whether segments store the importer's values under the attribute's own field.
  var hasRecordValues: Bool {
    switch self {
    case .record, .recordElse, .recordElseConstant, .kind: true
    default: false
    }
  }
}

extension SegmentField {
  static let size = SegmentField(.known(.fileSize))
  static let modified = SegmentField(.known(.fsContentChangeDate))
  static let created = SegmentField(.known(.fsCreationDate))
  static let added = SegmentField(.known(.addedDate))
  static let user = SegmentField(.known(.fsOwnerUserID))
  static let group = SegmentField(.known(.fsOwnerGroupID))

  /// The number of the content type in decimal digits; documents of unknown type have no value.
  /// ``CatalogTable/types`` maps the number to the type.
  static let type = SegmentField(reserved: 1)

  /// The values of all custom attributes that `*` searches, in addition to their own fields.
  static let customByDefault = SegmentField(reserved: 2)
}
