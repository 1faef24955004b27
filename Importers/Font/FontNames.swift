// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport
internal import Markup

/// What a font says about itself.
struct FontNames {
  private(set) var fullName: String?
  private(set) var version: String?
  private(set) var copyright: String?
  private(set) var license: String?
  private(set) var description: String?
  private(set) var designer: String?
  private(set) var manufacturer: String?
  /// Families, full name, style and PostScript name, in English first.
  private(set) var all: [String] = []

  init(_ face: FontFace) {
    let entries = face.entries
    let best = { (meaning: NameTableEntry.Meaning) in
      entries.filter { $0.meaning == meaning }.sorted { $0.rank < $1.rank }.lazy.compactMap(\.text).first
    }
    let information = face.postScriptInformation
    let family = best(.family)?.oneLine ?? face.family
    let style = best(.typographicStyle)?.oneLine ?? best(.style)?.oneLine ?? face.style
    let simpleName = [family, style].compactMap(\.self).joined(separator: " ")
    fullName = best(.fullName)?.oneLine ?? information.fullName ?? (simpleName.isEmpty ? nil : simpleName)
    version = (best(.version)?.oneLine ?? information.version).map(Self.number)
    copyright = best(.copyright) ?? information.notice ?? face.bitmapProperty("COPYRIGHT")
    license = best(.license)
    description = best(.description)
    designer = best(.designer)?.oneLine
    manufacturer = best(.manufacturer)?.oneLine ?? face.bitmapProperty("FOUNDRY")
    let postScriptName = best(.postScriptName)?.oneLine ?? face.postScriptName
    for name in [family, best(.typographicFamily)?.oneLine, fullName, style, postScriptName] { if let name { all.appendNew(name) } }
    for entry in entries where entry.rank == NameTableEntry.otherLanguage {
      if [.family, .typographicFamily, .fullName].contains(entry.meaning), let name = entry.text { all.appendNew(name.oneLine) }
    }
  }

  /// The version without the word for it.
  private static func number(_ version: String) -> String {
    let prefix = "version "
    return version.lowercased().hasPrefix(prefix) ? String(version.dropFirst(prefix.count)) : version
  }
}
