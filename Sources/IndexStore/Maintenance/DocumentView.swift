// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import QueryLanguage
internal import Segments
internal import TextAnalysis

/// A document of the catalog as a predicate sees it: the file's status, its type, and the
/// importer's attributes.
///
/// One view serves a whole scan. It reads the attribute record only for attributes that nothing
/// else determines. It must not outlive the snapshot, so it exists only inside
/// ``Snapshot/withView(texts:_:)``.
@safe
final class DocumentView: QueryableDocument {
  private let snapshot: UnsafePointer<Snapshot>
  let content: StoreContent
  /// Matches of the text layer; `nil` for a view that is asked only for attributes.
  private let texts: TextMatches?
  /// Results of earlier text patterns.
  private var textAnswers: [(pattern: TextPattern, documents: DocumentIDSet)] = []
  private(set) var reference = DocumentReference(directory: .nowhere, document: DocumentID(rawValue: 0))
  private(set) var name: [UInt8] = []
  private(set) var status: FileStatus
  private(set) var type = TypeID.unknown
  private var added: Int64?
  private var subdirectory: DirectoryID?
  private var use: FileUse?
  /// The importer's attributes of the current document, and those of its use; `nil` until first
  /// used.
  private var record: AttributeRecord?
  /// Path of the directory that was asked for last. The next document is usually in the same
  /// directory.
  private var directoryPath: (directory: DirectoryID, path: [UInt8]?)?

  fileprivate init(_ snapshot: UnsafePointer<Snapshot>, _ texts: TextMatches?) {
    unsafe self.snapshot = snapshot
    content = unsafe snapshot.pointee.content
    self.texts = texts
    status = FileStatus(
      kind: .other, inode: 0, size: 0, allocatedBlocks: 0, modified: 0, changed: 0, born: 0, userID: 0, groupID: 0, mode: 0, linkCount: 0)
  }

  /// Makes the row's document the current one.
  func look(at row: borrowing FileRow) {
    reference = row.reference
    name.removeAll(keepingCapacity: true)
    let bytes = row.name
    unsafe bytes.withUnsafeBufferPointer { unsafe name.append(contentsOf: $0) }
    status = row.status
    type = row.type
    added = row.added
    subdirectory = row.subdirectory
    use = row.use
    record = nil
  }

  // MARK: QueryableDocument

  func value(of name: AttributeName) throws -> AttributeValue? {
    switch name {
    case .known(let key): return try value(of: key)
    case .custom(let name):
      let entry = try attributes().custom.first { $0.name == name }
      // Such attributes are shown, but queries do not find them.
      return entry?.searchability == .notSearchable ? nil : entry?.value
    }
  }

  func forEachSearchableValue(_ body: (AttributeName, AttributeValue) throws -> Bool) throws {
    if content == .files {
      // The display name equals the file name, the subject or the title, so it is not visited separately.
      guard try body(.known(.fsName), fileName) else { return }
      if let kind = try value(of: .kind), try !body(.known(.kind), kind) { return }
    }
    let record = try attributes()
    for entry in record.known where Self.isSearchedInRecords(entry.key, in: content) {
      guard try body(.known(entry.key), entry.value) else { return }
    }
    for entry in record.custom where entry.searchability == .byDefault {
      guard try body(.custom(entry.name), entry.value) else { return }
    }
  }

  /// Decided by the text layer alone; the stored text is not read.
  func textMatches(_ pattern: TextPattern) throws -> Bool {
    guard let texts else { preconditionFailure("a view that is asked for texts needs the text layer") }
    if let answer = textAnswers.first(where: { $0.pattern == pattern }) { return answer.documents.contains(reference.document.rawValue) }
    let documents = try texts.documents(matching: pattern)
    textAnswers.append((pattern, documents))
    return documents.contains(reference.document.rawValue)
  }

  // MARK: Values

  /// Searched attributes that come from the file's name and type, whatever the importer says.
  private static let derived: [AttributeKey] = [.fsName, .displayName, .displayNameWithExtensions, .kind]

  /// Whether `*` searches the recorded values of an attribute.
  static func isSearchedInRecords(_ key: AttributeKey, in content: StoreContent) -> Bool {
    let definition = key.definition
    return definition.wildcardSearch == .searched && definition.indexing != .text && (content == .items || !derived.contains(key))
  }

  private var fileName: AttributeValue { .string(String(decoding: name, as: UTF8.self)) }

  /// The importer's attributes, and those of the file's use.
  func attributes() throws(StoreError) -> AttributeRecord {
    if let record { return record }
    var found = try unsafe snapshot.pointee.attributes(of: reference.document) ?? AttributeRecord()
    if let use {
      found[.lastUsedDate] = .date(Timestamp(unixSeconds: use.last))
      found[.useCount] = .integer(Int64(clamping: use.count))
    }
    record = found
    return found
  }

