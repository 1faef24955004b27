// SPDX-License-Identifier: Apache-2.0

import UniformTypeIdentifiers

/// Kinds of files that importers read in different ways.
enum FileKind: String, CaseIterable {
  case pdf, html, image, sound, text
  /// Files that certainly have another type.
  case other
  /// Files whose type only their content shows.
  case open

  init(_ type: FileType?, isCertain: Bool) {
    guard let type, isCertain else {
      self = .open
      return
    }
    let kinds: [(String, FileKind)] = [
      ("com.adobe.pdf", .pdf), ("public.html", .html), ("public.xhtml", .html), ("public.image", .image), ("public.audio", .sound),
      ("public.text", .text),
    ]
    self = kinds.first { type.tree.contains($0.0) }?.1 ?? .other
  }
}
