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