  /// The value of a schema attribute. The text content has none.
  func value(of key: AttributeKey) throws(StoreError) -> AttributeValue? {
    content == .files ? try valueOfFile(key) : try valueOfItem(key)
  }

  private func valueOfItem(_ key: AttributeKey) throws(StoreError) -> AttributeValue? {
    if key == .textContent { return nil }
    if let day = try day(of: key) { return day }
    return try attributes()[key]
  }

  private func valueOfFile(_ key: AttributeKey) throws(StoreError) -> AttributeValue? {
    switch key {
    case .fsName, .displayNameWithExtensions: fileName
    case .displayName: try displayName()
    case .path: try path().map { .string(String(decoding: $0, as: UTF8.self)) }
    case .fileSize, .logicalSize: size.map { .integer($0) }
    case .physicalSize:
      status.kind == .directory ? nil : .integer(Int64(clamping: status.allocatedBlocks.multipliedReportingOverflow(by: 512).partialValue))
    case .fsContentChangeDate: .date(modified)
    case .fsCreationDate: .date(created)
    case .contentModificationDate: try found(key) ?? .date(modified)
    case .contentCreationDate: try found(key) ?? .date(created)
    case .addedDate: .date(try whenAdded())
    case .fsOwnerUserID, .ownerUserID: .integer(Int64(status.userID))
    case .fsOwnerGroupID: .integer(Int64(status.groupID))
    case .fsInvisible: .boolean(name.first == UInt8(ascii: "."))
    case .fsNodeCount: try nodeCount()
    case .fsIsExtensionHidden: try found(key) ?? .boolean(false)
    case .fsLabel, .fsFinderFlags, .documentIdentifier: try found(key) ?? .integer(0)
    case .fsCreatorCode, .fsTypeCode: try found(key) ?? .string("")
    case .contentModificationDateRanking, .contentCreationDateRanking, .dateAddedRanking, .lastUsedDateRanking, .interestingDateRanking:
      try day(of: key)
    case .contentType, .contentTypeTree, .mimeType, .groupId: try contentType().flatMap { Self.value(of: key, in: $0) }
    case .kind: try kind()
    case .textContent: nil
    default: try attributes()[key]
    }
  }

  /// The importer's value if it is a value at all. Null does not hide other sources.
  private func found(_ key: AttributeKey) throws(StoreError) -> AttributeValue? {
    guard let value = try attributes()[key], AttributeTest.Condition.present.holds(for: value) else { return nil }
    return value
  }

  private func displayName() throws(StoreError) -> AttributeValue {
    guard let source = DisplayName.source(ofTypes: try contentType()?.tree ?? []) else { return fileName }
    return try found(source) ?? fileName
  }

  /// The value of an attribute that the content type determines.
  static func value(of key: AttributeKey, in type: ContentType) -> AttributeValue? {
    switch key {
    case .contentType: .string(type.identifier)
    case .contentTypeTree: .array(type.tree.map { .string($0) })
    case .mimeType: type.mimeType.map { .string($0) }
    case .groupId: type.group.map { .integer(Int64($0)) }
    default: nil
    }
  }

  /// The document's path; `nil` when a directory above it is detached.
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

  func whenAdded() throws(StoreError) -> Timestamp {
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

  /// The size of a file in bytes; `nil` for a directory.
  var size: Int64? { status.kind == .directory ? nil : Int64(clamping: status.size) }

  var modified: Timestamp { Self.date(status.modified) }

  /// Where the file system does not record birth times, the modification time is the earliest known
  /// date.
  var created: Timestamp { Self.date(status.born == 0 ? status.modified : status.born) }

  private static func date(_ nanoseconds: Int64) -> Timestamp {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return Timestamp(unixSeconds: seconds, nanoseconds: rest)
  }

  /// The value of an attribute for ranking by date: midnight UTC of another attribute. `nil` for
  /// other attributes.
  private func day(of key: AttributeKey) throws(StoreError) -> AttributeValue? {
    let source: AttributeKey
    switch key {
    case .contentModificationDateRanking: source = .contentModificationDate
    case .contentCreationDateRanking: source = .contentCreationDate
    case .dateAddedRanking: source = .addedDate
    case .lastUsedDateRanking: source = .lastUsedDate
    case .interestingDateRanking: source = try attributes()[.lastUsedDate] == nil ? .contentModificationDate : .lastUsedDate
    default: return nil
    }
    guard case .date(let date)? = try value(of: source) else { return nil }
    // The reference date itself is a midnight.
    return .date(Timestamp(secondsSinceReferenceDate: (date.secondsSinceReferenceDate / 86_400).rounded(.down) * 86_400))
  }
}

extension Snapshot {
  /// Calls `body` with a view that can show any document of the snapshot.
  ///
  /// - Parameter texts: Required if a predicate may test texts.
  func withView<Result>(
    texts: TextMatches? = nil, _ body: (DocumentView) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try unsafe withUnsafePointer(to: self) { pointer throws(StoreError) in try unsafe body(DocumentView(pointer, texts)) }
  }
}
