// SPDX-License-Identifier: Apache-2.0

import Attributes

/// A value of `kind:`, with the types it stands for.
struct DocumentKind: Hashable, Sendable {
  /// A document must have one of these types in its content type tree.
  let types: [String]
  /// MIME types that also match, for types without a declared identifier.
  let mimeTypes: [String]

  /// - Returns: `nil` if `name` is not a kind, in the singular or the plural.
  init?(named name: String) {
    var key = name.lowercased().split(separator: " ").joined(separator: " ")
    guard
      let types = Self.table[key]
        ?? (key.hasSuffix("s")
          ? Self.table[
            {
              key.removeLast(); return key
            }()] : nil)
    else { return nil }
    self.types = types
    mimeTypes = types == Self.applications ? ["application/x-desktop"] : []
  }

  var predicate: Predicate {
    func equal(_ key: AttributeKey, _ text: String) -> Predicate {
      .comparison(Comparison(AttributeTerm(key), .equal, .string(WildcardString(literal: text))))
    }
    let isOfType = Predicate.any(types.map { equal(.contentTypeTree, $0) } + mimeTypes.map { equal(.mimeType, $0) })
    // Desktop entries that menus do not show are marked so.
    return types == Self.applications ? .and([isOfType, .not(equal(.supportFileType, "MDSystemFile"))]) : isOfType
  }

  private static let applications = ["com.apple.application"]
  private static let mail = KindGroup.mail.types
  private static let events = ["public.calendar-event", "com.apple.ical.ics.event"]
  private static let reminders = ["public.to-do-item", "com.apple.ical.ics.todo"]
  private static let books = ["com.amazon.mobi-ebook", "com.amazon.mobi8-ebook", "org.fictionbook.fb2", "org.idpf.epub-container"]
  private static let preferences = KindGroup.preferencePane.types

  /// All types that kinds stand for. Apple's are among them that no file here has.
  static let types = Set(table.values.joined())

  /// The names of all kinds in the singular, sorted.
  static var names: [String] { table.keys.sorted() }

  /// Keys are in the singular; the plural adds an `s`.
  private static let table: [String: [String]] = [
    "app": applications, "application": applications,
    "contact": KindGroup.contact.types,
    "folder": KindGroup.folder.types,
    "email": mail, "mail message": mail,
    "message": ["public.message"],
    "event": events,
    "reminder": reminders, "todo": reminders, "to do": reminders,
    "image": KindGroup.image.types, "raw": ["public.camera-raw-image"],
    "movie": KindGroup.movie.types, "video": KindGroup.movie.types,
    "music": KindGroup.audio.types, "audio": KindGroup.audio.types,
    "pdf": KindGroup.pdf.types,
    "system preference": preferences, "preference": preferences, "system setting": preferences,
    "bookmark": KindGroup.bookmark.types,
    "font": KindGroup.font.types,
    "presentation": KindGroup.presentation.types,
    "document": ["public.composite-content", "public.text", "public.spreadsheet"],
    "spreadsheet": ["public.spreadsheet"],
    "archive": ["public.archive"],
    "source": ["public.source-code"],
    "book": books, "ebook": books, "e-book": books,
  ]
}
