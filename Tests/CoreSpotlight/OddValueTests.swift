// SPDX-License-Identifier: Apache-2.0

import AppIntents
import Attributes
import CoreSpotlight
import IndexStore
import TestSupport
import Testing

/// Every number, date and string of the public interface with values that nobody expects. A value may be
/// refused with an error, but must not end the program. Tests of indexes run in processes of their own,
/// because queries search all indexes of a program.
@Suite struct OddValueTests {
  static let integers = [0, -1, 1, Int.min, Int.min + 1, Int.max, Int.max - 1, 1 << 32, -1 << 32]

  static let numbers: [NSNumber] =
    integers.map { NSNumber(value: $0) } + doubles.map { NSNumber(value: $0) } + [
      NSNumber(value: UInt64.max), NSNumber(value: true), NSNumber(value: Float.nan), NSDecimalNumber.notANumber, NSDecimalNumber.maximum,
    ]

  static let doubles = [
    0, -0.0, .nan, .signalingNaN, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e19,
    -1e19, 9.2e18,
  ]

  static let dates = doubles.map { Date(timeIntervalSinceReferenceDate: $0) } + [.distantPast, .distantFuture]

  /// The strings without the long ones, which some tests would need minutes for.
  static let shortStrings = [
    "", " ", "\0", "a\0b", "\u{FFFE}", "\u{FFFF}", "\u{1FFFF}", "\u{10FFFF}", "\u{FEFF}", "\u{FFFD}", "\n", "\r\n", "\t", "\u{7F}",
    "\u{85}", "\u{2028}", "\u{200D}", "\u{301}", "\u{202E}abc", "e\u{301}", "\u{e9}", "👩‍👩‍👧‍👦", ".", "..", "../..", "/", "//", "a/b",
    "*", "?", "\\", "\"", "'", "(", ")", "\"(", "&&", "||", "!", "==", "$time", "$time.now(", "a ==", "* == *", "-", "-a", "--", "=",
    "==NSUserActivity", "%", "%zz", "%00", "kMD", "kMDItemTitle", ":", "a:b", "[", "]", "{", "}", "<", ">", ",", ";", "#", "@", "~", "|",
    "^", "`", "+", "0", "-1", "nan", "inf", "true", "null", "public.", "dyn.", "dyn.a", "dyn.aaaaaaaa", "search:", "İ", "ß", "ﬀ",
    "\u{FDFA}",
  ]

  static let longStrings =
    ["0123456789", "a.", "(", "\"", "\u{301}", "a ", "/", "[", "\0", "!"].map { String(repeating: $0, count: 10_001) }

  /// 10 MiB. Few tests use it: a debug build takes up to a microsecond for each byte.
  static let huge = String(repeating: "0123456789", count: 1 << 20)

  static let strings = shortStrings + longStrings

  private let name = "odd-" + UUID().uuidString

  init() { TestHome.prepare() }

  // MARK: Attribute sets and items

  /// Reads a set as programs do.
  private func read(_ set: CSSearchableItemAttributeSet) {
    _ = (set.copy(), set.description, set.isEqual(set), set.hash)
  }

  private func archive(_ set: CSSearchableItemAttributeSet) throws {
    let archive = try NSKeyedArchiver.archivedData(withRootObject: set, requiringSecureCoding: true)
    _ = try NSKeyedUnarchiver.unarchivedObject(ofClass: CSSearchableItemAttributeSet.self, from: archive)
  }

  /// Sets the properties of a kind to each value and reads them, and archives sets that have the values in turn.
  ///
  /// - Parameter isArchived: False for huge values: Foundation takes a microsecond for each byte of data.
  private func walk<Value>(
    _ paths: [ReferenceWritableKeyPath<CSSearchableItemAttributeSet, Value?>], _ values: [Value], isArchived: Bool = true
  ) throws {
    for value in values {
      let set = CSSearchableItemAttributeSet()
      for path in paths {
        set[keyPath: path] = value
        _ = set[keyPath: path]
      }
      read(set)
    }
    for start in stride(from: 0, to: isArchived ? values.count : 0, by: paths.count) {
      let set = CSSearchableItemAttributeSet()
      for (path, place) in zip(paths, start...) { set[keyPath: path] = values[place % values.count] }
      try archive(set)
    }
  }

