// SPDX-License-Identifier: Apache-2.0

import Attributes

/// The word before the colon in `author:tom`: its attributes, and the form of its values.
struct SearchKeyword: Hashable, Sendable {
  enum Form: Hashable, Sendable {
    case text
    /// A file name extension, compared with the end of the name.
    case fileExtension
    case number
    case size
    case duration
    case boolean
    case orientation
    case date
    case kind
    /// Another keyword, whose attribute a document has.
    case presence
  }

  let form: Form
  /// The attributes, any of which may match.
  let attributes: [AttributeKey]
  /// An attribute that a document must have for the last of ``attributes`` to count; `nil` if it counts in any case.
  let condition: AttributeKey?

  /// - Returns: `nil` if `name` is neither a keyword nor an attribute; the colon is then part of a
  ///   word.
  init?(named bytes: ArraySlice<UInt8>) {
    // No name is longer. Without this limit, a word with many colons would take quadratic time.
    guard bytes.count <= 64 else { return nil }
    let name = String(decoding: bytes, as: UTF8.self)
    if let keyword = Self.table[name.lowercased()] {
      self = keyword
    } else if let key = AttributeKey(named: name) {
      self.init(Self.form(of: key), [key])
    } else {
      return nil
    }
  }

  init?(named name: String) { self.init(named: Array(name.utf8)[...]) }

  /// The keywords that are not attribute names, sorted.
  static var names: [String] { table.keys.sorted() }

  init(_ form: Form, _ attributes: [AttributeKey], ifPresent condition: AttributeKey? = nil) {
    self.form = form
    self.attributes = attributes
    self.condition = condition
  }

  private static func form(of key: AttributeKey) -> Form {
    switch ValueDomain(key) {
    case .number(.bytes): .size
    case .number(.seconds): .duration
    case .number: .number
    case .date: .date
    case .boolean: .boolean
    case .text, .opaque, .any: .text
    }
  }

  /// Whether an unquoted value can consist of several words.
  var takesSeveralWords: Bool {
    switch form {
    case .kind, .date, .number, .size, .duration: true
    case .text, .fileExtension, .boolean, .orientation, .presence: false
    }
  }

  /// Whether values are compared by size.
  var isOrdered: Bool {
    switch form {
    case .date, .number, .size, .duration: true
    case .kind, .text, .fileExtension, .boolean, .orientation, .presence: false
    }
  }

  /// Whether `text` can be the first or last value of a range.
  func isEndOfRange(_ text: String) -> Bool {
    switch form {
    case .date:
      DateWord.expression(text) != nil || NamedMonth(text) != nil
        || text.utf8.count >= 4 && text.utf8.first?.isDigit == true && Age(text) == nil
    case .number, .size, .duration: Quantity(text, form: form) != nil
    case .kind, .text, .fileExtension, .boolean, .orientation, .presence: false
    }
  }

  /// Whether `text` is a known value of several words.
  func isValue(_ text: String) -> Bool {
    switch form {
    case .kind: DocumentKind(named: text) != nil
    case .date: DateWord.expression(text) != nil || Age(text) != nil || Age(ago: text) != nil || NamedMonth(text) != nil
    case .number, .size, .duration: Quantity(text, form: form) != nil || Quantity.ends(text, form: form) != nil
    case .text, .fileExtension, .boolean, .orientation, .presence: false
    }
  }

  /// All keywords with their names, except the names of attributes.
  static var all: [(name: String, keyword: SearchKeyword)] { table.map { ($0.key, $0.value) } }

  private static let dates: [AttributeKey] = [
    .contentModificationDate, .contentCreationDate, .lastUsedDate, .addedDate, .startDate, .dueDate,
  ]
  private static let senders: [AttributeKey] = [.authorNames, .authors, .authorEmailAddresses]
  private static let receivers: [AttributeKey] = [.recipientNames, .primaryRecipients, .additionalRecipients, .recipientEmailAddresses]

