// SPDX-License-Identifier: Apache-2.0

import DesktopSearch
import SearchWindow
import ShellSearch
import Testing

struct WindowModelTests {
  /// A model that expectations can change, with the number of its last search.
  private final class Window {
    private(set) var model = WindowModel()
    private(set) var number = SearchNumber()

    func callAsFunction(_ change: (inout WindowModel) -> [WindowAction]) -> [WindowAction] {
      let actions = change(&model)
      for case .search(let number, _) in actions { self.number = number }
      return actions
    }

    func find(_ text: String, _ rows: [ResultRow]) -> [WindowAction] {
      _ = self { $0.type(text) }
      return self { $0.receive(.found(FoundRows(number: number, rows: rows))) }
    }

    func press(_ keys: WindowKey...) -> [WindowAction] { keys.reduce([]) { _, key in self { $0.press(key) } } }

    var selectedName: String? { model.selectedRow?.name }
  }

  private let window = Window()
  private let letters = ["a", "b", "c"].map { fileRow("/\($0)") }

  // MARK: Typing

  @Test func `each change of the text begins a search, and its results are shown`() {
    #expect(window.model.content == .start)
    let actions = window { $0.type("re") }
    #expect(actions == [.search(window.number, ShellQuery("re"))])
    #expect(window.model.content == .searching)
    #expect(window { $0.receive(.found(FoundRows(number: window.number, rows: letters))) } == [.preview(letters[0].identifier)])
    #expect(window.model.content == .results)
    #expect(window.selectedName == "a")
    #expect(window.model.count == (3, false))
  }

  @Test func `spaces at the ends of the text begin no search`() {
    _ = window.find("re", letters)
    #expect(window { $0.type("re ") } == [])
    #expect(window.model.content == .results)
    #expect(window { $0.type("re ") } == [])
  }

  @Test func `results of an earlier search are dropped`() {
    _ = window { $0.type("r") }
    let earlier = window.number
    _ = window.find("re", letters)
    #expect(window { $0.receive(.found(FoundRows(number: earlier, rows: [fileRow("/old")]))) } == [])
    #expect(window { $0.receive(.suggested(earlier, [.completion("old")])) } == [])
    #expect(window.selectedName == "a")
    #expect(window.model.suggestions.isEmpty)
  }

  @Test func `the last results stay until those of the new text are there`() {
    _ = window.find("re", letters)
    _ = window { $0.type("rep") }
    #expect(window.model.content == .results)
    #expect(window.model.entries.count == 3)
  }

  @Test func `without a text there are no results`() {
    _ = window.find("re", letters)
    guard case .cancel = window({ $0.type("") }).first else {
      Issue.record("the search is not cancelled")
      return
    }
    #expect(window.model.content == .start)
    #expect(window.model.entries.isEmpty)
    #expect(window.model.selected == nil)
    // Those of the ended search.
    #expect(window { $0.receive(.found(FoundRows(number: window.number, rows: letters))) } == [])
    #expect(window.model.content == .start)
  }

  @Test func `a suggestion becomes the text`() {
    _ = window.find("repot", [])
    _ = window { $0.receive(.suggested(window.number, [.correction("report"), .completion("repotting")])) }
    let actions = window.press(.complete)
    #expect(actions == [.setText("report"), .search(window.number, ShellQuery("report"))])
    // The field tells of its new text, too.
    #expect(window { $0.type("report") } == [])
  }

  // MARK: Why nothing is found

  @Test func `nothing is found for a reason`() {
    #expect(window.find("zj", []) == [.askForState])
    #expect(window.model.content == .nothing)
    _ = window { $0.receive(.index(.missing)) }
    #expect(window.model.content == .missing)
    _ = window { $0.receive(.index(.unreadable(reason: "it is damaged"))) }
    #expect(window.model.content == .failed(reason: "it is damaged"))
    _ = window { $0.receive(.index(.unattended)) }
    #expect(window.model.content == .nothing)
    #expect(window.model.index == .unattended)
  }

  @Test func `a predicate that is not complete says so`() {
    _ = window { $0.type("kMDItemFSSize >") }
    _ = window { $0.receive(.found(FoundRows(number: window.number, rows: [], queryProblem: "expected a value"))) }
    #expect(window.model.content == .query(reason: "expected a value"))
  }

  @Test func `without an index, the window says so before anything is typed`() {
    _ = window { $0.receive(.index(.missing)) }
    #expect(window.model.content == .missing)
    // Items of programs are found all the same.
    _ = window.find("soup", [itemRow(1, of: "Recipes")])
    #expect(window.model.content == .results)
  }

  // MARK: The selection

