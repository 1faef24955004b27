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

@Suite struct ConcurrentClientCode {
  @Test @MainActor func `a model of the main actor uses an index`() async {
    let model = Model()
    await model.reload()
    #expect(model.items.map(\.uniqueIdentifier) == ["Song/a"])
  }
}
