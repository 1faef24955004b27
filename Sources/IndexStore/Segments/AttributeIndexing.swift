internal import Attributes
internal import Segments

/// Where segments of the attributes layer have the values of an attribute: what ``DocumentView/value(of:)`` says, turned round.
///
/// The indexer writes by it, the executor reads by it; there is no other agreement between them.
enum AttributeIndexing: Equatable {
  /// The file's name, in the packed names.
  case name
  /// Decided by the content type, whose number is a value of ``SegmentField/type``.
  case type
  /// The kind of the content type where that has one, else the importer's value.
  case kind
  /// Whether the name begins with a dot.
  case invisible
  /// What `stat` told, in a column of numbers; not every document need have it.
  case status(SegmentField, NumberKind)
  /// What an importer found.
  case record
  /// What an importer found; where it found nothing, the column of another attribute, which every document has.
  case recordElse(SegmentField, NumberKind)
  /// What an importer found; where it found nothing, always the same.
  case recordElseConstant(AttributeValue)
  /// In no segment: only the reference evaluator knows.
  case computed
  /// No document has it.
  case absent

  init(_ key: AttributeKey) {
    switch key {
    case .fsName, .displayName, .displayNameWithExtensions: self = .name
    case .contentType, .contentTypeTree, .mimeType, .groupId: self = .type
    case .kind: self = .kind
    case .fsInvisible: self = .invisible
    case .fileSize, .logicalSize: self = .status(.size, .number)
    case .fsContentChangeDate: self = .status(.modified, .date)
    case .fsCreationDate: self = .status(.created, .date)
    case .addedDate: self = .status(.added, .date)
    case .fsOwnerUserID, .ownerUserID: self = .status(.user, .number)
    case .fsOwnerGroupID: self = .status(.group, .number)
    case .contentModificationDate: self = .recordElse(.modified, .date)
    case .contentCreationDate: self = .recordElse(.created, .date)
    case .fsIsExtensionHidden, .fsIsStationery: self = .recordElseConstant(.boolean(false))
    case .fsLabel, .fsFinderFlags, .documentIdentifier: self = .recordElseConstant(.integer(0))
    case .fsCreatorCode, .fsTypeCode: self = .recordElseConstant(.string(""))
    case .path, .physicalSize, .fsNodeCount, .contentModificationDateRanking, .contentCreationDateRanking, .dateAddedRanking,
      .lastUsedDateRanking, .interestingDateRanking:
      self = .computed
    case .textContent: self = .absent
    default: self = .record
    }
  }

  /// Whether values from an importer's record are in the segments under the attribute's own field.
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

  /// The number of the content type, in decimal digits; none for documents without one. The catalog's table of types says what it means.
  static let type = SegmentField(reserved: 1)

  /// The values of all custom attributes that `*` looks at, besides those under their own fields.
  static let customByDefault = SegmentField(reserved: 2)
}
