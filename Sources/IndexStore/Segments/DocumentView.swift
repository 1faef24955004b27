internal import Attributes
internal import QueryLanguage
internal import Segments
internal import TextAnalysis

/// A document of the catalog as a predicate sees it: what `stat` told, what its type means, and what an importer found.
///
/// One view serves a whole scan; it reads the attribute record only when something else does not answer. Never outlives the snapshot: it is
/// made and used inside ``Snapshot/withView(_:)``.
@safe
final class DocumentView: QueryableDocument {
  private let snapshot: UnsafePointer<Snapshot>
  /// What the text layer knows; `nil` for a view of which only attributes are asked.
  private let texts: TextMatches?
  /// What it has said already.
  private var textAnswers: [(pattern: TextPattern, documents: DocumentIDSet)] = []
  private(set) var reference = DocumentReference(directory: .nowhere, document: DocumentID(rawValue: 0))
  private(set) var name: [UInt8] = []
  private(set) var status: FileStatus
  private(set) var type = TypeID.unknown
  private var added: Int64?
  private var subdirectory: DirectoryID?
  /// The importer's attributes, once they were asked for.
  private var record: AttributeRecord?
  /// Of the directory whose path was asked for last: the next document is mostly in the same one.
  private var directoryPath: (directory: DirectoryID, path: [UInt8]?)?

  fileprivate init(_ snapshot: UnsafePointer<Snapshot>, _ texts: TextMatches?) {
    unsafe self.snapshot = snapshot
    self.texts = texts
    status = FileStatus(
      kind: .other, inode: 0, size: 0, allocatedBlocks: 0, modified: 0, changed: 0, born: 0, userID: 0, groupID: 0, mode: 0, linkCount: 0)
  }

  /// Turns to another document.
  func look(at row: borrowing FileRow) {
    reference = row.reference
    name.removeAll(keepingCapacity: true)
    let bytes = row.name
    unsafe bytes.withUnsafeBufferPointer { unsafe name.append(contentsOf: $0) }
    status = row.status
    type = row.type
    added = row.added
    subdirectory = row.subdirectory
    record = nil
  }

  // MARK: QueryableDocument

  func value(of name: AttributeName) throws -> AttributeValue? {
    switch name {
    case .known(let key): return try value(of: key)
    case .custom(let name):
      let entry = try attributes().custom.first { $0.name == name }
      // Shown, but no query finds it.
      return entry?.searchability == .notSearchable ? nil : entry?.value
    }
  }

  func forEachSearchableValue(_ body: (AttributeName, AttributeValue) throws -> Bool) throws {
    // The display name is the file's name: it needs no second look.
    guard try body(.known(.fsName), fileName) else { return }
    if let kind = try value(of: .kind), try !body(.known(.kind), kind) { return }
    let record = try attributes()
    for entry in record.known where Self.isSearchedInRecords(entry.key) {
      guard try body(.known(entry.key), entry.value) else { return }
    }
    for entry in record.custom where entry.searchability == .byDefault {
      guard try body(.custom(entry.name), entry.value) else { return }
    }
  }

  /// What the text layer says: no text is looked at, stored or not.
  func textMatches(_ pattern: TextPattern) throws -> Bool {
    guard let texts else { preconditionFailure("a view that is asked for texts needs the text layer") }
    if let answer = textAnswers.first(where: { $0.pattern == pattern }) { return answer.documents.contains(reference.document.rawValue) }
    let documents = try texts.documents(matching: pattern)
    textAnswers.append((pattern, documents))
    return documents.contains(reference.document.rawValue)
  }

  // MARK: Values

  /// Searched attributes that a file has from its name and type, whatever an importer says.
  private static let derived: [AttributeKey] = [.fsName, .displayName, .displayNameWithExtensions, .kind]

  /// Whether `*` looks at what an importer found of an attribute.
  static func isSearchedInRecords(_ key: AttributeKey) -> Bool {
    let definition = key.definition
    return definition.wildcardSearch == .searched && definition.indexing != .text && !derived.contains(key)
  }

  private var fileName: AttributeValue { .string(String(decoding: name, as: UTF8.self)) }

  func attributes() throws(StoreError) -> AttributeRecord {
    if let record { return record }
    let found = try unsafe snapshot.pointee.attributes(of: reference.document) ?? AttributeRecord()
    record = found
    return found
  }

