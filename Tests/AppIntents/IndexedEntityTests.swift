// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import Foundation
import Testing

@testable import AppIntents

private func customKey(_ name: String) -> CSCustomAttributeKey {
  guard let key = CSCustomAttributeKey(keyName: name) else { preconditionFailure("The name is valid.") }
  return key
}

private struct Note: IndexedEntity {
  static let typeDisplayRepresentation = TypeDisplayRepresentation(name: "Note", numericFormat: "notes", synonyms: ["Memo"])
  static let defaultQuery = NoteQuery()

  let id: Int

  @Property(title: "Name", indexingKey: \.displayName)
  var name: String

  @Property(indexingKey: \.contentDescription)
  var summary: String?

  @Property(indexingKey: \.pageCount)
  var pageCount: Int

  @Property(indexingKey: \.keywords)
  var keyword: String

  @Property(indexingKey: \.alternateNames)
  var names: [String]

  @Property(indexingKey: \.dueDate)
  var dueDate: Date

  @Property(indexingKey: \.url)
  var url: URL

  @Property(indexingKey: \.thumbnailData)
  var picture: Data

  @Property(indexingKey: \.comment)
  var numberAsText: Int

  @Property(customIndexingKey: customKey("com_example_count"))
  var count: Int

  @Property(title: "Colors", customIndexingKey: customKey("com_example_colors"))
  var colors: [String]

  @Property(title: "Not indexed")
  var color: String

  @Property
  var unset: String?

  init(id: Int, name: String) {
    self.id = id
    self.name = name
  }

  var displayRepresentation: DisplayRepresentation { "The \(name)" }
}

private struct NoteQuery: EntityQuery {
  func entities(for identifiers: [Int]) async throws -> [Note] { identifiers.map { Note(id: $0, name: "Note \($0)") } }
}

private struct Photo: IndexedEntity {
  static let typeDisplayRepresentation: TypeDisplayRepresentation = "Photo"
  static let defaultQuery = PhotoQuery()

  let id: UUID
  var image: DisplayRepresentation.Image?
  var hideInSpotlight: Bool { true }

  var displayRepresentation: DisplayRepresentation {
    DisplayRepresentation(title: "Photo", subtitle: "2001", image: image, synonyms: ["Picture"])
  }

  var attributeSet: CSSearchableItemAttributeSet {
    let attributes = defaultAttributeSet
    attributes.title = "Own title"
    return attributes
  }
}

private struct PhotoQuery: EntityQuery {
  func entities(for identifiers: [UUID]) async throws -> [Photo] { [] }
}

@Suite struct IndexedEntityTests {
  @Test func `the display representation determines the default attributes`() throws {
    let photo = Photo(id: UUID(), image: .init(data: Data([1])))
    let attributes = photo.defaultAttributeSet
    #expect(attributes.title == "Photo" && attributes.displayName == "Photo" && attributes.contentDescription == "2001")
    #expect(attributes.alternateNames == ["Picture"] && attributes.thumbnailData == Data([1]) && attributes.thumbnailURL == nil)
    let url = try #require(URL(string: "file:///a.png"))
    #expect(Photo(id: UUID(), image: .init(url: url)).defaultAttributeSet.thumbnailURL == url)
    #expect(Photo(id: UUID(), image: .init(systemName: "photo")).defaultAttributeSet.thumbnailData == nil)
    #expect(Photo(id: UUID(), image: .init(named: "photo")).defaultAttributeSet.thumbnailURL == nil)
  }

  @Test func `a type can change its attributes and visibility`() {
    let photo = Photo(id: UUID())
    #expect(photo.attributeSet.title == "Own title" && photo.indexedAttributeSet.title == "Own title" && photo.hideInSpotlight)
    let note = Note(id: 1, name: "a")
    #expect(note.attributeSet.title == "The a" && !note.hideInSpotlight)
  }

  @Test func `properties with an indexing key become attributes`() throws {
    var note = Note(id: 1, name: "Name")
    note.summary = "Summary"
    note.pageCount = 3
    note.keyword = "k"
    note.names = ["a", "b"]
    note.dueDate = Date(timeIntervalSinceReferenceDate: 5)
    note.url = try #require(URL(string: "https://example.com"))
    note.picture = Data([7])
    note.numberAsText = 1
    note.count = 9
    note.colors = ["red", "blue"]
    note.color = "green"
    let attributes = note.indexedAttributeSet
    #expect(attributes.contentDescription == "Summary" && attributes.pageCount == 3 && attributes.keywords == ["k"])
    #expect(attributes.alternateNames == ["a", "b"] && attributes.dueDate == note.dueDate && attributes.url == note.url)
    #expect(attributes.thumbnailData == Data([7]) && attributes.comment == nil)
    #expect(attributes.value(forCustomKey: customKey("com_example_count")) as? NSNumber == 9)
    #expect(attributes.value(forCustomKey: customKey("com_example_colors")) as? NSArray == ["red", "blue"])
    #expect(attributes.title == "The Name" && attributes.displayName == "Name", "An indexing key takes precedence.")
    #expect(!attributes.description.contains("green"))
  }

