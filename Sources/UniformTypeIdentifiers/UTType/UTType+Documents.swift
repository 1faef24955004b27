// SPDX-License-Identifier: Apache-2.0

// Documents, archives and personal data.
extension UTType {
  /// PDF.
  public static var pdf: UTType { UTType(known: "com.adobe.pdf") }

  /// An EPUB book.
  public static var epub: UTType { UTType(known: "org.idpf.epub-container") }

  /// A web page with its resources.
  public static var webArchive: UTType { UTType(known: "com.apple.webarchive") }

  /// A spreadsheet.
  public static var spreadsheet: UTType { UTType(known: "public.spreadsheet") }

  /// A presentation.
  public static var presentation: UTType { UTType(known: "public.presentation") }

  /// An archive.
  public static var archive: UTType { UTType(known: "public.archive") }

  /// A gzip archive.
  public static var gzip: UTType { UTType(known: "org.gnu.gnu-zip-archive") }

  /// A bzip2 archive.
  public static var bz2: UTType { UTType(known: "public.bzip2-archive") }

  /// A ZIP archive.
  public static var zip: UTType { UTType(known: "public.zip-archive") }

  /// A tar archive.
  public static var tarArchive: UTType { UTType(known: "public.tar-archive") }

  /// An Apple archive.
  public static var appleArchive: UTType { UTType(known: "com.apple.archive") }

  /// A disk image.
  public static var diskImage: UTType { UTType(known: "public.disk-image") }

  /// A message of any kind.
  public static var message: UTType { UTType(known: "public.message") }

  /// An e-mail message.
  public static var emailMessage: UTType { UTType(known: "public.email-message") }

  /// A person or organisation.
  public static var contact: UTType { UTType(known: "public.contact") }

  /// A vCard.
  public static var vCard: UTType { UTType(known: "public.vcard") }

  /// A to-do item.
  public static var toDoItem: UTType { UTType(known: "public.to-do-item") }

  /// A calendar event.
  public static var calendarEvent: UTType { UTType(known: "public.calendar-event") }

  /// A bookmark.
  public static var bookmark: UTType { UTType(known: "public.bookmark") }
}
