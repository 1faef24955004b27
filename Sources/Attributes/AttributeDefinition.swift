/// What is known about one attribute: its names, its type, how it is searched, what it means.
///
/// The table ``all`` is the schema. Apple publishes most attributes under two names, one from CoreSpotlight (`title`) and one from the
/// metadata framework (`kMDItemTitle`); both name the same attribute everywhere.
package struct AttributeDefinition: Sendable {
  /// The value's type; each element's for an attribute that holds several.
  package enum ValueType: Sendable { case string, integer, number, boolean, date, url, data, person, dictionary }

  /// Whether the attribute holds one value or an array.
  package enum Multiplicity: Sendable { case one, many }

  /// Which index answers comparisons.
  package enum Indexing: Sendable {
    /// Whole values and the words in them.
    case words
    /// Whole values only: identifiers, paths, codes.
    case exact
    /// Numbers in order, for ranges and sorting.
    case number
    /// Dates in order, for ranges and sorting.
    case date
    /// The token stream of a document.
    case text
    /// Stored and shown, never searched.
    case none
  }

  /// Whether the attribute takes part in `*`, "any attribute", or must be named in the query.
  package enum WildcardSearch: Sendable { case searched, named }

  /// The unit of a number. Apple's documentation of each key is the source.
  package enum Unit: String, Sendable {
    case beatsPerMinute = "beats per minute"
    case bits
    case bitsPerSecond = "bits per second"
    case bytes
    case degrees
    case dotsPerInch = "dots per inch"
    case hertz = "hertz"
    case kilometresPerHour = "kilometres per hour"
    case metres
    case millimetres
    case pixels
    case points
    case seconds
  }

  /// Where files get their values from.
  package enum Source: Sendable {
    /// Name, status, type or content: what the file system and the importers tell.
    case file
    /// What users say of the file, kept in its extended attributes. Importers may know it too.
    case extendedAttribute
    /// Nothing that belongs to Searchlight: another program's importer may record it.
    case nothing
  }

  /// CoreSpotlight's property name; empty where only a `kMDItem…` name exists.
  private let coreSpotlightSpelling: StaticString
  /// The `kMDItem…` name (or another bare key of Apple's); empty where only CoreSpotlight has a name.
  private let metadataSpelling: StaticString
  /// A third spelling found in public use; empty for most.
  private let aliasSpelling: StaticString
  private let meaning: StaticString

  package let type: ValueType
  package let multiplicity: Multiplicity
  package let indexing: Indexing
  package let wildcardSearch: WildcardSearch
  package let unit: Unit?
  package let source: Source

  init(
    _ coreSpotlightName: StaticString, _ metadataName: StaticString, _ type: ValueType, _ multiplicity: Multiplicity, _ indexing: Indexing,
    _ wildcardSearch: WildcardSearch, alias: StaticString = "", unit: Unit? = nil, source: Source = .file,
    _ meaning: StaticString
  ) {
    coreSpotlightSpelling = coreSpotlightName
    metadataSpelling = metadataName
    aliasSpelling = alias
    self.type = type
    self.multiplicity = multiplicity
    self.indexing = indexing
    self.wildcardSearch = wildcardSearch
    self.unit = unit
    self.source = source
    self.meaning = meaning
  }

  /// CoreSpotlight's name, `nil` where it has none.
  package var coreSpotlightName: String? { coreSpotlightSpelling.utf8CodeUnitCount == 0 ? nil : coreSpotlightSpelling.description }

  /// The `kMDItem…` name, `nil` where only CoreSpotlight has one.
  package var metadataName: String? { metadataSpelling.utf8CodeUnitCount == 0 ? nil : metadataSpelling.description }

  /// The name that the tools print: the `kMDItem…` name if there is one.
  package var displayName: String { metadataName ?? coreSpotlightSpelling.description }

  /// One line of documentation.
  package var summary: String { source == .nothing ? "\(meaning); nothing records it here" : meaning.description }

  /// Whether `name` is one of this attribute's spellings, letter by letter.
  func isNamed(exactly name: UTF8Span) -> Bool {
    metadataSpelling.equals(name) || coreSpotlightSpelling.equals(name) || aliasSpelling.equals(name)
  }

  /// Whether `name` is CoreSpotlight's name but for the case of ASCII letters: Swift and Objective-C spell acronyms differently
  /// (`isoSpeed`, `ISOSpeed`; `url`, `URL`).
  func isNamed(ignoringCase name: UTF8Span) -> Bool {
    coreSpotlightSpelling.equals(name, ignoringCase: true)
  }
}

extension StaticString {
  /// Byte equality; the empty string equals nothing, since it stands for "no such name".
  fileprivate func equals(_ other: UTF8Span, ignoringCase: Bool = false) -> Bool {
    guard utf8CodeUnitCount == other.count, utf8CodeUnitCount > 0 else { return false }
    let own = unsafe UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
    let bytes = other.span
    for index in bytes.indices {
      let (left, right) = unsafe (own[index], bytes[index])
      if left == right { continue }
      guard ignoringCase, left ^ right == 0x20, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(left | 0x20) else { return false }
    }
    return true
  }
}
