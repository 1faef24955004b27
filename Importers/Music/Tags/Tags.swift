// SPDX-License-Identifier: Apache-2.0

internal import DocumentImporter
internal import ImporterSupport

/// The texts of each tag, by TagLib's names (`TITLE`), in file order.
struct Tags {
  private var values: [String: [String]] = [:]

  /// Adds a text unless it is blank.
  mutating func append(_ value: String, to name: String) {
    let trimmed = value.trimmed
    guard !trimmed.isEmpty else { return }
    let key = name.uppercased()
    // Files with two kinds of tags contain everything twice.
    if values[key]?.contains(trimmed) != true { values[key, default: []].append(trimmed) }
  }

  /// Adds tags of `other` that are missing here.
  mutating func fill(from other: Tags) {
    values.merge(other.values) { own, _ in own }
  }

  /// Replaces the marks in texts whose encoding the file does not declare by letters.
  mutating func decodeUndeclaredTexts() {
    let texts = UndeclaredTexts(values.values.joined())
    values = values.mapValues { $0.map(texts.decoded) }
  }

  /// The texts of a tag; empty if it is absent.
  subscript(name: String) -> [String] {
    values[name] ?? []
  }

  /// The texts of the first of several tags that exists; `nil` if none does.
  func first(of names: String...) -> [String]? {
    names.lazy.compactMap { values[$0] }.first
  }

  /// The texts of all tags `name` and `name:something`, in the order of the names.
  func all(_ name: String) -> [String] {
    values.filter { $0.key == name || $0.key.hasPrefix(name + ":") }.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  /// The name under which readers store the titles of chapters, except those in Vorbis comments.
  static let chapter = "CHAPTER"

  /// The titles of chapters. The names of those in Vorbis comments contain numbers: `CHAPTER001NAME`.
  var chapters: [String] {
    let named = values.filter { name, _ in
      let number = name.dropFirst(Self.chapter.count).dropLast(4)
      return name.hasPrefix(Self.chapter) && name.hasSuffix("NAME") && !number.isEmpty && number.allSatisfy(\.isNumber)
    }
    return self[Self.chapter] + named.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  /// The comments. Those of ID3 have names, of which iTunes uses some for numbers, and ID3 itself for
  /// the start of the comment in an older tag.
  var comments: [String] {
    let named = values.filter { $0.key.hasPrefix("COMMENT:") && !$0.key.hasPrefix("COMMENT:ITUN") && $0.key != "COMMENT:ID3V1 COMMENT" }
    return self["COMMENT"] + named.sorted { $0.key < $1.key }.flatMap(\.value).filter { !self["COMMENT"].contains($0) }
  }

  /// All names and their texts, in the order of the names.
  var all: [(name: String, texts: [String])] { values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }

  var lyrics: [String] {
    all("LYRICS") + all("UNSYNCEDLYRICS") + all("WM/LYRICS")
  }
}
