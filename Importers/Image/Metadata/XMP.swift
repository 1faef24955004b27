// SPDX-License-Identifier: Apache-2.0

internal import CExempi
internal import ImporterSupport

/// An XMP packet, decoded by Exempi.
@safe
struct XMP: ~Copyable {
  enum Schema: String {
    case aux = "http://ns.adobe.com/exif/1.0/aux/"
    case dc = "http://purl.org/dc/elements/1.1/"
    case digiKam = "http://www.digikam.org/ns/1.0/"
    case exif = "http://ns.adobe.com/exif/1.0/"
    case exifEX = "http://cipa.jp/exif/1.0/"
    case iptcCore = "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
    case iptcExtension = "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
    case lightroom = "http://ns.adobe.com/lightroom/1.0/"
    case mediaPro = "http://ns.iview-multimedia.com/mediapro/1.0/"
    case microsoftPhoto = "http://ns.microsoft.com/photo/1.0/"
    case photoshop = "http://ns.adobe.com/photoshop/1.0/"
    case regions = "http://www.metadataworkinggroup.com/schemas/regions/"
    case tiff = "http://ns.adobe.com/tiff/1.0/"
    case xmp = "http://ns.adobe.com/xap/1.0/"
    case xmpRights = "http://ns.adobe.com/xap/1.0/rights/"
  }

