// SPDX-License-Identifier: Apache-2.0

internal import UniformTypeIdentifiers

/// The member of a book or score in an archive whose metadata are those of the whole.
enum DescribingMember {
  /// `ComicInfo.xml`, beside the pages.
  case ofComic
  /// A score in XML, compressed.
  case ofScore
  case none

  init(typeIdentifier: String) {
    self = Self.comics.contains(typeIdentifier) ? .ofComic : Self.scores.contains(typeIdentifier) ? .ofScore : .none
  }

  /// - Parameter name: The name of a member, with its folders.
  func isNamed(_ name: String) -> Bool {
    let name = name.lowercased()
    switch self {
    case .ofComic: return name == "comicinfo.xml" || name.hasSuffix("/comicinfo.xml")
    case .ofScore:
      return !name.hasPrefix("meta-inf/") && [".xml", ".musicxml", ".mscx"].contains(where: name.hasSuffix)
    case .none: return false
    }
  }

  private static let comics = identifiers(
    "application/vnd.comicbook+zip", "application/vnd.comicbook-rar", "application/x-cb7", "application/x-cbt")
  private static let scores = identifiers("application/vnd.recordare.musicxml", "application/x-musescore")

  private static func identifiers(_ mimeTypes: String...) -> Set<String> { Set(mimeTypes.compactMap { UTType(mimeType: $0)?.identifier }) }
}
