// SPDX-License-Identifier: Apache-2.0

internal import Attributes

extension Sequence<String> {
  /// The languages that texts of a file name, in the form of `CSSearchableItemAttributeSet.languages`,
  /// each once; `nil` if they name none.
  ///
  /// A text that names several languages is divided. A text that names no known language stays as it
  /// is, so that it can be found.
  package var languageTags: [String]? {
    var tags: [String] = []
    for tag in flatMap(Self.tags) where !tags.contains(tag) { tags.append(tag) }
    return tags.isEmpty ? nil : tags
  }

  private static func tags(_ text: String) -> [String] {
    let name = text.oneLine
    if name.isEmpty || LanguageTag.isUndetermined(name) { return [] }
    if let tag = LanguageTag(named: name) { return [tag.text] }
    // More than a few languages are none.
    guard name.utf8.count <= 256 else { return [name] }
    let parts = name.split { ",;/".contains($0) }.map { String($0).trimmed }
    let tags = parts.compactMap { LanguageTag(named: $0)?.text }
    return tags.count == parts.count ? tags : [name]
  }
}