  @Test func `attributes take any number, date and string`() throws {
    try walk(AttributeSurfaceTests.numbers, Self.numbers)
    try walk(AttributeSurfaceTests.dates, Self.dates)
    try walk(AttributeSurfaceTests.strings, Self.shortStrings)
    try walk(AttributeSurfaceTests.lists, [Self.shortStrings, []])
    try walk(AttributeSurfaceTests.urls, Self.strings.compactMap { URL(string: $0) } + Self.shortStrings.map { URL(fileURLWithPath: $0) })
    try walk(AttributeSurfaceTests.data, [Data(), Data(Self.shortStrings.joined().utf8)])
    try walk([\.thumbnailData], [Data(count: 10 << 20)], isArchived: false)
    let persons = Self.shortStrings.map { text in
      let person = CSPerson(displayName: text, handles: [text, text], handleIdentifier: text)
      person.contactIdentifier = text
      return person
    }
    try walk(AttributeSurfaceTests.persons, [persons, []])
    try walk([\.textContent, \.title, \.contentType, \.path], Self.longStrings)
    let set = CSSearchableItemAttributeSet()
    set.importantDates = Self.dates
    set.emailHeaders = Dictionary(Self.shortStrings.map { ($0, (Self.dates as [Any]) + (Self.numbers as [Any]) + [$0]) }) { $1 }
    for number in Self.numbers {
      set.likelyJunk = number
      _ = set.likelyJunk
    }
    set.actionIdentifiers = Self.shortStrings
    read(set)
    try archive(set)
  }

  @Test func `custom keys and values are taken or refused`() throws {
    let key = try #require(CSCustomAttributeKey(keyName: "com_example_odd"))
    for text in Self.strings { _ = CSCustomAttributeKey(keyName: text)?.description }
    let huge = try #require(CSCustomAttributeKey(keyName: Self.huge))
    CSSearchableItemAttributeSet().setValue(NSNull(), forCustomKey: huge)
    let set = CSSearchableItemAttributeSet()
    var values: [any NSSecureCoding] = Self.numbers
    values += Self.dates.map { NSDate(timeIntervalSinceReferenceDate: $0.timeIntervalSinceReferenceDate) }
    values += Self.strings.map { NSString(string: $0) }
    values.append(NSDictionary(dictionary: Dictionary(Self.shortStrings.map { ($0, NSString(string: $0)) }) { $1 }))
    values.append(CSLocalizedString(localizedStrings: Dictionary(Self.shortStrings.map { ($0, $0) }) { $1 }))
    for value in values {
      set.setValue(value, forCustomKey: key)
      #expect(set.value(forCustomKey: key) != nil)
      read(set)
      try archive(set)
    }
  }

  /// A record with deeper values could not be read: the index would be replaced as a damaged one.
  @Test func `values that are nested too deeply are not stored`() throws {
    let key = try #require(CSCustomAttributeKey(keyName: "com_example_odd"))
    for depth in [1, 7, 8, 9, 10, 1000] {
      var array = NSArray()
      var dictionary = NSDictionary()
      for _ in 1..<depth {
        array = NSArray(object: array)
        dictionary = NSDictionary(object: dictionary, forKey: NSString(string: "a"))
      }
      for value in [array, dictionary] as [any NSSecureCoding] {
        let set = CSSearchableItemAttributeSet()
        set.setValue(value, forCustomKey: key)
        #expect((set.value(forCustomKey: key) != nil) == (depth <= 9), "\(depth)")
        read(set)
        try archive(set)
      }
    }
  }

