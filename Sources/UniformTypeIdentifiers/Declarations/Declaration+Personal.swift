// SPDX-License-Identifier: Apache-2.0

extension Declaration {
  /// Mail, contacts, calendars, reminders and bookmarks.
  static let personal: [Declaration] = [
    Declaration("public.message", "message"),
    Declaration("public.email-message", "Mail message", is: "public.message"),
    Declaration(
      "com.apple.mail.email", "Mail message", is: "public.data public.email-message", mime: "message/rfc822", ext: "eml"),
    Declaration("com.apple.mail.emlx", "Mail message", is: "public.data public.email-message", mime: "message/x-emlx", ext: "emlx"),
    Declaration("com.apple.mail.mbox", "Mailbox", is: "public.data public.content", mime: "application/mbox", ext: "mbox"),
    Declaration("public.contact", "contact"),
    Declaration("public.calendar-event", "calendar event"),
    Declaration("public.to-do-item", "to-do item"),
    Declaration("public.bookmark", "bookmark"),
    Declaration(
      "org.freedesktop.xbel", "XBEL bookmarks", is: "public.xml public.bookmark", mime: "application/x-xbel", ext: "xbel"),
  ]
}