  private struct Song: IndexedEntity {
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Song"
    static let defaultQuery = SongQuery()
    let id = 1
    var changesSet = false

    @Property(indexingKey: \.contentDescription)
    var lyrics: String

    @Property(indexingKey: \.title)
    var name: String?

    @Property(indexingKey: \.contentType)
    var type: String?

    var displayRepresentation: DisplayRepresentation { DisplayRepresentation(title: "A song", subtitle: "by Ann", synonyms: ["Tune"]) }

    var attributeSet: CSSearchableItemAttributeSet {
      let attributes = defaultAttributeSet
      attributes.album = "Album"
      if changesSet { attributes.contentDescription = "Own" }
      return attributes
    }

    init(_ lyrics: String) { self.lyrics = lyrics }
  }

  private struct SongQuery: EntityQuery {
    func entities(for identifiers: [Int]) async throws -> [Song] { [] }
  }

  @Test func `indexing keys precede the display representation, and an own attribute set precedes both`() {
    var song = Song("La la")
    var attributes = song.indexedAttributeSet
    #expect(attributes.contentDescription == "La la" && attributes.title == "A song" && attributes.album == "Album")
    #expect(attributes.alternateNames == ["Tune"] && attributes.contentType == "public.item")
    #expect(attributes.contentTypeTree == ["public.item"])
    (song.name, song.type) = ("Name", "public.mp3")
    attributes = song.indexedAttributeSet
    #expect(attributes.title == "Name" && attributes.displayName == "A song")
    #expect(attributes.contentType == "public.mp3" && attributes.contentTypeTree?.contains("public.audio") == true)
    song.changesSet = true
    #expect(song.indexedAttributeSet.contentDescription == "Own" && song.indexedAttributeSet.title == "Name")
  }

  @Test func `properties that are not set are not indexed`() {
    let note = Note(id: 1, name: "Name")
    #expect(note.unset == nil && note.summary == nil)
    #expect(note.indexedAttributeSet.contentDescription == nil && note.indexedAttributeSet.pageCount == nil)
    #expect(note.$name.title == "Name" && note.$summary.title == nil)
  }

  @Test func `reading a property before it is set traps`() async {
    await #expect(processExitsWith: .failure) { _ = Note(id: 1, name: "Name").pageCount }
  }

  // MARK: Identifiers

  @Test func `an identifier consists of type and identifier`() throws {
    let identifier = EntityIdentifier(for: Note(id: 7, name: "a"))
    #expect(identifier == EntityIdentifier(for: Note.self, identifier: 7))
    #expect(identifier.identifier == "7" && identifier.text == "Note/7" && "\(identifier)" == "Note/7")
    #expect(EntityIdentifier(text: "Note/7") == identifier && EntityIdentifier(text: "Note") == nil)
    let uuid = UUID()
    #expect(EntityIdentifier(for: Photo.self, identifier: uuid).identifier == uuid.uuidString)
  }

  private struct Odd: AppEntity {
    static let persistentIdentifier = "a.b/c%"
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Odd"
    static let defaultQuery = OddQuery()
    let id: String
    var displayRepresentation: DisplayRepresentation { "Odd" }
  }

  private struct OddQuery: EntityQuery {
    func entities(for identifiers: [String]) async throws -> [Odd] { [] }
  }

  @Test func `a type may have any name`() {
    let identifier = EntityIdentifier(for: Odd(id: "x/y"))
    #expect(EntityIdentifier(text: identifier.text) == identifier)
    #expect(EntityIdentifier.domain(ofType: Odd.self).split(separator: ".").count == 2)
    #expect(Note.persistentIdentifier == "Note")
  }

  @Test func `identifiers are converted to texts and back`() {
    let uuid = UUID()
    #expect(String.entityIdentifier(for: "a".entityIdentifierString) == "a")
    #expect(Int.entityIdentifier(for: (-7).entityIdentifierString) == -7 && Int.entityIdentifier(for: "x") == nil)
    #expect(UUID.entityIdentifier(for: uuid.entityIdentifierString) == uuid && UUID.entityIdentifier(for: "x") == nil)
  }

  @Test func `a query suggests no entities by default`() async throws {
    #expect(try await Note.defaultQuery.suggestedEntities().isEmpty)
    #expect(try await Note.defaultQuery.entities(for: [1]).map(\.name) == ["Note 1"])
  }

  // MARK: Texts

  @Test func `texts are not translated`() {
    #expect(String(localized: "Berry \(1)") == "Berry 1" && "\(LocalizedStringResource("x"))" == "x")
    #expect(LocalizedStringResource(stringLiteral: "x").key == "x")
    #expect(Note.typeDisplayRepresentation.synonyms == ["Memo"] && Photo.typeDisplayRepresentation.name == "Photo")
  }
}