  /// The identifier of the box with a packet in an ISO base media file.
  static let boxIdentifier: [UInt8] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
  ]

  /// The toolkit is initialised once per process, with the first packet.
  private static let isReady: Bool = {
    guard xmp_init() else { return false }
    // Exempi prints an error if it is asked for a property in an unknown namespace.
    let namespaces: [(Schema, String)] = [
      (.digiKam, "digiKam"), (.lightroom, "lr"), (.mediaPro, "mediapro"), (.microsoftPhoto, "MicrosoftPhoto"),
    ]
    for (schema, prefix) in namespaces { unsafe _ = xmp_register_namespace(schema.rawValue, prefix, nil) }
    // The prefix is a part of paths.
    return unsafe xmp_register_namespace(Schema.regions.rawValue, "mwg-rs", nil)
  }()

  /// Maximum number of regions of a picture.
  private static let maximumRegionCount = 200

  /// Maximum number of texts of one property.
  private static let maximumListLength: Int32 = 1000

  private let packet: XmpPtr

  /// - Returns: `nil` when `packet` is not XMP.
  init?(_ packet: [UInt8]) {
    guard Self.isReady, !packet.isEmpty, let parsed = unsafe xmp_new_empty() else { return nil }
    let isRead = unsafe packet.withUnsafeBytes { bytes in
      unsafe xmp_parse(parsed, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    guard isRead else {
      unsafe _ = xmp_free(parsed)
      return nil
    }
    unsafe self.packet = unsafe parsed
  }

  deinit {
    unsafe _ = xmp_free(packet)
  }

  /// The value of a property: its text, the text in the default language, or the first of several.
  func text(_ schema: Schema, _ name: String) -> String? {
    texts(schema, name).first
  }

  /// The texts of an array, or only the text in the default language if they are alternatives in
  /// several languages. A single value counts as an array of one.
  func texts(_ schema: Schema, _ name: String) -> [String] {
    var form: UInt32 = 0
    // Exempi prints an error if a call does not fit the form of a property.
    guard let value = unsafe withString({ unsafe xmp_get_property(packet, schema.rawValue, name, $0, &form) }, orEmpty: true) else {
      return []
    }
    if form & XMP_PROP_ARRAY_IS_ALTTEXT.rawValue == XMP_PROP_ARRAY_IS_ALTTEXT.rawValue {
      let text = unsafe withString { unsafe xmp_get_localized_text(packet, schema.rawValue, name, "", "x-default", nil, $0, nil) }
      return text.map { [$0] } ?? []
    }
    guard form & XMP_PROP_VALUE_IS_ARRAY.rawValue != 0 else { return value.isEmpty ? [] : [value] }
    var texts: [String] = []
    for index in 1...Self.maximumListLength {
      guard let text = unsafe withString({ unsafe xmp_get_array_item(packet, schema.rawValue, name, index, $0, nil) }, orEmpty: true) else {
        break
      }
      if !text.isEmpty { texts.append(text) }
    }
    return texts
  }

  /// The texts of all properties that have no attribute of their own, with the names of the properties: alternative texts,
  /// events, contacts, and what programs and people define.
  var otherTexts: [(name: String, text: String)] {
    guard let iterator = unsafe xmp_iterator_new(packet, nil, nil, Self.leaves) else { return [] }
    defer { unsafe _ = xmp_iterator_free(iterator) }
    var found: [(name: String, text: String)] = []
    for _ in 0..<Self.maximumPropertyCount {
      guard let schema = unsafe xmp_string_new(), let path = unsafe xmp_string_new(), let value = unsafe xmp_string_new() else { break }
      defer {
        unsafe xmp_string_free(schema)
        unsafe xmp_string_free(path)
        unsafe xmp_string_free(value)
      }
      guard unsafe xmp_iterator_next(iterator, schema, path, value, nil) else { break }
      let (space, name, text) = unsafe (Self.string(schema), Self.string(path), Self.string(value))
      if let name = Self.otherName(name, in: space), Self.isText(text) { found.append((name, text.trimmed)) }
    }
    return found
  }

  private static let leaves = XmpIterOptions(XMP_ITER_JUSTLEAFNODES.rawValue | XMP_ITER_OMITQUALIFIERS.rawValue)

  /// Maximum number of properties that are looked at.
  private static let maximumPropertyCount = 4096
  /// A longer value in bytes is an object in letters, such as a small picture.
  private static let maximumTextLength = 4096

  /// What other code reads, and what programs note for themselves.
  private static let ownedSchemas: Set<String> = Set(
    [Schema.aux, .dc, .digiKam, .exif, .exifEX, .lightroom, .mediaPro, .microsoftPhoto, .regions, .tiff].map(\.rawValue) + [
      "http://ns.adobe.com/xap/1.0/mm/", "http://ns.adobe.com/camera-raw-settings/1.0/", "http://darktable.sf.net/",
      "http://ns.google.com/photos/1.0/panorama/", "http://ns.adobe.com/xmp/note/", "http://ns.adobe.com/pdf/1.3/",
    ])
  private static let ownedNames: Set = [
    "Headline", "Instructions", "City", "State", "Country", "DateCreated", "Credit", "Source", "CaptionWriter", "TransmissionReference",
    "SupplementalCategories", "ColorMode", "ICCProfile", "SidecarForExtension", "LegacyIPTCDigest", "EmbeddedXMPDigest",
    "DocumentAncestors",
    "History", "CreatorTool", "Rating", "CreateDate", "ModifyDate", "MetadataDate", "Thumbnails", "Label", "Nickname", "UsageTerms",
    "WebStatement", "Marked", "Location", "IntellectualGenre", "SubjectCode", "PersonInImage",
  ]

  /// The last name of a path of a property; `nil` if other code reads it.
  private static func otherName(_ path: String, in schema: String) -> String? {
    guard !ownedSchemas.contains(schema) else { return nil }
    let names = path.split(separator: "/").map { $0.prefix { $0 != "[" }.drop { $0 != ":" }.dropFirst() }.filter { !$0.isEmpty }
    guard let first = names.first, let last = names.last, !ownedNames.contains(String(first)) else { return nil }
    return String(last)
  }

  /// Whether a value is for people: no number, truth value or identifier.
  private static func isText(_ text: String) -> Bool {
    guard text.utf8.count <= maximumTextLength, text.contains(where: \.isLetter) else { return false }
    return !["True", "False"].contains(text) && !["xmp.", "uuid:", "adobe:"].contains { text.hasPrefix($0) }
  }

  private static func string(_ text: XmpStringPtr) -> String { unsafe xmp_string_cstr(text).map { unsafe String(cString: $0) } ?? "" }

  /// The people in the picture: those that are listed, and the names of faces.
  var people: [String] {
    var people = texts(.iptcExtension, "PersonInImage")
    for number in 1...Self.maximumRegionCount {
      let region = "Regions/mwg-rs:RegionList[\(number)]/mwg-rs:"
      guard let type = text(.regions, region + "Type") else { break }
      if type == "Face", let name = text(.regions, region + "Name"), !people.contains(name) { people.append(name) }
    }
    return people
  }

  /// The string that `get` stores; `nil` if it returns false, or if the text is empty and `orEmpty`
  /// is false.
  private func withString(_ get: (XmpStringPtr) -> Bool, orEmpty: Bool = false) -> String? {
    guard let value = unsafe xmp_string_new() else { return nil }
    defer { unsafe xmp_string_free(value) }
    guard unsafe get(value), let bytes = unsafe xmp_string_cstr(value) else { return nil }
    let text = unsafe String(cString: bytes).trimmed
    return text.isEmpty && !orEmpty ? nil : text
  }
}
