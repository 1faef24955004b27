// SPDX-License-Identifier: Apache-2.0

/// A match as KRunner receives it: `(sssida{sv})` of org.kde.krunner1.
package struct RunnerMatch: Hashable, Sendable {
  /// How well a match fits. KDE Frameworks 5 calls it the type (`QueryMatch::Type`), 6 the category of its relevance, with the same numbers.
  package enum Fit: Int32, Sendable {
    /// Something else of the document matches, such as its text.
    case completion = 10
    /// The name has the text.
    case possible = 30
    /// The name is the text.
    case exact = 100
  }

  package var row: ResultRow
  package var fit: Fit
  /// From 0 to 1. KRunner orders matches of equal fit by it.
  package var relevance: Double

  /// The best one is below 1, so that programs and settings, which people look for most, come first; as in Baloo's runner.
  static let maximumRelevance = 0.75
  /// By how much each match is less relevant than the one before it.
  static let step = 0.05
  static let minimumRelevance = 0.05

  /// Maximum number of matches: nobody scrolls through more in KRunner.
  package static let maximumCount = 15

  /// Matches in the order of KRunner, the best first.
  package static func matches(of rows: [ResultRow], for query: ShellQuery) -> [RunnerMatch] {
    rows.prefix(maximumCount).enumerated().map { index, row in
      RunnerMatch(
        row: row, fit: fit(of: row.name, to: query.text), relevance: max(minimumRelevance, maximumRelevance - step * Double(index)))
    }
  }

  /// - Parameter name: The name of a file, with or without its extension, or of anything else.
  static func fit(of name: String, to text: String) -> Fit {
    let (name, text) = (name.lowercased(), text.lowercased())
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
    if name == text || stem == text { return .exact }
    return text.split(separator: " ").allSatisfy { name.contains($0) } ? .possible : .completion
  }

  /// The actions besides opening, by their identifiers.
  package var actions: [RunnerAction] {
    switch row.kind {
    case .file, .program: [.show, .copy]
    // It is in no folder.
    case .item: row.continuesSearches ? [.copy, .continue] : [.copy]
    case .continuation: []
    }
  }

  /// The heading of the group; `nil` for that of the runner.
  package var category: String? { if case .item(let program) = row.kind { program } else { nil } }

  /// What is dragged; an item has nothing that other programs open.
  package var urls: [String] { if case .file = row.identifier { [row.identifier.text] } else { [] } }
}

/// What can be done with a match besides opening it.
package enum RunnerAction: String, CaseIterable, Sendable {
  case show
  case copy
  case `continue`

  package var title: String {
    switch self {
    case .show: "Show in the file manager"
    case .copy: "Copy the path"
    case .continue: "Search in this program"
    }
  }

  package var icon: String {
    switch self {
    case .show: "document-open-folder"
    case .copy: "edit-copy"
    case .continue: "edit-find"
    }
  }
}
