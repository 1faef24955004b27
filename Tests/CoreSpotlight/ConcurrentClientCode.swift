// SPDX-License-Identifier: Apache-2.0

import AppIntents
import CoreSpotlight
import Testing

// Code of programs in Swift 6 mode, whose model belongs to the main actor. That it compiles without
// warnings is most of the test: no method may require that items leave the actor.

private struct Song: IndexedEntity {
  static let typeDisplayRepresentation: TypeDisplayRepresentation = "Song"
  static let defaultQuery = SongQuery()

  let id: String
  var displayRepresentation: DisplayRepresentation { "\(id)" }
}

private struct SongQuery: EntityQuery {
  func entities(for identifiers: [String]) async throws -> [Song] { identifiers.map { Song(id: $0) } }
}

@MainActor
private final class Model {
  let index = CSSearchableIndex(name: "Songs")
  let delegate: any CSSearchableIndexDelegate = SongDelegate()
  var items: [CSSearchableItem] = []
  var songs = [Song(id: "a")]
  var activity: NSUserActivity?

  func addToIndex() async throws {
    index.indexDelegate = delegate
    try await index.indexSearchableItems(items)
    try await index.deleteSearchableItems(withIdentifiers: items.map(\.uniqueIdentifier))
    try await index.deleteSearchableItems(withDomainIdentifiers: ["songs"])
    try await index.deleteAllSearchableItems()
  }

  func addSongsToIndex() async throws {
    try await index.indexAppEntities(songs)
    try await index.deleteAppEntities(identifiedBy: songs.map(\.id), ofType: Song.self)
    try await index.deleteAppEntities(ofType: Song.self)
  }

  func show(_ song: Song) {
    let activity = NSUserActivity(activityType: "com.example.listening")
    activity.appEntityIdentifier = EntityIdentifier(for: song)
    activity.becomeCurrent()
    self.activity = activity
  }

  func forget() async {
    activity?.invalidate()
    await NSUserActivity.deleteSavedUserActivities(withPersistentIdentifiers: songs.map(\.id))
  }

  func reload() async { items = await delegate.searchableItems(forIdentifiers: songs.map(\.id)) }
}

private final class SongDelegate: CSIndexExtensionRequestHandler {
  override func searchableItems(forIdentifiers identifiers: [String]) async -> [CSSearchableItem] {
    identifiers.map { CSSearchableItem(appEntity: Song(id: $0)) }
  }
}

/// Handlers run on other threads. Only handlers that are safe there can be set: a closure of the main actor would
/// end the process. This compiles only if the interface says so.
private func handlersAreSendable(_ query: CSUserQuery) {
  let _: (@Sendable ([CSSearchableItem]) -> Void)? = query.foundItemsHandler
  let _: (@Sendable ([CSSuggestion]) -> Void)? = query.foundSuggestionsHandler
  let _: (@Sendable ((any Error)?) -> Void)? = query.completionHandler
}

/// As for handlers, a conformance of the main actor would end the process.
private func conformanceIsNotIsolated<Delegate: CSSearchableIndexDelegate>(_ type: Delegate.Type) {
  func isNotIsolated<Type: SendableMetatype>(_: Type.Type) {}
  isNotIsolated(type)
}

/// An importer with properties of its own, as programs for Apple's systems have them.
private final class SongImporter: CSImportExtension {
  let artist: String
  var imported = 0

  override init() {
    artist = "Unknown"
    super.init()
  }

  init(artist: String) {
    self.artist = artist
    super.init()
  }

  override func update(_ attributes: CSSearchableItemAttributeSet, forFileAt contentURL: URL) throws {
    attributes.artist = artist
    imported += 1
  }
}

private class PlainImporter: CSImportExtension {}
private final class DerivedImporter: PlainImporter {
  let number: Int
  init(number: Int) { self.number = number }
}

@Suite struct ConcurrentClientCode {
  @Test func `an importer has any initializers`() throws {
    let (importer, other) = (SongImporter(), SongImporter(artist: "Ann"))
    let attributes = CSSearchableItemAttributeSet()
    try importer.update(attributes, forFileAt: URL(fileURLWithPath: "/a"))
    #expect(attributes.artist == "Unknown" && importer.imported == 1 && other.artist == "Ann")
    try DerivedImporter(number: 1).update(attributes, forFileAt: URL(fileURLWithPath: "/a"))
    #expect(attributes.artist == "Unknown")
  }

  @Test @MainActor func `a model of the main actor uses an index`() async {
    let model = Model()
    await model.reload()
    #expect(model.items.map(\.uniqueIdentifier) == ["Song/a"])
  }
}
