// SPDX-License-Identifier: Apache-2.0

internal import Attributes

/// What files are called where people see them: mail by its subject and music by its title, as on a Mac, because the names of such
/// files often say nothing. All others, and those without a subject or title, are called by their file names.
enum DisplayName {
  /// The attribute that names the files of a type, and of types that conform to it.
  static let sources: [(types: Set<String>, key: AttributeKey)] = [
    // Apple's importers of mail take `public.message`, too.
    (["public.email-message", "public.message"], .subject), (["public.audio"], .title),
  ]

  /// The attribute that names files; `nil` if their file names do.
  ///
  /// - Parameter tree: The identifiers of the files' type.
  static func source(ofTypes tree: [String]) -> AttributeKey? { sources.first { !$0.types.isDisjoint(with: tree) }?.key }
}
