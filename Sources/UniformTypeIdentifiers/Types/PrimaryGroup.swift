// SPDX-License-Identifier: Apache-2.0

/// The values of `_kMDItemGroupId`: the groups of items in the Finder and in `kind:`.
enum PrimaryGroup: Int, Sendable {
  case mail = 1
  case contact = 2
  case preferencePane = 3
  case font = 4
  case bookmark = 5
  case movie = 7
  case application = 8
  case folder = 9
  case audio = 10
  case pdf = 11
  case presentation = 12
  case image = 13

  /// In order of preference, because a type can belong to several groups: MPEG-4 audio conforms to
  /// a movie type, and an app is also a folder.
  private static let identifiers: [(String, PrimaryGroup)] = [
    ("public.email-message", .mail), ("public.contact", .contact), ("com.apple.systempreference.prefpane", .preferencePane),
    ("public.font", .font), ("public.bookmark", .bookmark), ("public.audio", .audio), ("public.movie", .movie),
    ("com.apple.application", .application), ("com.adobe.pdf", .pdf), ("public.presentation", .presentation), ("public.image", .image),
    ("public.folder", .folder),
  ]

  /// `nil` for types outside every group.
  init?(tree: [String]) {
    if let group = Self.identifiers.first(where: { tree.contains($0.0) })?.1 {
      self = group
    } else if tree.contains("public.executable"), !tree.contains("public.text") {
      // The Finder treats a text script as a document, although JavaScript conforms to executable.
      self = .application
    } else {
      return nil
    }
  }
}
