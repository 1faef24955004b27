// SPDX-License-Identifier: Apache-2.0

import Attributes
import TextAnalysis

/// A value of `kind:`, with the documents that it stands for.
struct DocumentKind: Hashable, Sendable {
  /// A document must have one of these types in its content type tree.
  let types: [String]
  /// MIME types that also match, for types without a declared identifier.
  let mimeTypes: [String]
  /// What the document's name must begin with; empty if that does not matter.
  private let beginnings: [String]

  /// - Parameter name: In English in the singular or the plural, or in another language; case and accents do not matter.
  /// - Returns: `nil` if it is not a kind.
  init?(named name: String) {
    let words = fold(name, .all).replacing("’", with: "'").split(separator: " ").joined(separator: " ")
    let key = Self.otherNames[words] ?? words
    guard let types = Self.table[key] ?? (key.hasSuffix("s") ? Self.table[String(key.dropLast())] : nil) else { return nil }
    self.types = types
    mimeTypes = types == Self.applications ? ["application/x-desktop"] : []
    beginnings = key.hasPrefix(Self.screenshot) ? Self.namesOfScreenshots : []
  }

  var predicate: Predicate {
    func equal(_ key: AttributeKey, _ text: String) -> Predicate {
      .comparison(Comparison(AttributeTerm(key), .equal, .string(WildcardString(literal: text))))
    }
    let isOfType = Predicate.any(types.map { equal(.contentTypeTree, $0) } + mimeTypes.map { equal(.mimeType, $0) })
    // Desktop entries that menus do not show are marked so.
    if types == Self.applications { return .and([isOfType, .not(equal(.supportFileType, "MDSystemFile"))]) }
    if beginnings.isEmpty { return isOfType }
    let names = beginnings.map { name in
      Predicate.comparison(
        Comparison(AttributeTerm(.fsName), .equal, .string(WildcardString(parts: [name, ""])), [.ignoringCase, .ignoringDiacritics]))
    }
    return .and([isOfType, .any(names)])
  }

  private static let screenshot = "screenshot"
  /// How GNOME, KDE and macOS begin them in English, German, French and Spanish.
  private static let namesOfScreenshots = ["screenshot", "screen shot", "bildschirmfoto", "capture d", "captura de pantalla"]

  private static let applications = ["com.apple.application"]
  /// Also mailboxes of many messages.
  private static let mail = KindGroup.mail.types + ["com.apple.mail.mbox"]
  private static let events = ["public.calendar-event", "com.apple.ical.ics.event"]
  private static let reminders = ["public.to-do-item", "com.apple.ical.ics.todo"]
  private static let books = ["com.amazon.mobi-ebook", "com.amazon.mobi8-ebook", "org.fictionbook.fb2", "org.idpf.epub-container"]
  private static let preferences = KindGroup.preferencePane.types

  /// All types that kinds stand for. Apple's are among them that no file here has.
  static let types = Set(table.values.joined())

  /// The English names of all kinds in the singular, sorted.
  static var names: [String] { table.keys.sorted() }

  /// Keys are in the singular; the plural adds an `s`.
  private static let table: [String: [String]] = [
    "app": applications, "application": applications,
    "contact": KindGroup.contact.types,
    "directory": KindGroup.folder.types, "folder": KindGroup.folder.types,
    "email": mail, "mail": mail, "mail message": mail,
    "message": ["public.message"],
    "event": events,
    "reminder": reminders, "todo": reminders, "to do": reminders,
    "image": KindGroup.image.types, "photo": KindGroup.image.types, "picture": KindGroup.image.types,
    screenshot: KindGroup.image.types, "raw": ["public.camera-raw-image"],
    "film": KindGroup.movie.types, "movie": KindGroup.movie.types, "video": KindGroup.movie.types,
    "audio": KindGroup.audio.types, "music": KindGroup.audio.types, "song": KindGroup.audio.types,
    "pdf": KindGroup.pdf.types,
    "system preference": preferences, "preference": preferences, "system setting": preferences,
    "bookmark": KindGroup.bookmark.types,
    "font": KindGroup.font.types,
    "presentation": KindGroup.presentation.types,
    "document": ["public.composite-content", "public.text", "public.spreadsheet"],
    "spreadsheet": ["public.spreadsheet"],
    "archive": ["public.archive"],
    "code": ["public.source-code"], "source": ["public.source-code"],
    "note": ["net.daringfireball.markdown"],
    "book": books, "ebook": books, "e-book": books,
  ]

  /// German, French and Spanish names in the singular and the plural, without accents, and irregular plurals in English.
  private static let otherNames: [String: String] = {
    var names: [String: String] = [:]
    for (kind, others) in [
      ("application", "anwendung anwendungen programm programme aplicacion aplicaciones programa programas"),
      ("archive", "archiv"),
      ("book", "buch bucher livre livres libro libros"),
      ("bookmark", "lesezeichen signet signets marque-page marque-pages marcador marcadores"),
      ("contact", "kontakt kontakte contacto contactos"),
      ("document", "dokument dokumente documento documentos"),
      ("email", "e-mail e-mails courriel courriels correo correos"),
      ("event", "termin termine evenement evenements evento eventos"),
      ("folder", "directories ordner verzeichnis verzeichnisse dossier dossiers repertoire repertoires"),
      ("folder", "carpeta carpetas directorio directorios"),
      ("font", "schrift schriften schriftart schriftarten police polices fuente fuentes"),
      ("image", "bild bilder foto fotos imagen imagenes"),
      ("movie", "filme pelicula peliculas"),
      ("music", "musik lied lieder musique chanson chansons musica cancion canciones"),
      ("note", "notiz notizen nota notas"),
      ("presentation", "prasentation prasentationen presentacion presentaciones"),
      ("screenshot", "bildschirmfoto bildschirmfotos"),
      ("source", "quelltext quelltexte quellcode codigo"),
      ("spreadsheet", "tabelle tabellen tableur tableurs"),
      ("todo", "aufgabe aufgaben tache taches tarea tareas"),
    ] { for name in others.split(separator: " ") { names[String(name)] = kind } }
    // Of several words.
    for name in ["capture d'ecran", "captures d'ecran", "captura de pantalla", "capturas de pantalla"] { names[name] = screenshot }
    for name in ["feuille de calcul", "feuilles de calcul", "hoja de calculo", "hojas de calculo"] { names[name] = "spreadsheet" }
    names["code source"] = "source"
    return names
  }()
}
