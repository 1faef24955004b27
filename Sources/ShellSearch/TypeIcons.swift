// SPDX-License-Identifier: Apache-2.0

/// The icons of types in icon themes, by the names of the icon naming specification and of MIME types.
package enum TypeIcons {
  /// The icon of what has no type.
  package static let unknown = "text-x-generic"

  /// Types and their icons, special types before general ones.
  private static let table: [(type: String, icons: [String])] = [
    ("public.volume", ["drive-harddisk"]),
    ("public.folder", ["folder", "inode-directory"]),
    ("com.adobe.pdf", ["application-pdf", "x-office-document"]),
    ("org.idpf.epub-container", ["application-epub+zip", "x-office-document"]),
    ("public.presentation", ["x-office-presentation"]),
    ("public.spreadsheet", ["x-office-spreadsheet"]),
    ("public.database", ["application-x-sqlite3", "x-office-spreadsheet"]),
    ("public.email-message", ["message-rfc822", "mail-message", "emblem-mail"]),
    ("public.message", ["mail-message", "emblem-mail"]),
    ("public.vcard", ["text-vcard", "x-office-address-book"]),
    ("public.contact", ["x-office-address-book"]),
    ("public.calendar-event", ["text-calendar", "x-office-calendar"]),
    ("public.to-do-item", ["text-calendar", "x-office-calendar"]),
    ("public.font", ["font-x-generic"]),
    ("public.audio", ["audio-x-generic"]),
    ("public.movie", ["video-x-generic"]),
    ("public.image", ["image-x-generic"]),
    ("public.disk-image", ["application-x-cd-image", "package-x-generic"]),
    ("public.archive", ["package-x-generic"]),
    ("public.html", ["text-html", "text-x-generic"]),
    ("public.script", ["text-x-script", "text-x-generic"]),
    ("public.source-code", ["text-x-script", "text-x-generic"]),
    ("public.executable", ["application-x-executable"]),
    ("com.apple.application", ["application-x-executable"]),
    ("public.bookmark", ["text-html", "text-x-generic"]),
    ("public.composite-content", ["x-office-document"]),
    ("public.text", ["text-x-generic"]),
  ]

  /// The names of icons for a type, the most telling first.
  ///
  /// - Parameter tree: The identifiers of a type and of all more general ones; empty if it is unknown.
  package static func names(forTypes tree: [String]) -> [String] {
    let types = Set(tree)
    return table.first { types.contains($0.type) }?.icons ?? [unknown]
  }
}
