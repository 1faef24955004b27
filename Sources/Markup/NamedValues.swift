// SPDX-License-Identifier: Apache-2.0

package import AttributeSets
internal import Attributes
internal import Foundation
internal import ImporterSupport

/// Metadata under names that people and programs choose: `Author`, `dc:creator`, `prompt`.
extension CSSearchableItemAttributeSet {
  /// A longer value of a custom key is text of the document, in bytes: rows of the catalog contain attributes.
  private static let maximumCustomByteCount = 4096
  /// Maximum number of custom keys that names become, and of the values of each attribute.
  private static let maximumCustomCount = 256
  private static let maximumElementCount = 1000
  /// A longer value of an attribute is text of the document, in bytes.
  private static let maximumByteCount = 64 << 10

  /// Sets the attribute that a name stands for. A name without one, and a second value of an attribute that has only one,
  /// becomes a custom key, which searches of all attributes include.
  ///
  /// Attributes that are set already keep their values. Case, punctuation and white space in names do not matter.
  ///
  /// - Parameter name: A name in one of the usual forms, such as `Creation Time`, `dc:creator` or `dcterms.issued`.
  /// - Returns: `false` if the value was not stored, because it is too long or there are too many. It then belongs into the text.
  @discardableResult
  package func take(_ value: String, named name: String) -> Bool {
    let text = value.trimmed
    guard !text.isEmpty else { return true }
    guard text.utf8.count <= Self.maximumByteCount else { return false }
    if let meaning = NamedMeaning(name), take(text, as: meaning) { return true }
    return setCustom(name, text)
  }

  /// Sets a value with a name that the author of a document chose. Queries find it by its name, with `_` instead of
  /// characters that names of attributes do not have. Several values of one name become a list.
  ///
  /// - Returns: `false` if the value is too long, or there are too many.
  @discardableResult
  package func setCustom(_ name: String, _ text: String) -> Bool {
    let isAllowed = { (character: Character) in character.isASCII && (character.isLetter || character.isNumber) }
    var key = String(name.prefix(64).map { isAllowed($0) ? $0 : "_" })
    // Names of other scripts have no such characters.
    if !key.contains(where: isAllowed) { key = "Property" }
    if key.hasPrefix("kMD") { key = "_" + key }
    let value = text.oneLine
    if value.isEmpty { return true }
    guard value.utf8.count <= Self.maximumCustomByteCount else { return false }
    let earlier = record[custom: key]?.elements ?? []
    if earlier.contains(.string(value)) { return true }
    guard earlier.count < Self.maximumElementCount, !earlier.isEmpty || record.custom.count < Self.maximumCustomCount else { return false }
    record.setCustom(key, to: earlier.isEmpty ? .string(value) : .array(earlier + [.string(value)]), searchability: .byDefault)
    return true
  }

  /// - Returns: Whether the attribute has the value now.
  private func take(_ text: String, as meaning: NamedMeaning) -> Bool {
    switch meaning {
    case .text(let key):
      let value = key == .title || text.utf8.count < 256 ? text.oneLine : text
      let present: String? = self[key]
      if present == nil { self[key] = value }
      return present == nil || present == value
    case .elements(let key): return append([text.oneLine], to: key)
    case .list(let key): return append(text.listElements(separatedBy: ",;"), to: key)
    case .languages:
      languages = (languages ?? []) + (text.listElements(separatedBy: ",;").languageTags ?? []).filter { languages?.contains($0) != true }
      return true
    case .date(let key):
      guard let date = Date(documentDate: text) else { return false }
      let present: Date? = self[key]
      if present == nil { self[key] = date }
      return present == nil || present == date
    case .count(let key):
      guard let number = Int(text), number > 0 else { return false }
      let present: NSNumber? = self[key]
      if present == nil { self[key] = number as NSNumber }
      return present == nil || present == number as NSNumber
    }
  }

