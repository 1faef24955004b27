// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Attributes
internal import DocumentImporter
internal import Foundation
internal import ImporterSupport
internal import Markup

/// The tags of a video file, under names that all containers share.
struct MovieTags {
  enum Name {
    case album, artist, comment, composer, copyright, date, description, director, encoder, genre, keywords, language, location, lyricist
    case make, model, performer, producer, publisher, rating, software, title, trackNumber
  }

  private var values: [Name: [String]] = [:]
  /// Texts under names that the schema may not have.
  private var others: [(name: String, text: String)] = []

  /// Maximum length of a tag in characters; longer ones are cut.
  private static let maximumLength = 64 << 10
  private static let maximumOtherCount = 1024

  /// What programs note for themselves.
  private static let technicalPrefixes = [
    "_STATISTICS", "ACCURATERIP", "COMPATIBLE_BRANDS", "DURATION", "ENCODER", "ITUNNORM", "ITUNSMPB", "ITUNES_CDDB", "MAJOR_BRAND",
    "MINOR_VERSION", "NUMBER_OF_", "REPLAYGAIN", "WMFSDK", "WM/MEDIA", "WM/UNIQUEFILE", "METADATA_BLOCK_PICTURE",
  ]

  mutating func append(_ text: String, to name: Name) {
    let value = Self.plain(text)
    if !value.isEmpty, values[name]?.contains(value) != true { values[name, default: []].append(value) }
  }

  /// Adds a text under the name in the file.
  mutating func append(_ text: String, named name: String) {
    let value = Self.plain(text)
    // What ffmpeg copies from films of phones into other containers.
    if Self.locationNames.contains(name.lowercased()), Position(value) != nil { return append(value, to: .location) }
    if ["date", "year"].contains(name.lowercased()) { return append(value, to: .date) }
    let isTechnical = Self.technicalPrefixes.contains { name.uppercased().hasPrefix($0) }
    if !value.isEmpty, !name.isEmpty, !isTechnical, others.count < Self.maximumOtherCount { others.append((name, value)) }
  }

  private static let locationNames: Set = ["location", "location-eng", "com.apple.quicktime.location.iso6709", "iso6709"]

  private static func plain(_ text: String) -> String {
    let scalars = text.unicodeScalars.drop { $0.properties.isWhitespace || $0 == "\0" }.prefix { $0 != "\0" }
    var value = String(scalars.prefix(Self.maximumLength))
    while value.last?.isWhitespace == true { value.removeLast() }
    return value
  }

  subscript(name: Name) -> String? { values[name]?.first }

  /// Replaces the marks in texts whose encoding the file does not declare by letters.
  mutating func decodeUndeclaredTexts() {
    let texts = UndeclaredTexts(values.values.joined())
    values = values.mapValues { $0.map(texts.decoded) }
  }

  /// - Returns: Texts that are too long for attributes.
  func fill(_ attributes: CSSearchableItemAttributeSet) -> [String] {
    attributes.title = self[.title]?.oneLine
    attributes.authorNames = values[.artist]?.map(\.oneLine)
    attributes.album = self[.album]?.oneLine
    attributes.comment = self[.comment]
    attributes.contentDescription = self[.description]
    attributes.copyright = self[.copyright]
    attributes.composer = values[.composer]?.joined(separator: ", ").oneLine
    attributes.director = values[.director]?.joined(separator: ", ").oneLine
    attributes.producer = values[.producer]?.joined(separator: ", ").oneLine
    attributes.genre = values[.genre]?.joined(separator: ", ").oneLine
    attributes.performers = values[.performer]
    attributes.publishers = values[.publisher]
    attributes.keywords = values[.keywords]?.flatMap { $0.listElements(separatedBy: ",;") }.nonEmpty
    attributes.languages = values[.language]?.languageTags
    attributes.encodingApplications = values[.encoder].map { [$0[0].oneLine] }
    attributes.creator = self[.software]?.oneLine
    attributes.acquisitionMake = self[.make]?.oneLine
    attributes.acquisitionModel = self[.model]?.oneLine
    attributes.contentCreationDate = self[.date].flatMap { Date(documentDate: $0) }
    attributes[.recordingYear] = self[.date].flatMap(Self.year).map { $0 as NSNumber }
    attributes.lyricist = values[.lyricist]?.joined(separator: ", ").oneLine
    attributes.audioTrackNumber = self[.trackNumber].flatMap { Int($0.prefix(while: \.isNumber)) }.map { $0 as NSNumber }
    if let position = self[.location].flatMap(Position.init) {
      attributes.latitude = position.latitude as NSNumber
      attributes.longitude = position.longitude as NSNumber
      attributes.altitude = position.altitude.map { $0 as NSNumber }
    }
    let names: [(Name, String)] = [
      (.title, "title"), (.description, "description"), (.comment, "comment"), (.copyright, "copyright"), (.album, "album"),
    ]
    // Files often have a short and a long description.
    let further = names.flatMap { name, word in (values[name] ?? []).dropFirst().map { (name: word, text: $0) } }
    return (further + others).filter { !attributes.take($0.text, named: $0.name) }.map(\.text)
  }
}

extension MovieTags {
  /// A position in the notation of ISO 6709.
  static func position(latitude: Double, longitude: Double, altitude: Double?) -> String {
    String(format: "%+.5f%+.5f", latitude, longitude) + (altitude.map { String(format: "%+.2f", $0) } ?? "") + "/"
  }

  /// Sets what only recordings without pictures have.
  func fillRecording(_ attributes: CSSearchableItemAttributeSet) {
    attributes.musicalGenre = attributes.genre
    if let date = self[.date], Self.year(date) != nil { attributes.recordingDate = Date(documentDate: date) }
  }

  /// The year that a date begins with.
  private static func year(_ date: String) -> Int? { Int(date.prefix(4)).flatMap { (1000...9999).contains($0) ? $0 : nil } }
}

/// A position in the notation of ISO 6709 with decimal degrees, as cameras write it:
/// `+27.5916+086.5640+8850/`.
private struct Position {
  let latitude: Double
  let longitude: Double
  let altitude: Double?

  init?(_ text: String) {
    guard let match = text.prefixMatch(of: /([+-]\d{1,2}(?:\.\d+)?)([+-]\d{1,3}(?:\.\d+)?)([+-]\d+(?:\.\d+)?)?/)?.output,
      let latitude = Double(match.1), let longitude = Double(match.2), abs(latitude) <= 90, abs(longitude) <= 180
    else { return nil }
    self.latitude = latitude
    self.longitude = longitude
    altitude = match.3.flatMap { Double($0) }
  }
}
