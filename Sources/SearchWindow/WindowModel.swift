// SPDX-License-Identifier: Apache-2.0

package import DesktopSearch
package import ShellSearch

/// What the window shows, and how it answers keys, clicks and results. It has no side effects: the window performs the actions that it returns.
///
/// Invariants: 1. Results of a search are shown only if no later search has begun. 2. ``selected`` is the index of an entry, and `nil` only if
/// there are no entries. 3. A result stays selected that a person has moved to, as long as the list has it; otherwise the best one is selected.
package struct WindowModel: Sendable {
  /// What is shown below the field.
  package enum Content: Hashable, Sendable {
    /// Nothing was typed.
    case start
    /// Nothing was found yet.
    case searching
    /// ``WindowModel/entries``, a preview, and suggestions.
    case results
    case nothing
    /// There is no index.
    case missing
    /// - Parameter reason: A sentence.
    case failed(reason: String)
    /// The typed predicate is not complete, or wrong.
    case query(reason: String)
  }

  /// A line at the bottom, which replaces the number of results until something else happens.
  package enum Notice: Hashable, Sendable {
    case text(WindowText)
    /// What has failed, as a sentence.
    case failure(String)
  }

  package private(set) var text = ""
  package private(set) var entries: [ListEntry] = []
  /// Index of the selected entry.
  package private(set) var selected: Int?
  package private(set) var suggestions: [Suggestion] = []
  package private(set) var notice: Notice?
  package private(set) var index = IndexState.current
  /// Number of results, and whether there may be more.
  package private(set) var count = (results: 0, isLimited: false)
  /// Of the selected result; that of the one before until it is known.
  package private(set) var preview: Preview?
  package private(set) var isShown = false
  /// Number of entries that the list shows at a time.
  package var page = 8

  private var number = SearchNumber()
  private var found: FoundRows?
  private var expanded: Set<ResultGroup> = []
  /// Whether a person has moved the selection since the text was typed.
  private var hasMoved = false

  package init() {}

  package var query: ShellQuery { ShellQuery(text) }

  package var content: Content {
    if query.text.isEmpty { return index == .missing ? .missing : .start }
    guard let found else { return .searching }
    if !entries.isEmpty { return .results }
    if let reason = found.queryProblem { return .query(reason: reason) }
    switch index {
    case .missing: return .missing
    case .unreadable(let reason): return .failed(reason: reason)
    default: return found.problem.map { .failed(reason: $0) } ?? .nothing
    }
  }

  package var selectedRow: ResultRow? { selected.flatMap { entries[$0].row } }

  /// The preview, if it is that of the selected result.
  package var shownPreview: Preview? { preview.flatMap { $0.row.identifier == selectedRow?.identifier ? $0 : nil } }

  // MARK: The field

  /// The text of the field has changed.
  package mutating func type(_ text: String) -> [WindowAction] {
    guard text != self.text else { return [] }
    let before = query
    self.text = text
    notice = nil
    guard query != before else { return [] }
    number = number.next
    hasMoved = false
    expanded = []
    guard !query.text.isEmpty else {
      (found, suggestions, preview) = (nil, [], nil)
      updateEntries()
      return [.cancel(number)]
    }
    return [.search(number, query)]
  }

  /// Uses a suggestion as the text.
  package mutating func choose(_ suggestion: Suggestion) -> [WindowAction] { [.setText(suggestion.text)] + type(suggestion.text) }

  // MARK: Answers

  package mutating func receive(_ answer: WorkerAnswer) -> [WindowAction] {
    switch answer {
    case .found(let rows) where rows.number == number:
      let hadNone = entries.isEmpty
      found = rows
      count = (rows.rows.count, rows.isLimited)
      let before = selectedRow
      updateEntries()
      var actions: [WindowAction] = []
      if let row = selectedRow, row != before || preview?.row != row || !hadNone { actions.append(.preview(row.identifier)) }
      if entries.isEmpty {
        preview = nil
        actions.append(.askForState)
      }
      return actions
    case .suggested(let number, let suggestions) where number == self.number: self.suggestions = suggestions
    case .previewed(let preview) where preview.row.identifier == selectedRow?.identifier: self.preview = preview
    case .index(let state): index = state
    // Of an earlier search.
    default: break
    }
    return []
  }

  /// What a person has chosen was done, or has failed.
  package mutating func finish(_ notice: Notice?) -> [WindowAction] {
    self.notice = notice
    if case .failure = notice, !isShown { return show() }
    return []
  }

  private mutating func updateEntries() {
    let before = selectedRow?.identifier
    entries = ListEntry.entries(of: found?.rows ?? [], expanding: expanded)
    if found == nil { count = (0, false) }
    let kept = hasMoved ? entries.firstIndex { $0.row?.identifier == before && before != nil } : nil
    selected = kept ?? (entries.isEmpty ? nil : 0)
    if kept == nil { hasMoved = false }
  }

  // MARK: The selection

  /// A person points at an entry.
  package mutating func select(_ index: Int) -> [WindowAction] {
    guard entries.indices.contains(index), index != selected else { return [] }
    selected = index
    hasMoved = true
    notice = nil
    return selectedRow.map { [.preview($0.identifier)] } ?? []
  }

  private mutating func move(to index: Int) -> [WindowAction] { select(max(0, min(index, entries.count - 1))) }

  /// Opens the result of an entry, or shows the rest of its group.
  package mutating func activate(_ index: Int) -> [WindowAction] {
    guard entries.indices.contains(index) else { return [] }
    let entry = entries[index]
    guard case .result(let row) = entry.content else {
      expanded.insert(entry.group)
      updateEntries()
      // The first of those that were not shown.
      selected = index
      hasMoved = true
      return selectedRow.map { [.preview($0.identifier)] } ?? []
    }
    selected = index
    return [.open(row.identifier, query)] + hide()
  }

  // MARK: Keys

  package mutating func press(_ key: WindowKey) -> [WindowAction] {
    switch key {
    case .up: return move(to: (selected ?? 0) - 1)
    case .down: return move(to: (selected ?? -1) + 1)
    case .pageUp: return move(to: (selected ?? 0) - page)
    case .pageDown: return move(to: (selected ?? 0) + page)
    case .first: return move(to: 0)
    case .last: return move(to: entries.count - 1)
    case .enter: return selected.map { activate($0) } ?? []
    case .showInFolder: return withFile { .show($0) }
    case .copy: return selectedRow.map { [.copy($0.identifier)] } ?? []
    case .quickLook: return withFile { .quickLook($0) }
    case .complete: return suggestions.first.map { choose($0) } ?? []
    case .escape: return text.isEmpty ? hide() : [.setText("")] + type("")
    }
  }

  private mutating func withFile(_ action: (ResultIdentifier) -> WindowAction) -> [WindowAction] {
    guard let row = selectedRow else { return [] }
    guard case .file = row.identifier else {
      notice = .text(.onlyFiles)
      return []
    }
    return [action(row.identifier)]
  }

  // MARK: Visibility

  /// - Parameter text: What is searched for; `nil` to keep what was typed, which is selected so that the next key replaces it. It is searched for
  ///   again if the window was hidden: files may have changed.
  package mutating func show(searching text: String? = nil) -> [WindowAction] {
    let wasShown = isShown
    isShown = true
    var actions: [WindowAction] = []
    if let text { actions += [.setText(text)] + type(text) }
    if !wasShown, actions.isEmpty, !query.text.isEmpty {
      number = number.next
      actions.append(.search(number, query))
    }
    return actions + [.askForState, .present]
  }

  package mutating func hide() -> [WindowAction] {
    isShown = false
    notice = nil
    return [.hide]
  }

  /// The window is called again: hides it if a person sees it.
  package mutating func toggle() -> [WindowAction] { isShown ? hide() : show() }
}
