// SPDX-License-Identifier: Apache-2.0

/// Chooses among the types that claim a name, by the detected type of the content.
struct ContentDecision {
  let hierarchy: MIMEHierarchy

  /// `nil` if neither the name nor the content determines a type.
  func choose(_ candidates: [FileType], content: FileType?) -> FileType? {
    guard let content, let found = content.mimeType, found != "application/octet-stream" else {
      // The content has no known signature. It is not text, because text would be detected.
      return candidates.first { !$0.tree.contains("public.text") } ?? content ?? candidates.first
    }
    if let same = candidates.first(where: { $0.mimeType == found }) { return same }
    let foundAncestry = hierarchy.ancestry(of: found)
    if candidates.contains(where: { $0.mimeType.map(foundAncestry.contains) ?? false }), !isText(content) { return content }
    let special = candidates.filter { $0.mimeType.map { hierarchy.ancestry(of: $0).contains(found) } ?? false }
    if isText(content) {
      // libmagic only guesses the language of source code; the name is more reliable. But it
      // detects XML reliably, so any other content is not XML.
      let contentIsXML = foundAncestry.contains("application/xml")
      let texts = candidates.filter { isText($0) && isXML($0) == contentIsXML }
      return texts.first ?? special.first { isXML($0) == contentIsXML } ?? content
    }
    if let document = candidates.first(where: isDocument), Self.compoundFiles.contains(found) { return document }
    return special.first ?? content
  }

  /// Names of Microsoft's compound file, in which only documents are stored.
  private static let compoundFiles = ["application/x-ole-storage", "application/CDFV2", "application/vnd.ms-office"]

  private func isDocument(_ type: FileType) -> Bool { type.tree.contains("public.composite-content") }

  private func isText(_ type: FileType) -> Bool { type.tree.contains("public.text") }

  private func isXML(_ type: FileType) -> Bool {
    type.mimeType.map { hierarchy.ancestry(of: $0).contains("application/xml") } ?? false
  }
}
