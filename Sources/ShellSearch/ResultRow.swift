// SPDX-License-Identifier: Apache-2.0

/// What a shell shows of a result.
package struct ResultRow: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case file
    /// An installed program.
    case program
    /// An item of a program with this name.
    case item(program: String)
    /// A search that a program continues.
    case continuation
  }

  package var identifier: ResultIdentifier
  package var kind: Kind
  /// Not empty: GNOME Shell drops all rows if one has no name.
  package var name: String
  /// What a file says of itself, such as the sender of mail, or what a program is for; may be empty.
  package var details: String
  /// The folder of a file; empty for programs and items.
  package var place: String
  /// Names of icons in themes, the most telling first. Not empty.
  package var icons: [String]
  /// The identifiers of the type of a file and of all more general ones; empty if it is unknown.
  package var types: [String]
  /// Whether it was found only because it is similar in meaning.
  package var isRelated: Bool
  /// Whether the program of an item continues searches.
  package var continuesSearches = false
  /// A passage of the text that begins near the words; `nil` if the text has none of them.
  package var passage: String?

  package init(
    identifier: ResultIdentifier, kind: Kind, name: String, details: String = "", place: String = "", icons: [String],
    types: [String] = [], isRelated: Bool = false, passage: String? = nil
  ) {
    self.identifier = identifier
    self.kind = kind
    self.name = name.isEmpty ? "?" : name
    self.details = details
    self.place = place
    self.icons = icons.isEmpty ? [TypeIcons.unknown] : icons
    self.types = types
    self.isRelated = isRelated
    self.passage = passage
  }

  /// The row of an identifier that is not, or no longer, in any index. GNOME Shell wants a row for every identifier that it asks about.
  package init(unknown identifier: String) {
    let known = ResultIdentifier(identifier)
    let location = known?.location ?? []
    let name = location.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) }
    self.init(
      identifier: known ?? .item(identifier), kind: .file, name: name ?? "?", details: "no longer in the index", icons: [TypeIcons.unknown])
  }

  /// A line for GNOME Shell, which shows as much of it as there is room, around the typed words.
  package var description: String {
    switch kind {
    case .file: passage ?? (details.isEmpty ? place : details)
    case .program, .continuation: details
    case .item(let program): joined([program, passage ?? details])
    }
  }

  /// A line for KRunner, whose groups have the names of programs.
  package var subtext: String {
    switch kind {
    case .file: joined([place, passage ?? details])
    case .program, .continuation: details
    case .item: passage ?? details
    }
  }

  private func joined(_ parts: [String]) -> String { parts.filter { !$0.isEmpty }.joined(separator: " · ") }
}
