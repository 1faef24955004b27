// SPDX-License-Identifier: Apache-2.0

/// A declared type: an identifier published by Apple or by the owner of the format.
///
/// Lists are words separated by spaces: string literals need no allocation and read like a table.
struct Declaration: Sendable {
  let identifier: String
  /// The name for people, as in the Finder; the value of `kMDItemKind`.
  let name: String
  /// The identifiers that the type conforms to directly, in the order of the type tree.
  let parents: String
  /// MIME types in lower case, the preferred one first.
  let mimeTypes: String
  /// Extensions in lower case without the dot, the preferred one first.
  let extensions: String
  /// Extensions that shared-mime-info assigns only to another format, although files of this format
  /// have them too. The content must decide.
  let contested: String
  /// Identifiers that are left out of the type tree although the parents conform to them: the trees of some types are those
  /// that Macs recorded before the parents conformed.
  let omitted: String

  init(
    _ identifier: String, _ name: String, is parents: String = "", omitting omitted: String = "", mime: String = "", ext: String = "",
    contested: String = ""
  ) {
    self.identifier = identifier
    self.name = name
    self.parents = parents
    mimeTypes = mime
    extensions = ext
    self.contested = contested
    self.omitted = omitted
  }

  /// All declared types. If several have the same MIME type or extension, the earlier one is
  /// preferred.
  static let all = basic + text + sourceCode + documents + images + audiovisual + archives + personal
}

extension String {
  /// The words of a list in a declaration.
  var words: [String] { utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) } }
}
