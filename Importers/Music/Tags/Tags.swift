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

  var lyrics: [String] {
    all("LYRICS") + all("UNSYNCEDLYRICS") + all("WM/LYRICS")
  }
}
