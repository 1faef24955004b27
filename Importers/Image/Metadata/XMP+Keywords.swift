// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// Keywords, of which programs that manage photographs also store the place in a hierarchy:
/// `Animals|Birds|Heron`.
extension XMP {
  /// Maximum number of names in a hierarchy.
  private static let maximumDepth = 100

  private static let hierarchies: [(schema: Schema, name: String, separator: Character)] = [
    (.lightroom, "hierarchicalSubject", "|"), (.digiKam, "TagsList", "/"), (.microsoftPhoto, "LastKeywordXMP", "/"),
    (.mediaPro, "CatalogSets", "|"),
  ]

  /// The plain keywords, and then the names in the hierarchies, from the outermost to the innermost.
  /// The same keyword may be repeated.
  var keywords: [String] {
    var keywords = texts(.dc, "subject")
    for (schema, name, separator) in Self.hierarchies {
      // digiKam stores the states of its own buttons like keywords.
      for path in texts(schema, name) where !path.hasPrefix("_Digikam_Internal_Tags_") {
        keywords += path.split(separator: separator).prefix(Self.maximumDepth).map { String($0).trimmed }
      }
    }
    return keywords
  }
}
