// SPDX-License-Identifier: Apache-2.0

import SearchWindow
import ShellSearch
import Widgets

/// What is known of the selected result.
@MainActor
final class PreviewPane {
  let widget: ScrolledArea
  private let icon = IconImage(size: 96)
  private let picture = Picture()
  private let name = Label("", .wrap(lines: 3))
  private let facts = Label("", .wrap(lines: 2))
  private let location = Label("", .wrap(lines: 4))
  private let excerptHeading = Label(WindowText.excerpt.translated)
  private let excerpt = Label("", .wrap(lines: 8))
  private let excerptBox: Box
  private var attributes: [(title: Label, value: Label, row: Box)] = []
  private let contents: Box
  private var shown: Preview?

  /// Maximum number of attributes that are shown.
  private static let maximumCount = 8

  init() {
    picture.setMinimum(height: 190)
    picture.add(style: "thumbnail")
    picture.isVisible = false
    name.add(style: "preview-name")
    facts.add(style: "facts")
    location.add(style: "location")
    for label in [name, facts, location] { label.centerLines() }
    excerptHeading.add(style: "attribute-title")
    excerpt.add(style: "excerpt")
    excerptBox = Box(.vertical, spacing: 4, excerptHeading, excerpt)
    let list = Box(.vertical, spacing: 5)
    contents = Box(.vertical, spacing: 10, icon, picture, name, facts, location, list, excerptBox)
    contents.add(style: "preview")
    contents.accessibleLabel = WindowText.preview.translated
    widget = ScrolledArea(contents)
    widget.setMinimum(width: 340)
    // Its contents expand, and the list takes the rest of the window.
    widget.expand(horizontally: false, vertically: true)
    for _ in 0..<Self.maximumCount {
      let (title, value) = (Label(), Label("", .wrap(lines: 3)))
      title.setMinimum(width: 92)
      title.align(vertically: .start)
      title.add(style: "attribute-title")
      value.add(style: "attribute-value")
      value.expand(horizontally: true)
      let row = Box(.horizontal, spacing: 10, title, value)
      list.add(row)
      attributes.append((title, value, row))
    }
    contents.isVisible = false
  }

  /// - Parameter preview: `nil` for none.
  func show(_ preview: Preview?) {
    guard preview != shown else { return }
    let isOther = preview?.row.identifier != shown?.row.identifier
    shown = preview
    contents.isVisible = preview != nil
    guard let preview else { return }
    if isOther {
      (picture.isVisible, icon.isVisible) = (false, true)
      widget.scrollToTop()
    }
    icon.set(names: preview.row.icons)
    name.text = preview.row.name
    facts.text = Self.lines(preview.facts)
    facts.isVisible = !preview.facts.isEmpty
    location.text = preview.location
    for (index, attribute) in attributes.enumerated() {
      attribute.row.isVisible = index < preview.attributes.count
      guard index < preview.attributes.count else { continue }
      attribute.title.text = Translation.of(preview.attributes[index].title)
      attribute.value.text = preview.attributes[index].value
    }
    excerptBox.isVisible = preview.excerpt != nil
    if let shown = preview.excerpt { excerpt.markup = Markup.emphasizing(shown.matches, in: shown.text) }
  }

  /// The kind and size, and the date in a line of its own.
  private static func lines(_ facts: String) -> String {
    guard let separator = facts.ranges(of: " · ").last else { return facts }
    return facts[..<separator.lowerBound] + "\n" + facts[separator.upperBound...]
  }

  /// Shows the thumbnail of a preview in place of its icon.
  func show(_ image: CachedImage, of source: ThumbnailSource) {
    guard shown?.thumbnail == source else { return }
    picture.show(image)
    (picture.isVisible, icon.isVisible) = (true, false)
  }
}