  private static let table: [String: SearchKeyword] = Dictionary(
    uniqueKeysWithValues: [
      ("kind", .init(.kind, [.contentType])),
      // Dates
      ("date", .init(.date, dates)),
      ("created", .init(.date, [.contentCreationDate])),
      ("modified", .init(.date, [.contentModificationDate])),
      // A document may say itself when it was modified, and be written to the disk later.
      ("changed", .init(.date, [.contentModificationDate, .fsContentChangeDate])),
      ("added", .init(.date, [.addedDate])),
      ("opened", .init(.date, [.lastUsedDate])),
      ("used", .init(.date, [.lastUsedDate])),
      // A file is downloaded when it is created, and the address from which it came says that it was.
      ("downloaded", .init(.date, [.downloadedDate, .fsCreationDate], ifPresent: .contentSources)),
      ("due", .init(.date, [.dueDate])),
      ("start", .init(.date, [.startDate])),
      ("end", .init(.date, [.endDate])),
      // People
      ("author", .init(.text, senders)),
      ("by", .init(.text, senders + [.artist, .composer, .performers, .director, .creator])),
      ("from", .init(.text, senders + [.contentSources])),
      ("to", .init(.text, receivers)),
      ("attachment", .init(.text, [.attachmentNames])),
      ("has", .init(.presence, [])),
      ("with", .init(.text, senders + receivers + [.participants])),
      ("artist", .init(.text, [.artist, .authorNames, .performers])),
      // Names and descriptions
      ("name", .init(.text, [.fsName, .displayName])),
      ("filename", .init(.text, [.fsName])),
      ("ext", .init(.fileExtension, [.fsName])),
      ("extension", .init(.fileExtension, [.fsName])),
      ("tag", .init(.text, [.userTags, .keywords])),
      ("tags", .init(.text, [.userTags, .keywords])),
      ("keyword", .init(.text, [.keywords, .userTags])),
      ("keywords", .init(.text, [.keywords, .userTags])),
      ("contains", .init(.text, [.textContent])),
      ("comment", .init(.text, [.comment, .finderComment])),
      ("description", .init(.text, [.contentDescription])),
      ("source", .init(.text, [.contentSources])),
      ("wherefrom", .init(.text, [.contentSources])),
      ("font", .init(.text, [.fontNames])),
      ("language", .init(.text, [.languages])),
      ("publisher", .init(.text, [.publishers])),
      ("project", .init(.text, [.projects])),
      ("organization", .init(.text, [.organizations])),
      ("type", .init(.text, [.contentType, .contentTypeTree, .mimeType])),
      ("mime", .init(.text, [.mimeType])),
      ("state", .init(.text, [.stateOrProvince])),
      ("location", .init(.text, [.namedLocation, .city, .stateOrProvince, .country, .latitude])),
      ("gps", .init(.number, [.latitude, .longitude])),
      ("person", .init(.text, senders + receivers + [.participants])),
      ("stars", .init(.number, [.rating])),
      ("place", .init(.text, [.namedLocation, .city, .stateOrProvince, .country])),
      // Sizes and pages
      ("size", .init(.size, [.fileSize])),
      ("pages", .init(.number, [.pageCount])),
      // Pictures
      ("width", .init(.number, [.pixelWidth])),
      ("height", .init(.number, [.pixelHeight])),
      ("pixels", .init(.number, [.pixelCount])),
      ("dpi", .init(.number, [.resolutionWidthDPI, .resolutionHeightDPI])),
      ("make", .init(.text, [.acquisitionMake])),
      ("model", .init(.text, [.acquisitionModel])),
      ("camera", .init(.text, [.acquisitionMake, .acquisitionModel])),
      ("lens", .init(.text, [.lensModel])),
      ("exposure", .init(.number, [.exposureTime])),
      // What photographers call so is the f-number; kMDItemAperture is its logarithm.
      ("aperture", .init(.number, [.fNumber])),
      ("flash", .init(.boolean, [.flashOn])),
      ("iso", .init(.number, [.isoSpeed])),
      ("orientation", .init(.orientation, [.orientation])),
      ("layer", .init(.text, [.layerNames])),
      // Music and films
      ("genre", .init(.text, [.musicalGenre, .genre])),
      ("length", .init(.duration, [.duration])),
      ("bitrate", .init(.number, [.audioBitRate, .totalBitRate])),
      ("bpm", .init(.number, [.tempo])),
      ("track", .init(.number, [.audioTrackNumber])),
      ("year", .init(.number, [.recordingYear])),
      ("codec", .init(.text, [.codecs])),
      ("channels", .init(.number, [.audioChannelCount])),
    ])
}
