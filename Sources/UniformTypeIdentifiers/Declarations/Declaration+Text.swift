// SPDX-License-Identifier: Apache-2.0

extension Declaration {
  /// Text for people, and text that carries data.
  static let text: [Declaration] = [
    Declaration("public.text", "text", is: "public.data public.content"),
    Declaration(
      "public.plain-text", "Plain Text Document", is: "public.text",
      mime: "text/plain text/x-readme text/x-install text/x-copying text/x-credits text/x-authors text/x-changelog text/x-nfo "
        + "text/x-ldif text/x-setext text/rfc822-headers",
      ext: "txt text conf cfg ini", contested: "as key mod pub"),
    Declaration("public.utf8-plain-text", "Plain text", is: "public.plain-text"),
    Declaration("public.utf16-plain-text", "Plain text", is: "public.plain-text"),
    Declaration("public.utf16-external-plain-text", "Plain text", is: "public.plain-text"),
    Declaration("public.delimited-values-text", "delimited text", is: "public.text"),
    Declaration("public.comma-separated-values-text", "CSV Document", is: "public.delimited-values-text", mime: "text/csv", ext: "csv"),
    Declaration(
      "public.tab-separated-values-text", "TSV document", is: "public.delimited-values-text", mime: "text/tab-separated-values",
      ext: "tsv tab"),
    Declaration(
      "public.utf8-tab-separated-values-text", "TSV document", is: "public.tab-separated-values-text public.utf8-plain-text"),
    Declaration("public.rtf", "Rich Text Document", is: "public.text", mime: "text/rtf application/rtf", ext: "rtf"),
    Declaration("com.apple.rtfd", "Rich text document with attachments", is: "com.apple.package public.composite-content", ext: "rtfd"),
    Declaration("com.apple.flat-rtfd", "Rich text with attachments", is: "public.data public.composite-content"),
    Declaration("public.html", "HTML document", is: "public.text", mime: "text/html", ext: "html htm shtml"),
    Declaration("public.xml", "XML Document", is: "public.text", mime: "application/xml text/xml", ext: "xml"),
    Declaration("public.xhtml", "XHTML document", is: "public.xml", mime: "application/xhtml+xml", ext: "xhtml xht"),
    Declaration("public.rss", "RSS feed", is: "public.xml", mime: "application/rss+xml", ext: "rss"),
    Declaration("public.yaml", "YAML Document", is: "public.text", mime: "application/x-yaml application/yaml text/yaml", ext: "yml yaml"),
    Declaration(
      "public.json", "JSON Document", is: "public.text", mime: "application/json application/x-ndjson application/ld+json", ext: "json"),
    Declaration("public.geojson", "GeoJSON document", is: "public.json", mime: "application/geo+json", ext: "geojson"),
    Declaration("public.css", "CSS style sheet", is: "public.text", mime: "text/css", ext: "css"),
    Declaration("public.toml", "TOML document", is: "public.text", mime: "application/toml", ext: "toml"),
    Declaration("public.log", "Log File", is: "public.plain-text", mime: "text/x-log", ext: "log"),
    Declaration("public.patch-file", "Patch file", is: "public.plain-text", mime: "text/x-patch", ext: "patch diff"),
    Declaration(
      "net.daringfireball.markdown", "Markdown Document", is: "public.plain-text", mime: "text/markdown", ext: "md markdown mdown mkd"),
    Declaration("org.tug.tex", "TeX document", is: "public.plain-text", mime: "text/x-tex", ext: "tex latex ltx sty cls dtx ins"),
    Declaration("org.tug.tex.bibtex", "BibTeX database", is: "public.plain-text", mime: "text/x-bibtex", ext: "bib"),
    Declaration("public.strings-text", "Localized strings", is: "public.plain-text", ext: "strings"),
    Declaration("com.apple.ical.ics", "Calendar document", is: "public.text public.calendar-event", mime: "text/calendar", ext: "ics ical"),
    Declaration("com.apple.ical.vcs", "Calendar document", is: "public.text public.calendar-event", mime: "text/x-vcalendar", ext: "vcs"),
    Declaration("public.vcard", "vCard", is: "public.text public.contact", mime: "text/vcard", ext: "vcf vcard"),
    Declaration("com.topografix.gpx", "GPS exchange document", is: "public.xml", mime: "application/gpx+xml", ext: "gpx"),
    Declaration(
      "com.google.earth.kml", "Google Earth document", is: "public.xml", mime: "application/vnd.google-earth.kml+xml", ext: "kml"),
    Declaration("org.opml.opml", "OPML document", is: "public.xml", mime: "text/x-opml+xml", ext: "opml"),
  ]
}
