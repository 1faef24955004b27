import UniformTypeIdentifiers

/// What importers differ in.
enum FileKind: String, CaseIterable {
  case pdf, html, image, sound, text
  /// Certain of another type.
  case other
  /// Of a type that only the content tells.
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