  private func append(_ texts: [String], to key: AttributeKey) -> Bool {
    var values: [String] = self[key] ?? []
    for text in texts where !text.isEmpty && !values.contains(text) {
      guard values.count < Self.maximumElementCount else { return false }
      values.append(text)
    }
    if !values.isEmpty { self[key] = values }
    return true
  }
}

/// What a name means.
private enum NamedMeaning {
  /// The only text of an attribute.
  case text(AttributeKey)
  /// One of several texts.
  case elements(AttributeKey)
  /// Texts between commas or semicolons.
  case list(AttributeKey)
  case languages
  case date(AttributeKey)
  case count(AttributeKey)

  /// - Returns: `nil` for a name that stands for no attribute.
  init?(_ name: String) {
    var words = name.lowercased()[...]
    // Dublin Core and the properties of social networks are written with either separator.
    var isDublinCore = false
    for prefix in ["dcterms", "dct", "dc", "og"] where words.hasPrefix(prefix) {
      let rest = words.dropFirst(prefix.count)
      guard let separator = rest.first, ":.-_".contains(separator) else { continue }
      (words, isDublinCore) = (rest.dropFirst(), prefix != "og")
      break
    }
    let plain = String(words.filter { $0.isLetter || $0.isNumber })
    guard let meaning = isDublinCore ? Self.dublinCore[plain] ?? Self.table[plain] : Self.table[plain] else { return nil }
    self = meaning
  }

  private static let dublinCore: [String: NamedMeaning] = ["subject": .list(.keywords)]

  private static let table: [String: NamedMeaning] = {
    let rows: [(NamedMeaning, String)] = [
      (.text(.title), "title name documenttitle"),
      (.elements(.alternateNames), "alternative alternativetitle alias aliases"),
      (.text(.subject), "subject subtitle"),
      (.elements(.authorNames), "author authors creator creators artist artists writer writers byline"),
      (.elements(.authorEmailAddresses), "email authoremail"),
      (.elements(.editors), "editor editors lastmodifiedby lastauthor"),
      (
        .elements(.contributors),
        "contributor contributors translator translators illustrator illustrators penciller inker colorist letterer coverartist arranger "
          + "conductor narrator poet albumartist"
      ),
      (.elements(.performers), "performer performers actor actors"),
      (.elements(.publishers), "publisher publishers"),
      (
        .elements(.organizations),
        "organization organizations organisation organisations company institution institute affiliation studio"
      ),
      (.text(.contentDescription), "description summary abstract synopsis excerpt longdescription blurb plot"),
      (.list(.keywords), "keyword keywords tag tags category categories topic topics label labels"),
      (.languages, "language languages lang locale languageiso"),
      (.text(.copyright), "copyright copyrightnotice copyrightholder"),
      (.text(.rights), "rights license licence usageterms"),
      (.text(.identifier), "identifier isbn issn doi"),
      (.text(.comment), "comment comments note notes usercomment"),
      (.text(.creator), "software generator creatortool application"),
      (.elements(.contentSources), "source purl"),
      (.text(.url), "url web website homepage permalink"),
      (.text(.genre), "genre"), (.text(.album), "album"), (.text(.composer), "composer"), (.text(.lyricist), "lyricist librettist"),
      (.text(.director), "director"), (.text(.producer), "producer"), (.text(.headline), "headline"),
      (.text(.instructions), "instructions"),
      (.text(.city), "city"), (.text(.country), "country"), (.text(.namedLocation), "location"), (.elements(.coverage), "coverage"),
      (.text(.version), "version revnumber revision"), (.count(.pageCount), "pagecount numberofpages"),
      (.date(.contentCreationDate), "date created datecreated creationdate creationtime issued published pubdate publicationdate"),
      (
        .date(.contentModificationDate),
        "modified updated lastmod lastmodified lastmodifiedat modificationdate modificationtime datemodified revdate"
      ),
    ]
    return Dictionary(
      rows.flatMap { meaning, names in names.split(separator: " ").map { (String($0), meaning) } }, uniquingKeysWith: { first, _ in first })
  }()
}
