// SPDX-License-Identifier: Apache-2.0

import Attributes
import IndexStore
import QueryLanguage
import TextAnalysis

/// A file with all attributes that a predicate should see, computed independently of the catalog's
/// view.
struct ModelDocument {
  let path: [UInt8]
  private var values: [AttributeName: AttributeValue] = [:]
  /// Custom keys that `*` does not search.
  private var onlyNamed: Set<AttributeName> = []
  private let text: String?

  /// - Parameter entries: Number of entries of a directory; `nil` for other files.
  init(path: [UInt8], entry: ListedFile, type: ContentType?, entries: Int?, added: Timestamp, record: AttributeRecord, text: String?) {
    self.path = path
    self.text = text
    for found in record.known { values[.known(found.key)] = found.value }
    for found in record.custom where found.searchability != .notSearchable {
      values[.custom(found.name)] = found.value
      if found.searchability == .whenNamed { onlyNamed.insert(.custom(found.name)) }
    }
    let name = AttributeValue.string(String(decoding: entry.name, as: UTF8.self))
    for known in ["kMDItemFSName", "kMDItemDisplayName", "_kMDItemDisplayNameWithExtensions"] { self[known] = name }
    self["kMDItemPath"] = .string(String(decoding: path, as: UTF8.self))
    setStatus(entry)
    setDates(entry.status, added: added)
    setType(type)
    self["kMDItemFSNodeCount"] = entries.map { .integer(Int64($0)) }
  }

  /// The value of an attribute, by its name in the tools.
  private(set) subscript(name: String) -> AttributeValue? {
    get { Self.names[name].flatMap { values[$0] } }
    set { if let name = Self.names[name] { values[name] = newValue } }
  }

  /// Cached, because a search of the schema would take most of the test's time.
  private static let names = Dictionary(
    uniqueKeysWithValues: AttributeKey.all.map { ($0.definition.displayName, AttributeName.known($0)) })

  private mutating func setStatus(_ entry: ListedFile) {
    let isDirectory = entry.status.kind == .directory
    for key in ["kMDItemFSSize", "kMDItemLogicalSize"] { self[key] = isDirectory ? nil : .integer(Int64(entry.status.size)) }
    self["kMDItemPhysicalSize"] = isDirectory ? nil : .integer(Int64(entry.status.allocatedBlocks * 512))
    for key in ["kMDItemFSOwnerUserID", "_kMDItemOwnerUserID"] { self[key] = .integer(Int64(entry.status.userID)) }
    self["kMDItemFSOwnerGroupID"] = .integer(Int64(entry.status.groupID))
    self["kMDItemFSInvisible"] = .boolean(entry.name.starts(with: ".".utf8))
    if isAbsent("kMDItemFSIsExtensionHidden") { self["kMDItemFSIsExtensionHidden"] = .boolean(false) }
    for key in ["kMDItemFSLabel", "kMDItemFSFinderFlags", "kMDItemDocumentIdentifier"] where isAbsent(key) { self[key] = .integer(0) }
    for key in ["kMDItemFSCreatorCode", "kMDItemFSTypeCode"] where isAbsent(key) { self[key] = .string("") }
  }

  private mutating func setDates(_ status: FileStatus, added: Timestamp) {
    let modified = Self.date(status.modified)
    let created = status.born == 0 ? modified : Self.date(status.born)
    self["kMDItemFSContentChangeDate"] = modified
    self["kMDItemFSCreationDate"] = created
    if isAbsent("kMDItemContentModificationDate") { self["kMDItemContentModificationDate"] = modified }
    if isAbsent("kMDItemContentCreationDate") { self["kMDItemContentCreationDate"] = created }
    self["kMDItemDateAdded"] = .date(added)
    for key in ["kMDItemContentModificationDate", "kMDItemContentCreationDate", "kMDItemDateAdded", "kMDItemLastUsedDate"] {
      self[key + "_Ranking"] = self[key].map(Self.midnight)
    }
    self["kMDItemInterestingDate_Ranking"] = self["kMDItemLastUsedDate_Ranking"] ?? self["kMDItemContentModificationDate_Ranking"]
  }

  private mutating func setType(_ type: ContentType?) {
    self["kMDItemContentType"] = type.map { .string($0.identifier) }
    self["kMDItemContentTypeTree"] = type.map { .array($0.tree.map { .string($0) }) }
    self["kMDItemMIMEType"] = type?.mimeType.map { .string($0) }
    if let kind = type?.kind, !kind.isEmpty { self["kMDItemKind"] = .string(kind) }
    let tree = type?.tree ?? []
    let title = tree.contains("public.audio") ? "kMDItemTitle" : tree.contains("public.email-message") ? "kMDItemSubject" : "kMDItemFSName"
    if !isAbsent(title) { self["kMDItemDisplayName"] = self[title] }
  }

  /// Whether the importer set no value, or an explicit null.
  private func isAbsent(_ key: String) -> Bool { self[key].map { $0.elements.allSatisfy { $0 == .null } } ?? true }

  private static func date(_ nanoseconds: Int64) -> AttributeValue {
    .date(Timestamp(unixSeconds: nanoseconds / 1_000_000_000, nanoseconds: nanoseconds % 1_000_000_000))
  }

  private static func midnight(_ value: AttributeValue) -> AttributeValue {
    guard case .date(let date) = value else { return .null }
    let days = (date.secondsSince1970 / 86_400).rounded(.down)
    return .date(Timestamp(unixSeconds: Int64(days) * 86_400))
  }
}

extension ModelDocument: QueryableDocument {
  func value(of name: AttributeName) -> AttributeValue? { values[name] }

  func forEachSearchableValue(_ body: (AttributeName, AttributeValue) throws -> Bool) rethrows {
    for (name, value) in values where isSearched(name) {
      guard try body(name, value) else { return }
    }
  }

  private func isSearched(_ name: AttributeName) -> Bool {
    guard case .known(let key) = name else { return !onlyNamed.contains(name) }
    return key.definition.wildcardSearch == .searched
  }

  func textMatches(_ pattern: TextPattern) -> Bool { text.map(pattern.matches) ?? false }
}

// MARK: For random queries

extension ModelDocument {
  /// All attributes with their values, in a reproducible order.
  var attributes: [(name: AttributeName, value: AttributeValue)] {
    values.map { (name: $0.key, value: $0.value) }.sorted { $0.name.description < $1.name.description }
  }

  var words: [Substring] { (text ?? "").split(separator: " ") }
}
