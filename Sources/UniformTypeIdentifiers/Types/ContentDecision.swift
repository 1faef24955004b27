/// Chooses among the types that claim a name by what the content looks like.
struct ContentDecision {
  let hierarchy: MIMEHierarchy

  /// `nil` when neither the name nor the content says anything.
  func choose(_ candidates: [FileType], content: FileType?) -> FileType? {
    guard let content, let found = content.mimeType, found != "application/octet-stream" else {
      // Bytes without a known beginning: no text, for text is recognised.
      return candidates.first { !$0.tree.contains("public.text") } ?? content ?? candidates.first
    }
    if let same = candidates.first(where: { $0.mimeType == found }) { return same }
    let foundAncestry = hierarchy.ancestry(of: found)
    if candidates.contains(where: { $0.mimeType.map(foundAncestry.contains) ?? false }), !isText(content) { return content }
    let special = candidates.filter { $0.mimeType.map { hierarchy.ancestry(of: $0).contains(found) } ?? false }
    if isText(content) {
      // Which language a text is in, libmagic guesses; the name knows. But XML it recognises, so anything else is not XML.
      let contentIsXML = foundAncestry.contains("application/xml")
      let texts = candidates.filter { isText($0) && isXML($0) == contentIsXML }
      return texts.first ?? special.first { isXML($0) == contentIsXML } ?? content
    }
    return special.first ?? content
  }

  private func isText(_ type: FileType) -> Bool { type.tree.contains("public.text") }

  private func isXML(_ type: FileType) -> Bool {
    type.mimeType.map { hierarchy.ancestry(of: $0).contains("application/xml") } ?? false
  }
}