  /// The value of a schema attribute, without the text content.
  func value(of key: AttributeKey) throws(StoreError) -> AttributeValue? {
    switch key {
    case .fsName, .displayName, .displayNameWithExtensions: fileName
    case .path: try path().map { .string(String(decoding: $0, as: UTF8.self)) }
    case .fileSize, .logicalSize: status.kind == .directory ? nil : .integer(Int64(clamping: status.size))
    case .physicalSize:
      status.kind == .directory ? nil : .integer(Int64(clamping: status.allocatedBlocks.multipliedReportingOverflow(by: 512).partialValue))
    case .fsContentChangeDate: .date(Self.date(status.modified))
    case .fsCreationDate: .date(created)
    case .contentModificationDate: try found(key) ?? .date(Self.date(status.modified))
    case .contentCreationDate: try found(key) ?? .date(created)
    case .addedDate: .date(try whenAdded())
    case .fsOwnerUserID, .ownerUserID: .integer(Int64(status.userID))
    case .fsOwnerGroupID: .integer(Int64(status.groupID))
    case .fsInvisible: .boolean(name.first == UInt8(ascii: "."))
    case .fsNodeCount: try nodeCount()
    case .fsIsExtensionHidden, .fsIsStationery: try found(key) ?? .boolean(false)
    case .fsLabel, .fsFinderFlags, .documentIdentifier: try found(key) ?? .integer(0)
    case .fsCreatorCode, .fsTypeCode: try found(key) ?? .string("")
    case .contentModificationDateRanking: try day(of: .contentModificationDate)
    case .contentCreationDateRanking: try day(of: .contentCreationDate)
    case .dateAddedRanking: try day(of: .addedDate)
    case .lastUsedDateRanking: try day(of: .lastUsedDate)
    case .interestingDateRanking: try attributes()[.lastUsedDate] == nil ? day(of: .contentModificationDate) : day(of: .lastUsedDate)
    case .contentType, .contentTypeTree, .mimeType, .groupId: try contentType().flatMap { Self.value(of: key, in: $0) }
    case .kind: try kind()
    case .textContent: nil
    default: try attributes()[key]
    }
  }

  /// What an importer found, if that is anything: an explicit nothing does not stand against what is known otherwise.
  private func found(_ key: AttributeKey) throws(StoreError) -> AttributeValue? {
    guard let value = try attributes()[key], AttributeTest.Condition.present.holds(for: value) else { return nil }
    return value
  }

  /// The value of an attribute that the content type decides.
  static func value(of key: AttributeKey, in type: ContentType) -> AttributeValue? {
    switch key {
    case .contentType: .string(type.identifier)
    case .contentTypeTree: .array(type.tree.map { .string($0) })
    case .mimeType: type.mimeType.map { .string($0) }
    case .groupId: type.group.map { .integer(Int64($0)) }
    default: nil
    }
  }

  /// `nil` when a directory above the document is hidden.
  private func path() throws(StoreError) -> [UInt8]? {
    if directoryPath?.directory != reference.directory {
      directoryPath = (reference.directory, try unsafe snapshot.pointee.path(of: reference.directory))
    }
    return directoryPath?.path.map { $0.last == UInt8(ascii: "/") ? $0 + name : $0 + [UInt8(ascii: "/")] + name }
  }

  private func contentType() throws(StoreError) -> ContentType? {
    type == .unknown ? nil : try unsafe snapshot.pointee.contentType(type)
  }

  private func kind() throws(StoreError) -> AttributeValue? {
    guard let kind = try contentType()?.kind, !kind.isEmpty else { return try attributes()[.kind] }
    return .string(kind)
  }

  private func whenAdded() throws(StoreError) -> Timestamp {
    if let added { return Timestamp(unixSeconds: added) }
    return Timestamp(unixSeconds: try unsafe snapshot.pointee.directoryRecord(reference.directory)?.firstListed ?? 0)
  }

  private func nodeCount() throws(StoreError) -> AttributeValue? {
    guard let subdirectory else { return nil }
    var count: Int64 = 0
    try unsafe snapshot.pointee.forEachRow(in: subdirectory) { _ throws(StoreError) in
      count += 1
      return true
    }
    return .integer(count)
  }

  /// Where the file system does not record births, the last change of the content is the earliest date that is known.
  private var created: Timestamp { Self.date(status.born == 0 ? status.modified : status.born) }

  private static func date(_ nanoseconds: Int64) -> Timestamp {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return Timestamp(unixSeconds: seconds, nanoseconds: rest)
  }

  /// Midnight UTC of a date: the form that results are ranked by.
  private func day(of key: AttributeKey) throws(StoreError) -> AttributeValue? {
    guard case .date(let date)? = try value(of: key) else { return nil }
    // The reference date is a midnight itself.
    return .date(Timestamp(secondsSinceReferenceDate: (date.secondsSinceReferenceDate / 86_400).rounded(.down) * 86_400))
  }
}

extension Snapshot {
  /// Calls `body` with a view that can be turned to any document of the snapshot.
  ///
  /// - Parameter texts: Needed where a predicate may ask for texts.
  func withView<Result>(
    texts: TextMatches? = nil, _ body: (DocumentView) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try unsafe withUnsafePointer(to: self) { pointer throws(StoreError) in try unsafe body(DocumentView(pointer, texts)) }
  }
}
