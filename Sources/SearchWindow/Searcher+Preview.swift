// SPDX-License-Identifier: Apache-2.0

package import DesktopSearch
internal import Finders
internal import IndexStore
package import ShellSearch
internal import SystemPlatform

extension Searcher {
  /// - Returns: `nil` if no index has the result any more.
  package func preview(for identifier: ResultIdentifier) -> Preview? {
    guard let found = preview(of: identifier) else { return nil }
    var preview = Preview(row: row(of: identifier, withPassage: false), location: found.path, facts: found.facts)
    preview.attributes = found.attributes.map { Preview.Attribute(title: $0.title, value: $0.value) }
    preview.excerpt = found.passage.map { Preview.Excerpt(text: $0.text, matches: $0.matches) }
    if case .file(let path) = identifier { preview.thumbnail = Self.thumbnail(of: path, identifier.text) }
    return preview
  }

  /// Where a thumbnail may be; `nil` for what is no regular file.
  private static func thumbnail(of path: [UInt8], _ url: String) -> ThumbnailSource? {
    guard let file = try? ReadableFile(Path(path)), file.kind == .regular else { return nil }
    return ThumbnailSource(url: url, modified: Int(file.modified / 1_000_000_000))
  }
}
