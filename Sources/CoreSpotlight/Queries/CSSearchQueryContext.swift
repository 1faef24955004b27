// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The options of a query: which attributes its results have, and what limits them further.
///
/// Two threads must not change a context at the same time.
open class CSSearchQueryContext: NSObject, NSCopying, NSSecureCoding {
  /// The names of the attributes that found items have; none by default.
  open var fetchAttributes: [String] = []

  /// Predicates that an item must match in addition to the query; none by default.
  open var filterQueries: [String] = []

  /// The language of the keyboard with which the query was typed, as a BCP 47 tag such as `en-US`;
  /// `nil` if it is unknown.
  ///
  /// - Note: Searchlight keeps the language, which has no effect.
  open var keyboardLanguage: String?

  /// Further sources of results; none by default.
  ///
  /// - Note: Searchlight keeps the options, which have no effect: a query always searches all items of the
  ///   program.
  open var sourceOptions: SourceOptions = []

  /// Creates a context with the default options.
  public override init() {}

  /// Creates a context with the options of another one.
  init(copying context: CSSearchQueryContext) {
    fetchAttributes = context.fetchAttributes
    filterQueries = context.filterQueries
    keyboardLanguage = context.keyboardLanguage
    sourceOptions = context.sourceOptions
  }

  // MARK: Copying and archiving

  /// An independent context with the same options.
  open func copy(with zone: NSZone? = nil) -> Any { CSSearchQueryContext(copying: self) }

  /// Always `true`.
  open class var supportsSecureCoding: Bool { true }

  /// Archives all options.
  open func encode(with coder: NSCoder) {
    let archive = QueryContextArchive(
      fetchAttributes: fetchAttributes, filterQueries: filterQueries, keyboardLanguage: keyboardLanguage,
      sourceOptions: Int(bitPattern: sourceOptions.rawValue))
    coder.encodeValues(archive, forKey: "queryContext")
  }

  /// Restores an archived context; `nil` if the archive does not contain a valid one.
  public required init?(coder: NSCoder) {
    guard let archive = coder.decodeValues(QueryContextArchive.self, forKey: "queryContext") else { return nil }
    fetchAttributes = archive.fetchAttributes
    filterQueries = archive.filterQueries
    keyboardLanguage = archive.keyboardLanguage
    sourceOptions = SourceOptions(rawValue: UInt(bitPattern: archive.sourceOptions))
  }
}
