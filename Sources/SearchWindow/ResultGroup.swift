// SPDX-License-Identifier: Apache-2.0

package import ShellSearch

/// The kinds by which the list of results is grouped.
package enum ResultGroup: Hashable, Sendable {
  /// The best result of all, whatever it is.
  case best
  case programs
  case folders
  case documents
  case presentations
  case spreadsheets
  case messages
  case contacts
  case events
  case images
  case music
  case movies
  case fonts
  case code
  case archives
  case others
  /// Items of a program with this name.
  case items(program: String)

  /// Types and their groups, special types before general ones.
  private static let table: [(type: String, group: ResultGroup)] = [
    ("public.volume", .folders), ("public.folder", .folders), ("com.apple.application", .programs), ("public.email-message", .messages),
    ("public.message", .messages), ("public.vcard", .contacts), ("public.contact", .contacts), ("public.calendar-event", .events),
    ("public.to-do-item", .events), ("public.presentation", .presentations), ("public.spreadsheet", .spreadsheets),
    ("public.font", .fonts), ("public.audio", .music), ("public.movie", .movies), ("public.image", .images),
    ("public.disk-image", .archives), ("public.archive", .archives), ("public.html", .documents), ("public.script", .code),
    ("public.source-code", .code), ("com.adobe.pdf", .documents), ("public.composite-content", .documents), ("public.text", .documents),
  ]

  package init(_ row: ResultRow) {
    switch row.kind {
    case .program, .continuation: self = .programs
    case .item(let program): self = .items(program: program)
    case .file:
      let types = Set(row.types)
      self = Self.table.first { types.contains($0.type) }?.group ?? .others
    }
  }

  /// The heading; `nil` for items, whose heading is the name of their program.
  package var title: WindowText? {
    switch self {
    case .best: .best
    case .programs: .programs
    case .folders: .folders
    case .documents: .documents
    case .presentations: .presentations
    case .spreadsheets: .spreadsheets
    case .messages: .messages
    case .contacts: .contacts
    case .events: .events
    case .images: .images
    case .music: .music
    case .movies: .movies
    case .fonts: .fonts
    case .code: .code
    case .archives: .archives
    case .others: .others
    case .items: nil
    }
  }
}
