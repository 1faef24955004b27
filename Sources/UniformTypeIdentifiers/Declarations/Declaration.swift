/// One declared type: an identifier that Apple, or the format's owner, has published.
///
/// Lists are words separated by spaces: literals need no allocation and read as a table.
struct Declaration: Sendable {
  let identifier: String
  /// What a person calls it, as the Finder would: the value of `kMDItemKind`.
  let name: String
  /// The identifiers it conforms to directly; their order is the order of the type tree.
  let parents: String
  /// MIME types in lower case, the preferred one first.
  let mimeTypes: String
  /// Extensions in lower case without the dot, the preferred one first.
  let extensions: String
  /// Extensions that shared-mime-info gives to another format only, though files of this one have them too: content must decide.
  let contested: String

  init(_ identifier: String, _ name: String, is parents: String = "", mime: String = "", ext: String = "", contested: String = "") {
    self.identifier = identifier
    self.name = name
    self.parents = parents
    mimeTypes = mime
    extensions = ext
    self.contested = contested
  }

  /// Every declared type. Where several claim a MIME type or an extension, the earlier is preferred.
  static let all = basic + text + sourceCode + documents + images + audiovisual + archives + personal
}

extension String {
  /// The words of a list in a declaration.
  var words: [String] { utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) } }
}
