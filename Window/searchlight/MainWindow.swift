// SPDX-License-Identifier: Apache-2.0

import Applications
import CommandLine
import DesktopSearch
import SearchWindow
import ShellSearch
import Threading
import Widgets

/// Shows a ``WindowModel``, and performs its actions.
@MainActor
final class MainWindow {
  private var model = WindowModel()
  private let application: Application
  private let tool: Tool
  private let environment: ToolEnvironment
  private let searches = SearchWorker()
  private let choices = ChoiceWorker()
  private let images = ThumbnailWorker()

  private let window: Window
  private let field = TextField(placeholder: WindowText.field.translated)
  private let clearButton = Button(icon: "edit-clear-symbolic")
  private let suggestions = SuggestionBar()
  private let results = ResultsView()
  private let preview = PreviewPane()
  private let footer = Footer()
  private let pages = Pages<Page>()
  private let status = StatusPage()
  private var times: KeyTimes?

  private enum Page { case results, status }

  /// Width and height in pixels.
  private static let size = (width: 860, height: 600)

  init(_ application: Application, _ tool: Tool, _ environment: ToolEnvironment, writesTimes: Bool) {
    (self.application, self.tool, self.environment) = (application, tool, environment)
    Desktop.add(style: style)
    window = Window(application, title: WindowText.window.translated, width: Self.size.width, height: Self.size.height)
    times = writesTimes ? KeyTimes() : nil
    layOut()
    connect()
    startThreads()
    draw()
  }

  private func layOut() {
    field.add(style: "search-field")
    field.expand(horizontally: true)
    clearButton.add(style: "flat", "circular")
    clearButton.accessibleLabel = WindowText.clear.translated
    clearButton.tooltip = WindowText.clear.translated
    clearButton.neverTakeFocus()
    let bar = Box(.horizontal, spacing: 12, IconImage(size: 22, "system-search-symbolic"), field, clearButton)
    bar.add(style: "search-bar")
    let divider = Box(.vertical)
    divider.setMinimum(width: 1)
    divider.add(style: "divider")
    let lists = Box(.horizontal, results.widget, divider, preview.widget)
    pages.add(Box(.vertical, suggestions.widget, lists), .results)
    pages.add(status, .status)
    pages.expand(vertically: true)
    lists.expand(vertically: true)
    window.setContent(Box(.vertical, WindowHandle(bar), pages, footer.widget))
  }

  private func connect() {
    field.onChange { [unowned self] in
      let text = field.text
      update { $0.type(text) }
    }
    clearButton.onClick = { [unowned self] in
      field.text = ""
      field.focus()
    }
    suggestions.onChoose = { [unowned self] suggestion in update { $0.choose(suggestion) } }
    results.list.onClick = { [unowned self] index in update { $0.activate(index) } }
    window.onKey { [unowned self] key in press(key) }
    window.onClose { [unowned self] in update { $0.hide() } }
    window.onFrame { [unowned self] in
      if let page = results.scroll() { model.page = page }
      times?.end()
    }
  }

  private func startThreads() {
    let (indexes, memory) = (IndexLookup(environment, Reporter(tool)), SharedMemory())
    do throws(ThreadError) {
      try searches.start(indexes, memory) { answer in MainLoop.post { [weak self] in self?.receive(answer) } }
      try choices.start(indexes, memory) { notice in MainLoop.post { [weak self] in self?.update { $0.finish(notice) } } }
      try images.start(environment) { image, source in MainLoop.post { [weak self] in self?.preview.show(image, of: source) } }
    } catch {
      tool.fail(error)
    }
  }

  // MARK: Calls

  func toggle() {
    let isSeen = window.isActive
    update { isSeen ? $0.toggle() : $0.show() }
  }

  /// - Parameter text: Empty to keep what was typed.
  func show(searching text: String) { update { $0.show(searching: text.isEmpty ? nil : text) } }

  // MARK: Keys

  /// - Returns: Whether the key means something besides what it does in the field.
  private func press(_ key: KeyPress) -> Bool {
    if key.symbol == .letter("q"), key.withControl {
      application.quit()
      return true
    }
    if key.symbol == .letter("w"), key.withControl {
      update { $0.hide() }
      return true
    }
    guard let key = WindowKey(key, isTextSelected: field.hasSelection, hasSuggestions: !model.suggestions.isEmpty) else { return false }
    update { $0.press(key) }
    return true
  }

  // MARK: Changes

  private func receive(_ answer: WorkerAnswer) {
    update { $0.receive(answer) }
    if case .found = answer, let times {
      times.drawNextFrame()
      window.requestFrame()
    }
    if let source = model.shownPreview?.thumbnail, case .previewed = answer { images.find(source) }
  }

  private func update(_ change: (inout WindowModel) -> [WindowAction]) {
    let actions = change(&model)
    for action in actions { perform(action) }
    draw()
  }

  private func perform(_ action: WindowAction) {
    switch action {
    case .search(let number, let query):
      times?.begin()
      searches.search(query, number)
    case .cancel(let number):
      times?.cancel()
      searches.cancel(number)
    case .preview(let result): searches.preview(result)
    case .askForState: searches.reportState()
    case .open(let result, let query):
      choices.open(result, query, window.activationToken().flatMap { StartToken(activationToken: $0) })
    case .show(let result): choices.show(result)
    case .copy(let result):
      window.copy(String(decoding: result.location, as: UTF8.self))
      _ = model.finish(.text(.copied))
    case .quickLook(let result):
      Desktop.quickLook(result.text) { [weak self] in self?.update { $0.finish(.text(.noPreviewer)) } }
    case .setText(let text): if field.text != text { field.text = text }
    case .present:
      window.present()
      field.focus()
      field.selectAll()
    case .hide: hide()
    }
  }

  private func hide() {
    window.hide()
    searches.forget()
    guard !WindowSettings(environment).staysHidden else { return }
    // What was chosen is opened by another thread.
    choices.finish { [application] in MainLoop.post { application.quit() } }
  }

  private func draw() {
    clearButton.isVisible = !model.text.isEmpty
    footer.show(model)
    let content = model.content
    switch content {
    case .searching: break
    case .results:
      suggestions.show(model.suggestions)
      field.setActiveDescendant(results.show(model))
      preview.show(model.preview)
      pages.show(.results)
    default:
      status.show(content, text: model.query.text)
      pages.show(.status)
    }
  }
}
