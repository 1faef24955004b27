// SPDX-License-Identifier: Apache-2.0

/// The definition of an attribute: its names, its type, how it is indexed, and its meaning.
///
/// The table ``all`` is the schema. Apple publishes most attributes under two names, one from
/// CoreSpotlight (`title`) and one from the metadata framework (`kMDItemTitle`); both name the same
/// attribute everywhere.
package struct AttributeDefinition: Sendable {
  /// The type of the value, or of each element if there are several.
  package enum ValueType: Sendable { case string, integer, number, boolean, date, url, data, person, dictionary }

  /// Whether the attribute holds one value or an array.
  package enum Multiplicity: Sendable { case one, many }

  /// The kind of index for comparisons.
  package enum Indexing: Sendable {
    /// Whole values and the words in them.
    case words
    /// Whole values only: identifiers, paths, codes.
    case exact
    /// Numbers, for ranges and sorting.
    case number
    /// Dates, for ranges and sorting.
    case date
    /// The token stream of a document.
    case text
    /// Stored and printed, but not searchable.
    case none
  }

  /// Whether `*` ("any attribute") includes the attribute, or it must be named in the query.
  package enum WildcardSearch: Sendable { case searched, named }

  /// The unit of a number, according to Apple's documentation of the key.
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

  /// The source of the values for files.
  package enum Source: Sendable {
    /// The file itself: its name, status, type or content.
    case file
    /// An extended attribute of the file, set by users and programs. An importer may provide it
    /// too.
    case extendedAttribute
    /// Programs with which the user opens files: the desktop's list of recent files, and `mdfind`.
    case use
    /// No part of Searchlight; another program's importer may record it.
    case nothing
  }

  /// CoreSpotlight's property name; empty if there is only a `kMDItem…` name.
  private let coreSpotlightSpelling: StaticString
  /// The `kMDItem…` name (or another key of Apple's); empty if there is only CoreSpotlight's name.
  private let metadataSpelling: StaticString
  /// A third spelling in common use; usually empty.
  private let aliasSpelling: StaticString
  /// What the value means and in which unit, in at most 90 characters.
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

  /// CoreSpotlight's name; `nil` if there is none.
  package var coreSpotlightName: String? { coreSpotlightSpelling.utf8CodeUnitCount == 0 ? nil : coreSpotlightSpelling.description }

  /// The `kMDItem…` name; `nil` if there is only CoreSpotlight's name.
  package var metadataName: String? { metadataSpelling.utf8CodeUnitCount == 0 ? nil : metadataSpelling.description }

  /// The name that the tools print: the `kMDItem…` name if there is one.
  package var displayName: String { metadataName ?? coreSpotlightSpelling.description }

  /// One line of documentation: the meaning, and whether nothing records the attribute.
  package var summary: String { source == .nothing ? "\(meaning); nothing records it here" : meaning.description }

  /// Whether there may be no document that has the attribute.
  package var isOftenAbsent: Bool { source == .nothing || source == .use }

  /// Whether `name` is exactly one of this attribute's spellings.
  func isNamed(exactly name: UTF8Span) -> Bool {
    metadataSpelling.equals(name) || coreSpotlightSpelling.equals(name) || aliasSpelling.equals(name)
  }

  /// Whether `name` is CoreSpotlight's name, ignoring the case of ASCII letters: Swift and
  /// Objective-C spell acronyms differently (`isoSpeed`, `ISOSpeed`; `url`, `URL`).
  func isNamed(ignoringCase name: UTF8Span) -> Bool {
    coreSpotlightSpelling.equals(name, ignoringCase: true)
  }
}

extension StaticString {
  /// Whether the bytes are equal. The empty string equals nothing, because it stands for a missing
  /// name.
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