  @Test func `keys move the selection within the list`() {
    _ = window.find("re", letters)
    #expect(window.press(.up) == [])
    #expect(window.press(.down) == [.preview(letters[1].identifier)])
    #expect(window.press(.down) == [.preview(letters[2].identifier)])
    #expect(window.press(.down) == [])
    #expect(window.press(.first) == [.preview(letters[0].identifier)])
    #expect(window.press(.last) == [.preview(letters[2].identifier)])
    #expect(window.press(.pageUp) == [.preview(letters[0].identifier)])
    #expect(window.press(.pageDown) == [.preview(letters[2].identifier)])
  }

  @Test(arguments: [WindowKey.up, .down, .pageUp, .pageDown, .first, .last, .enter, .showInFolder, .copy, .quickLook, .complete])
  func `keys do nothing without results`(key: WindowKey) {
    #expect(window.press(key) == [])
    #expect(window.model.selected == nil)
  }

  @Test func `a selection that a person has moved survives new results of the same search`() {
    _ = window.find("re", letters)
    _ = window.press(.down)
    let rows = [fileRow("/new")] + letters
    _ = window { $0.receive(.found(FoundRows(number: window.number, rows: rows))) }
    #expect(window.selectedName == "b")
    _ = window { $0.receive(.found(FoundRows(number: window.number, rows: [letters[0], letters[2]]))) }
    #expect(window.selectedName == "a")
  }

  @Test func `the best result of a new text is selected`() {
    _ = window.find("re", letters)
    _ = window.press(.down)
    _ = window.find("rep", [letters[2], letters[1]])
    #expect(window.selectedName == "c")
  }

  @Test func `the rest of a group is shown when its entry is activated`() {
    _ = window.find("re", (0...9).map { fileRow("/\($0)") })
    _ = window.press(.last)
    #expect(window.model.selectedRow == nil)
    #expect(window.press(.enter) == [.preview(.file(Array("/6".utf8)))])
    #expect(window.model.entries.count == 10)
    #expect(window.selectedName == "6")
    // The next text begins with the first results again.
    _ = window.find("rep", (0...9).map { fileRow("/\($0)") })
    #expect(window.model.entries.count == 7)
  }

  @Test func `a preview is shown only of the selected result`() {
    _ = window.find("re", letters)
    let (first, second) = (Preview(row: letters[0], location: "/a"), Preview(row: letters[1], location: "/b"))
    _ = window { $0.receive(.previewed(second)) }
    #expect(window.model.preview == nil)
    _ = window { $0.receive(.previewed(first)) }
    #expect(window.model.shownPreview == first)
    _ = window.press(.down)
    #expect(window.model.shownPreview == nil)
  }

  // MARK: Choosing

  @Test func `Return opens the selected result and hides the window`() {
    _ = window { $0.show() }
    _ = window.find("re", letters)
    _ = window.press(.down)
    #expect(window.press(.enter) == [.open(letters[1].identifier, ShellQuery("re")), .hide])
    #expect(!window.model.isShown)
  }

  @Test func `a result that cannot be opened brings the window back`() {
    _ = window.find("re", letters)
    _ = window.press(.enter)
    #expect(window { $0.finish(.failure("no program is installed")) }.contains(.present))
    #expect(window.model.notice == .failure("no program is installed"))
    _ = window { $0.type("rep") }
    #expect(window.model.notice == nil)
  }

  @Test func `files are shown in their folders, copied and looked at`() {
    _ = window.find("re", letters)
    #expect(window.press(.showInFolder) == [.show(letters[0].identifier)])
    #expect(window.press(.copy) == [.copy(letters[0].identifier)])
    #expect(window.press(.quickLook) == [.quickLook(letters[0].identifier)])
  }

  @Test func `items are in no folder`() {
    let item = itemRow(1, of: "Recipes")
    _ = window.find("soup", [item])
    #expect(window.press(.showInFolder) == [])
    #expect(window.model.notice == .text(.onlyFiles))
    #expect(window.press(.copy) == [.copy(item.identifier)])
  }

  // MARK: Visibility

  @Test func `Escape clears the text first, then hides the window`() {
    _ = window { $0.show() }
    _ = window.find("re", letters)
    #expect(window.press(.escape).first == .setText(""))
    #expect(window.model.isShown)
    #expect(window.press(.escape) == [.hide])
    #expect(!window.model.isShown)
  }

  @Test func `a second call hides the window, and a third one shows it with its text`() {
    #expect(window { $0.toggle() } == [.askForState, .present])
    _ = window.find("re", letters)
    #expect(window { $0.toggle() } == [.hide])
    // Files may have changed meanwhile.
    let actions = window { $0.toggle() }
    #expect(actions == [.search(window.number, ShellQuery("re")), .askForState, .present])
    #expect(window.model.entries.count == 3)
  }

  @Test func `a shell shows the window with its text`() {
    let actions = window { $0.show(searching: "annual report") }
    #expect(actions == [.setText("annual report"), .search(window.number, ShellQuery("annual report")), .askForState, .present])
  }
}
