// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import IndexStore
internal import SystemPlatform
internal import UniformTypeIdentifiers
internal import WorkerProtocol

/// Receives the results of one worker and adds them to groups. Holds a file's text until its end,
/// when it is known whether the import succeeded; a long text is written to disk meanwhile.
struct ContentReceiver: ImportReceiver {
  private let store: Store
  private let types: TypeDatabase
  private let groups: ContentGroups
  private let limits: ContentLimits
  /// Charged for the time of the worker and of this thread. Once it is spent, a file that is not
  /// finished interrupts the run.
  private let budget: ForegroundBudget?
  private let choice: ImporterChoice?
  /// The text of the present file, unless it is long.
  private var held: [UInt8] = []
  private var long: LongText?

  init(
    store: Store, types: TypeDatabase, groups: ContentGroups, limits: ContentLimits, budget: ForegroundBudget? = nil,
    choice: ImporterChoice? = nil
  ) {
    self.budget = budget
    self.choice = choice
    self.store = store
    self.types = types
    self.groups = groups
    self.limits = limits
  }

  /// Bytes of text in memory. For tests.
  var heldByteCount: Int { held.count }

  mutating func begin(_ job: ImportJob<Reading>) { groups.begin(job.tag) }

  mutating func take(_ text: Span<UInt8>, of job: ImportJob<Reading>) throws {
    if let budget {
      budget.charge()
      if budget.isSpent { throw ImportInterrupted() }
    }
    if let long { return try long.add(text) }
    guard held.count + text.count > limits.heldText else {
      return unsafe text.withUnsafeBufferPointer { unsafe held.append(contentsOf: $0) }
    }
    let file = job.tag.file
    let long = try LongText(
      file.reference, for: store, limits, isKept: !isLikelyContent(file), hasMeaning: typeOfName(file)?.textHasMeaning ?? true)
    self.long = long
    if !held.isEmpty { try long.add(held.span) }
    held = []
    try long.add(text)
  }

  mutating func take(_ imported: FinishedJob<Reading>) throws {
    defer {
      held.removeAll(keepingCapacity: true)
      long = nil
      budget?.spend(imported.processorTime)
      budget?.charge()
    }
    let reading = imported.tag
    switch imported.content {
    case .finished(let status, let result, var record):
      if result.namesPosition { record.removePlaceNames(replacedBy: imported.extended) }
      // Attributes that the user has set override those in the file.
      var content = ReadContent.Content(status: status, record: record.overridden(by: imported.extended).storedForm)
      content.type = result.mimeType.map { ContentType(types.type(forFileName: reading.file.name.span, contentMIMEType: $0)) }
      // An importer may have been installed, and have declared the type, after the file was listed.
      if content.type == nil, types !== TypeDatabase.shared, let found = types.type(forFileName: reading.file.name.span),
        found.type.identifier == result.typeIdentifier
      {
        content.type = ContentType(found.type)
      }
      content.textHasMeaning = (content.type ?? typeOfName(reading.file))?.textHasMeaning ?? true
      content.hasReader = result.importer != nil
      content.warning = result.warning.map { warning in
        failure(reading.file, importer: result.importer.map { choice?.title(named: $0) ?? $0 }, reason: warning.message)
      }
      if let long {
        if !result.textIsFileContent {
          content.chunks = long.chunks
          content.storedChunks = long.storedChunks
        }
        return try groups.add(ReadContent(reading: reading, outcome: .content(content)), with: long)
      }
      if !held.isEmpty, !result.textIsFileContent { content.chunks = try TextChunk.compress(held.span) }
      try groups.add(ReadContent(reading: reading, outcome: .content(content)), text: held.span)
    case .unread(let status):
      try groups.add(ReadContent(reading: reading, outcome: .attributes(imported.extended.storedForm, status: status)))
    case .failed(let status, let problem):
      let failure = failure(reading.file, importer: problem.importer, reason: problem.reason)
      let outcome = ReadContent.Outcome.failure(failure, status: status, record: imported.extended.storedForm)
      try groups.add(ReadContent(reading: reading, outcome: outcome))
    // The file stays pending.
    case .postponed:
      groups.countPostponed()
      try groups.add(ReadContent(reading: reading, outcome: .vanished))
    case .vanished: try groups.add(ReadContent(reading: reading, outcome: .vanished))
    }
  }

  /// Whether the type of a file suggests that its extracted text equals its content, so that the
  /// catalog need not keep the text. The worker knows for certain, but reports it only at the end.
  /// A wrong guess costs space, or a second import of the file if its segment is lost.
  private func isLikelyContent(_ file: FileRecord) -> Bool {
    guard let tree = typeOfName(file)?.tree else { return false }
    return tree.contains("public.text") && !tree.contains("public.html") && !tree.contains("public.xhtml")
  }

  private func typeOfName(_ file: FileRecord) -> ContentType? {
    types.type(forFileName: file.name.span).map { ContentType($0.type) }
  }

  private func failure(_ file: FileRecord, importer: String?, reason: String) -> Failure {
    Failure(reference: file.reference, importer: importer ?? "", reason: reason, when: Int64(UnixTime.now))
  }
}

extension AttributeRecord {
  /// The encoded record; empty if it has no attributes.
  fileprivate var storedForm: [UInt8] { isEmpty ? [] : encoded() }
}
