// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Finders
import IndexStore

/// The state of the interface: the typed text, its results, and the selected one.
struct Browser {
  /// What the user asks for, beyond changes of this state.
  enum Request {
    case open([FoundHit])
    case perform(HitAction, FoundHit)
    /// Print the paths and end.
    case print([FoundHit])
    case copy([FoundHit])
    case showInFolder(FoundHit)
    case suspend, redraw, end
  }

  private(set) var line: LineEditor
  private(set) var results = InteractiveResults()
  private(set) var selected = 0
  /// The action that Enter performs with the selected hit; `nil` to open it.
  private var chosenAction: HitAction?
  /// The first hit of the list that is shown.
  private(set) var firstShown = 0
  /// A message about the last request; until the next key.
  var notice: String?
  /// Number of hits that the list shows. Set by ``lines(columns:rows:isColored:home:)``.
  private var page = 1
  /// Which completion the text is, and the text before it; `nil` if the text was typed.
  private var completion: (index: Int, typed: String)?
  /// The marked hits, in the order in which they were marked. They stay when the text changes.
  private var marked: [FoundHit] = []
  private let search: InteractiveSearch
  /// Whether the choice is printed for another program, as in `vim "$(mdfind -i)"`.
  private let isForOutput: Bool

  init(_ search: InteractiveSearch, text: String, isForOutput: Bool) {
    (self.search, self.isForOutput) = (search, isForOutput)
    line = LineEditor(text)
    find()
  }

  var selectedHit: FoundHit? { results.hits.indices.contains(selected) ? results.hits[selected] : nil }

  /// The marked hits, or the selected one if none is marked.
  private var chosen: [FoundHit] { marked.isEmpty ? selectedHit.map { [$0] } ?? [] : marked }

  // MARK: Keys

  /// Applies keys that arrived together, and then searches once.
  ///
  /// - Returns: The request that ends the sequence, if any. Later keys are dropped.
  mutating func apply(_ keys: [TerminalKey]) -> Request? {
    notice = nil
    let text = line.text
    defer { if line.text != text { find() } }
    for key in keys {
      if let request = apply(key) { return request }
    }
    return nil
  }

  private mutating func apply(_ key: TerminalKey) -> Request? {
    switch key {
    case .enter:
      if let action = chosenAction, let hit = selectedHit { return .perform(action, hit) }
      let chosen = chosen
      return chosen.isEmpty ? nil : isForOutput ? .print(chosen) : .open(chosen)
    case .print:
      let chosen = chosen
      return chosen.isEmpty ? nil : .print(chosen)
    case .copy:
      let chosen = chosen
      return chosen.isEmpty ? nil : .copy(chosen)
    case .showInFolder: return selectedHit.map { .showInFolder($0) }
    case .mark: mark()
    case .nextAction:
      let actions = selectedHit?.actions ?? []
      let next = chosenAction.flatMap { actions.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
      chosenAction = actions.indices.contains(next) ? actions[next] : nil
    case .escape where chosenAction != nil: chosenAction = nil
    case .tab: complete(by: 1)
    case .backTab: complete(by: -1)
    case .right where line.isAtEnd: complete(by: 1)
    case .up: select(selected - 1)
    case .down: select(selected + 1)
    case .pageUp: select(selected - page)
    case .pageDown: select(selected + page)
    case .escape where !line.text.isEmpty:
      line = LineEditor()
      completion = nil
    case .escape, .interrupt: return .end
    case .endOfInput where line.text.isEmpty: return .end
    case .suspend: return .suspend
    case .redraw: return .redraw
    default: if line.apply(key), key.changesText { completion = nil }
    }
    return nil
  }

  private mutating func select(_ index: Int) {
    selected = max(0, min(index, results.hits.count - 1))
    chosenAction = nil
  }

  /// Marks the selected hit, or removes its mark, and selects the next hit.
  private mutating func mark() {
    guard let hit = selectedHit else { return }
    if let index = marked.firstIndex(where: { $0.path == hit.path }) { marked.remove(at: index) } else { marked.append(hit) }
    select(selected + 1)
  }

  /// Replaces the text with the next completion, or the previous one. Before the first and behind the
  /// last one is what was typed.
  private mutating func complete(by step: Int) {
    let count = results.completions.count
    guard count > 0 else { return }
    let (index, typed) = completion ?? (-1, line.text)
    // −1 stands for the typed text.
    let next = (index + 1 + step + count + 1) % (count + 1) - 1
    completion = next < 0 ? nil : (next, typed)
    line = LineEditor(next < 0 ? typed : results.completions[next])
  }

  private mutating func find() {
    let offered = results.completions
    results = search.results(for: line.text, completing: completion == nil)
    // While the user goes through completions, their list stays.
    if completion != nil { results.completions = offered }
    (selected, firstShown, chosenAction) = (0, 0, nil)
  }

  // MARK: Layout

  /// The lines of the screen: the text, completions, the list of hits, a preview of the selected one,
  /// and help. Small screens have no preview.
  mutating func lines(columns: Int, rows: Int, isColored: Bool, home: [UInt8]?) -> (lines: [ScreenLine], cursor: Int) {
    let previewRows = rows >= 12 ? min(9, rows / 3) : 0
    page = max(1, rows - 3 - previewRows)
    if selected < firstShown { firstShown = selected }
    if selected >= firstShown + page { firstShown = selected - page + 1 }
    let layout = BrowserLayout(columns: columns, isColored: isColored, home: home)
    let (input, cursor) = layout.input(line)
    let damage = results.hits.isEmpty ? nil : results.message
    var lines = [input, layout.completions(results.completions, chosen: completion?.index, notice: notice ?? damage)]
    let marks = Set(marked.map(\.path))
    let message = results.hits.isEmpty ? results.message.map(layout.message) ?? [] : []
    for index in firstShown..<firstShown + page {
      guard index < results.hits.count else {
        lines.append(index < message.count ? message[index] : layout.blank)
        continue
      }
      let hit = results.hits[index]
      lines.append(layout.hit(hit, isSelected: index == selected, isMarked: marks.contains(hit.path)))
    }
    if previewRows > 0 {
      lines.append(layout.separator(selected: selected, of: results, marked: marked.count, hasText: !line.text.isEmpty))
      lines += layout.preview(selectedHit, of: results, rows: previewRows - 1)
    }
    lines.append(layout.help(action: chosenAction, isOffered: selectedHit?.actions.isEmpty == false, isForOutput: isForOutput))
    return (Array(lines.prefix(rows)), cursor)
  }
}

extension TerminalKey {
  /// Whether the key can change the text of a line, and not only move the cursor.
  fileprivate var changesText: Bool {
    switch self {
    case .text, .backspace, .delete, .deleteWord, .deleteLine, .deleteToEnd: true
    default: false
    }
  }
}
