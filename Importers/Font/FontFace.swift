// SPDX-License-Identifier: Apache-2.0

internal import CFreeType
internal import Foundation
internal import ImporterSupport

/// One font of a file.
@safe final class FontFace {
  private let raw: FT_Face
  // FreeType uses both until the font is closed.
  private let file: FontFile
  private let stream: FontStream

  /// - Parameter raw: Is closed with this object.
  init(owning raw: FT_Face, of file: FontFile, _ stream: FontStream) {
    unsafe self.raw = unsafe raw
    self.file = file
    self.stream = stream
  }

  deinit { unsafe FT_Done_Face(raw) }

  /// The number of fonts in the file.
  var count: Int { unsafe Int(raw.pointee.num_faces) }

  /// The names that FreeType derives from the format.
  var family: String? { unsafe text(raw.pointee.family_name) }
  var style: String? { unsafe text(raw.pointee.style_name) }
  var postScriptName: String? { unsafe text(FT_Get_Postscript_Name(raw)) }

  /// The entries of the table of names of OpenType; none in other formats.
  var entries: [NameTableEntry] {
    var entries: [NameTableEntry] = []
    for index in 0..<(unsafe FT_Get_Sfnt_Name_Count(raw)) {
      var name = unsafe FT_SfntName()
      guard unsafe FT_Get_Sfnt_Name(raw, index, &name) == 0, let string = unsafe name.string else { continue }
      let bytes = unsafe Array(UnsafeBufferPointer(start: string, count: Int(name.string_len)))
      let entry = unsafe NameTableEntry(
        platform: name.platform_id, encoding: name.encoding_id, language: name.language_id, id: name.name_id, bytes: bytes)
      if let entry { entries.append(entry) }
    }
    return entries
  }

  /// The information of a PostScript font.
  var postScriptInformation: (fullName: String?, version: String?, notice: String?) {
    var information = unsafe PS_FontInfoRec()
    guard unsafe FT_Get_PS_Font_Info(raw, &information) == 0 else { return (nil, nil, nil) }
    return unsafe (text(information.full_name), text(information.version), text(information.notice))
  }

  /// A text among the properties of a bitmap font: `FOUNDRY`.
  func bitmapProperty(_ name: String) -> String? {
    var property = unsafe BDF_PropertyRec()
    guard unsafe FT_Get_BDF_Property(raw, name, &property) == 0, unsafe property.type == BDF_PROPERTY_TYPE_ATOM else { return nil }
    return unsafe text(property.u.atom)
  }

  /// Old fonts use Latin-1.
  private func text(_ string: UnsafePointer<CChar>?) -> String? {
    guard let string = unsafe string else { return nil }
    let text = unsafe String(validatingCString: string) ?? String(cString: string, encoding: .isoLatin1)
    return text.flatMap { $0.oneLine.isEmpty ? nil : $0.oneLine }
  }
}
