// SPDX-License-Identifier: Apache-2.0

internal import Attributes
package import IndexStore

/// What an extension is started for.
package struct ExtensionRequest: Hashable, Sendable {
  /// The index that the request concerns.
  package var store: ApplicationStore
  package var action: Action

  package enum Action: Hashable, Sendable {
    /// Add all items to the index again.
    case reindexAll
    /// Add these items to the index again, and delete those that no longer exist.
    case reindex([String])
    /// Supply the content of an item in a type.
    case content(item: String, type: String)
    /// The index has found out something about items; see `UpdateNotice`.
    case didUpdate
  }

  package init(_ store: ApplicationStore, _ action: Action) {
    self.store = store
    self.action = action
  }
}

extension ExtensionRequest {
  /// Increased when the encoding changes: an extension contains a version of this module.
  private static let version: UInt8 = 1

  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.append(byte: Self.version)
    for text in [store.bundle, store.index.encoded, store.protection.rawValue] { writer.append(string: text) }
    switch action {
    case .reindexAll: writer.append(byte: 0)
    case .reindex(let identifiers):
      writer.append(byte: 1)
      writer.append(variable: UInt64(identifiers.count))
      for identifier in identifiers { writer.append(string: identifier) }
    case .content(let item, let type):
      writer.append(byte: 2)
      writer.append(string: item)
      writer.append(string: type)
    case .didUpdate: writer.append(byte: 3)
    }
    return writer.bytes
  }

  init(decoding bytes: Span<UInt8>) throws(DecodingError) {
    var reader = ByteReader(bytes)
    let version = try reader.byte()
    guard version == Self.version else { throw .newerVersion(version) }
    let (bundle, index) = (try reader.string(), try reader.string())
    guard let protection = ApplicationStore.Protection(rawValue: try reader.string()) else { throw .malformed(at: reader.position) }
    store = ApplicationStore(bundle: bundle, index: IndexName(encoded: index), protection: protection)
    switch try reader.byte() {
    case 0: action = .reindexAll
    case 1:
      var identifiers: [String] = []
      for _ in 0..<(try reader.count()) { identifiers.append(try reader.string()) }
      action = .reindex(identifiers)
    case 2: action = .content(item: try reader.string(), type: try reader.string())
    case 3: action = .didUpdate
    default: throw .malformed(at: reader.position - 1)
    }
    guard reader.isAtEnd else { throw .malformed(at: reader.position) }
  }
}

/// The text of a name in a request: as versions of Searchlight have always written it, in which no program
/// could choose a reserved name. Such a name, and one that begins with NUL, now follows a NUL.
extension IndexName {
  private static let mark = "\u{0}"

  fileprivate var encoded: String {
    guard let chosen else { return self == .default ? "" : component }
    return chosen.isEmpty || chosen == Self.activities.component || chosen.hasPrefix(Self.mark) ? Self.mark + chosen : chosen
  }

  fileprivate init(encoded text: String) {
    if text.isEmpty {
      self = .default
    } else if text == Self.activities.component {
      self = .activities
    } else {
      self.init(text.hasPrefix(Self.mark) ? String(text.unicodeScalars.dropFirst()) : text)
    }
  }
}