  @Test func `localized strings have any language and any index`() {
    for text in Self.shortStrings {
      let string = CSLocalizedString(localizedStrings: [text: text, 1: text, "de": 1])
      _ = (string.localizedString(), string.length, string.description)
      for index in Self.integers + [string.length] { _ = string.character(at: index) }
    }
    #expect(CSLocalizedString(localizedStrings: ["en": "a"]).character(at: 1) == 0xFFFD)
  }

  @Test func `items have any identifier, date and option`() throws {
    for text in Self.strings + [Self.huge] {
      let item = CSSearchableItem(uniqueIdentifier: text, domainIdentifier: text, attributeSet: CSSearchableItemAttributeSet())
      _ = (item.copy(), item.description, item.hash, SearchableItem(item).item)
    }
    for date in Self.dates {
      let item = CSSearchableItem(uniqueIdentifier: nil, domainIdentifier: nil, attributeSet: CSSearchableItemAttributeSet())
      item.expirationDate = date
      for options in [0, 1, UInt.max] { item.updateListenerOptions = .init(rawValue: options) }
      let archive = try NSKeyedArchiver.archivedData(withRootObject: item, requiringSecureCoding: true)
      let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CSSearchableItem.self, from: archive))
      _ = (copy.description, copy.expirationDate)
    }
  }

  // MARK: Indexes

  /// Items with every odd value in every attribute.
  private func oddItems() -> [CSSearchableItem] {
    var items: [CSSearchableItem] = []
    func add(_ identifier: String? = nil, domain: String? = nil, _ fill: (CSSearchableItemAttributeSet) -> Void) {
      let set = CSSearchableItemAttributeSet()
      set.keywords = [name]
      fill(set)
      items.append(
        CSSearchableItem(uniqueIdentifier: identifier ?? "\(name) \(items.count)", domainIdentifier: domain, attributeSet: set))
    }
    for number in Self.numbers { add { set in for path in AttributeSurfaceTests.numbers { set[keyPath: path] = number } } }
    for date in Self.dates {
      add { set in for path in AttributeSurfaceTests.dates { set[keyPath: path] = date } }
      add { _ in }
      items[items.count - 1].expirationDate = date
    }
    for text in Self.shortStrings {
      add { set in
        for path in AttributeSurfaceTests.strings { set[keyPath: path] = text }
        set.domainIdentifier = nil
      }
      add(text, domain: text) { set in set.authors = [CSPerson(displayName: text, handles: [text], handleIdentifier: text)] }
    }
    add { set in set.textContent = Self.huge }
    for text in Self.longStrings {
      add(text, domain: text) { set in set.textContent = text }
      add { set in set.title = text }
    }
    add { set in for path in AttributeSurfaceTests.lists where path != \.keywords { set[keyPath: path] = Self.shortStrings } }
    return items
  }

  @Test func `an index with odd values is searched before and after it is merged`() async {
    await #expect(processExitsWith: .success) { try await OddValueTests().searchOddItems() }
  }

  private func searchOddItems() async throws {
    let index = CSSearchableIndex(name: name)
    let items = oddItems()
    try await index.indexSearchableItems(items)
    let context = CSSearchQueryContext()
    context.fetchAttributes = AttributeKey.all.compactMap(\.definition.coreSpotlightName)
    func found() async throws -> Set<String> {
      var found: Set<String> = []
      for try await result in CSSearchQuery(queryString: "keywords == \"\(name)\"", queryContext: context).results {
        _ = (result.item.description, result.item.expirationDate)
        found.insert(result.id)
      }
      return found
    }
    let before = try await found()
    // Dates in the past, and identifiers of which several are equal.
    let expired = items.count { ($0.expirationDate ?? .distantFuture) < Date() }
    #expect(before.count == Set(items.map(\.uniqueIdentifier)).count - expired)
    let store = ApplicationStore(bundle: CSSearchableIndex.bundleIdentifier, index: IndexName(name), protection: .none)
    try Store.open(store.path(in: TestHome.path + "/searchlight/applications"), .writeItems).settle()
    #expect(try await found() == before)
    try await index.deleteSearchableItems(withDomainIdentifiers: Self.strings)
    try await index.deleteSearchableItems(withIdentifiers: Self.strings + items.map(\.uniqueIdentifier))
    #expect(try await found().isEmpty)
  }

  @Test func `an index may have any name`() async {
    await #expect(processExitsWith: .success) { try await OddValueTests().useIndexesWithOddNames() }
  }

  private func useIndexesWithOddNames() async throws {
    for (number, text) in Self.strings.enumerated() {
      let index = CSSearchableIndex(name: text, protectionClass: [nil, .complete, FileProtectionType(rawValue: text)][number % 3])
      // A name that is too long for a folder is refused.
      _ = try? await index.fetchLastClientState()
      try? await index.deleteSearchableItems(withIdentifiers: [text])
      try? await index.deleteSearchableItems(withDomainIdentifiers: [text])
      index.beginBatch()
      try? await index.endBatch(withClientState: Data(text.utf8))
    }
    _ = try? await CSSearchableIndex(name: String(Self.huge.prefix(1 << 16))).fetchLastClientState()
    let index = CSSearchableIndex(name: name)
    for text in Self.shortStrings {
      let type = UTType(exportedAs: "com.example.odd")
      _ = try? await index.fetchData(forBundleIdentifier: text, itemIdentifier: text, contentType: type)
    }
    for text in Self.longStrings {
      _ = try? await index.fetchData(forBundleIdentifier: text, itemIdentifier: text, contentType: .data)
    }
  }

  @Test func `a client state may be any data`() async {
    await #expect(processExitsWith: .success) { try await OddValueTests().storeClientStates() }
  }

  private func storeClientStates() async throws {
    let index = CSSearchableIndex(name: name)
    for state in [Data(), Data([0]), Data(count: 249), Data(count: 250), Data(count: 251), Data(count: 10 << 20)] {
      index.beginBatch()
      try? await index.endBatch(withClientState: state)
      index.beginBatch()
      try? await index.endIndexBatch(expectedClientState: state, newClientState: state)
    }
  }

  // MARK: Queries

  private func run(_ query: CSSearchQuery) async {
    do { for try await _ in query.results {} } catch {}
  }

  private func run(_ query: CSUserQuery) async {
    do { for try await _ in query.responses {} } catch {}
  }

  @Test func `queries take any text`() async {
    await #expect(processExitsWith: .success) { try await OddValueTests().runQueries() }
  }

  private func runQueries() async throws {
    let index = CSSearchableIndex(name: name)
    let set = CSSearchableItemAttributeSet()
    set.title = "a 0 \u{e9}"
    try await index.indexSearchableItems([CSSearchableItem(uniqueIdentifier: name, domainIdentifier: nil, attributeSet: set)])
    await run(CSSearchQuery(queryString: Self.huge, queryContext: nil))
    await run(CSSearchQuery(queryString: "title == \"\(Self.huge)\"", queryContext: nil))
    for text in Self.strings {
      await run(CSSearchQuery(queryString: text, queryContext: nil))
      for quoted in ["title == \"\(text)\"", "title == '\(text)*'cdw", "\(text) == 1", "* == \(text)"] {
        await run(CSSearchQuery(queryString: quoted, queryContext: nil))
      }
      let context = CSSearchQueryContext()
      context.fetchAttributes = [text, "title"]
      context.filterQueries = [text]
      context.keyboardLanguage = text
      context.sourceOptions = .init(rawValue: .max)
      await run(CSSearchQuery(queryString: "title == \"*\"", queryContext: context))
      let query = CSSearchQuery(queryString: "title == \"*\"", queryContext: nil)
      query.protectionClasses = [FileProtectionType(rawValue: text)]
      await run(query)
    }
  }

  @Test func `user queries take any text`() async {
    await #expect(processExitsWith: .success) { try await OddValueTests().runUserQueries() }
  }

  private func runUserQueries() async throws {
    let index = CSSearchableIndex(name: name)
    let set = CSSearchableItemAttributeSet()
    set.title = "a 0 \u{e9} ß İ"
    try await index.indexSearchableItems([CSSearchableItem(uniqueIdentifier: name, domainIdentifier: nil, attributeSet: set)])
    let wanted = CSUserQueryContext()
    wanted.maxSuggestionCount = 1
    var (items, suggestions): ([CSUserQuery.Item], [CSUserQuery.Suggestion]) = ([], [])
    for try await response in CSUserQuery(userQueryString: "a", userQueryContext: wanted).responses {
      switch response {
      case .item(let item): items.append(item)
      case .suggestion(let suggestion): suggestions.append(suggestion)
      }
    }
    var (item, suggestion) = (try #require(items.first), try #require(suggestions.first))
    await run(CSUserQuery(userQueryString: Self.huge, userQueryContext: wanted))
    for text in Self.strings {
      let chosen = CSSuggestion(AttributedString(text), kind: .custom)
      let context = CSUserQueryContext(currentSuggestion: chosen)
      context.maxSuggestionCount = 3
      let query = CSUserQuery(userQueryString: text, userQueryContext: context)
      await run(query)
      await run(CSUserQuery(userQueryString: "", userQueryContext: context))
      item.item = CSSearchableItem(uniqueIdentifier: text, domainIdentifier: nil, attributeSet: set)
      query.userEngaged(item, visibleItems: [item] + items, interaction: .focus)
      suggestion.suggestion = chosen
      query.userEngaged(suggestion, visibleSuggestions: [], interaction: .select)
      _ = (chosen.description, chosen.compare(byRank: chosen), chosen.compare(chosen), item.hashValue, suggestion.id)
    }
  }

  @Test func `user queries take any numbers`() async {
    await #expect(processExitsWith: .success) { try await OddValueTests().runUserQueriesWithNumbers() }
  }

  private func runUserQueriesWithNumbers() async throws {
    let index = CSSearchableIndex(name: name)
    let mark = name.filter(\.isLetter)
    let items = (0..<5).map { number in
      let set = CSSearchableItemAttributeSet()
      set.title = "\(mark) \(number)"
      return CSSearchableItem(uniqueIdentifier: "\(name) \(number)", domainIdentifier: nil, attributeSet: set)
    }
    try await index.indexSearchableItems(items)
    for (place, number) in Self.integers.flatMap({ number in (0...3).map { ($0, number) } }) {
      // One of them, or all.
      let (result, suggestion, ranked) = (place % 3 == 0 ? number : 3, place == 1 || place == 3 ? number : 1, place > 1 ? number : 2)
      let context = CSUserQueryContext()
      (context.maxResultCount, context.maxSuggestionCount, context.maxRankedResultCount) = (result, suggestion, ranked)
      let archive = try NSKeyedArchiver.archivedData(withRootObject: context, requiringSecureCoding: true)
      _ = try NSKeyedUnarchiver.unarchivedObject(ofClass: CSUserQueryContext.self, from: archive)
      var (itemCount, suggestionCount) = (0, 0)
      for try await response in CSUserQuery(userQueryString: mark, userQueryContext: context).responses {
        switch response {
        case .item: itemCount += 1
        case .suggestion: suggestionCount += 1
        }
      }
      #expect(itemCount == (result > 0 ? min(result, 5) : 5), "\(result) \(suggestion) \(ranked)")
      #expect((suggestionCount > 0) == (suggestion > 0), "\(result) \(suggestion) \(ranked)")
    }
  }

  // MARK: Activities, entities, types and errors

  @Test func `activities have any text and date`() {
    for text in Self.strings {
      let activity = NSUserActivity(activityType: text)
      (activity.title, activity.persistentIdentifier, activity.targetContentIdentifier) = (text, text, text)
      activity.keywords = [text]
      activity.requiredUserInfoKeys = [text]
      activity.userInfo = [text: text, 1: Double.nan, "dates": Self.dates, "numbers": Self.numbers]
      activity.isEligibleForSearch = true
      activity.webpageURL = URL(string: text)
      for date in text == "a/b" ? Self.dates : Self.dates.suffix(1) {
        activity.expirationDate = date
        _ = activity.searchableItem(usedAt: date)?.description
      }
      activity.persistentIdentifier = nil
      activity.requiredUserInfoKeys = nil
      _ = activity.description
      _ = try? activity.typedPayload([String: String].self)
      try? activity.setTypedPayload([text: Double.nan])
      for prefix in ["", "searchlight:", "searchlight://", "searchlight://a/b/", "searchlight://a?query="] {
        if let url = URL(string: prefix + text) { _ = NSUserActivity(openedURL: url) }
      }
    }
  }

  private struct Entity: IndexedEntity {
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Odd"
    static let defaultQuery = Query()
    let id: String
    var displayRepresentation: DisplayRepresentation { DisplayRepresentation(title: "\(id)", subtitle: "\(id)", synonyms: ["\(id)"]) }
  }

  private struct Query: EntityQuery {
    func entities(for identifiers: [String]) async throws -> [Entity] { [] }
  }

  @Test func `entities have any identifier and priority`() {
    for text in Self.strings {
      let item = CSSearchableItem(appEntity: Entity(id: text))
      #expect(item.relatedAppEntityIdentifier?.identifier == text)
      _ = (Int.entityIdentifier(for: text), UUID.entityIdentifier(for: text))
    }
    for number in Self.integers {
      let hint = CSSearchableItem(appEntity: Entity(id: "a"), priority: number).attributeSet.rankingHint
      #expect(hint == (number == 0 ? nil : NSNumber(value: number)))
    }
  }

  @Test func `types have any identifier and tag`() {
    for text in Self.strings {
      let type = UTType(exportedAs: text, conformingTo: UTType(text))
      _ = (type.description, type.debugDescription, type.supertypes, type.tags, type.conforms(to: type), type.localizedDescription)
      let other = UTType(importedAs: "com.example." + text, conformingTo: type)
      _ = (UTType(exportedAs: text, conformingTo: other).supertypes, other.isSubtype(of: type))
      for supertype in [nil, type, .image] {
        _ = UTType(tag: text, tagClass: .filenameExtension, conformingTo: supertype)?.supertypes
        _ = UTType(tag: text, tagClass: .mimeType, conformingTo: supertype)?.supertypes
        _ = UTType.types(tag: text, tagClass: UTTagClass(rawValue: text), conformingTo: supertype)
      }
      let set = CSSearchableItemAttributeSet(itemContentType: text)
      _ = set.contentTypeTree
    }
  }

  @Test func `errors have any code and information`() {
    for code in Self.integers + [-1, -1000, -2003] {
      for domain in [CSIndexErrorDomain, CSSearchQueryErrorDomain, ""] {
        let object = NSError(domain: domain, code: code, userInfo: ["a": Double.nan])
        let index = object as any Error as? CSIndexError
        let query = object as any Error as? CSSearchQueryError
        #expect((index?.errorCode ?? code, query?.errorCode ?? code) == (code, code))
        _ = (index?.description, index?.code, index?.hashValue, query?.description, query?.code, query?.hashValue)
      }
    }
  }

  @Test func `importers get any URL`() {
    final class Importer: CSImportExtension {}
    for text in Self.strings {
      for url in [URL(string: text), URL(fileURLWithPath: text)].compactMap(\.self) {
        try? Importer().update(CSSearchableItemAttributeSet(), forFileAt: url)
      }
    }
  }
}
