// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// A folder in which files and folders are created, changed, moved and removed at random, without
/// pauses or with short ones.
struct ChangingTree {
  private let root: String
  private var random: SeededGenerator
  private var written = 0

  init(_ root: String, seed: UInt64) {
    self.root = root
    random = SeededGenerator(seed: seed)
  }

  /// All entries by their paths relative to the root: the content of a file, or `nil` for a folder.
  func entries() throws -> [String: String?] {
    var entries: [String: String?] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: root) {
      entries[name] = .some(isFolder(name) ? nil : try String(contentsOfFile: path(name), encoding: .utf8))
    }
    return entries
  }

  /// Makes one random change. Some fail, such as moving a folder into itself; these change nothing.
  mutating func change() {
    let folder = randomFolder()
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<5: write(folder + newName() + ".txt")
    case 5..<8: makeTree(folder + newName())
    case 8..<10: if let file = randomEntry(isFolder: false) { write(file) }
    case 10..<12: if let file = randomEntry(isFolder: false) { rename(path(file), path(folder + newName() + ".txt")) }
    case 12..<15: if let moved = randomEntry(isFolder: true) { rename(path(moved), path(folder + newName())) }
    case 15: if let file = randomEntry(isFolder: false) { save(file) }
    case 16: if let file = randomEntry(isFolder: false) { unlink(path(file)) }
    case 17: if let gone = randomEntry(isFolder: true) { removeTree(gone) }
    case 18:
      if let replaced = randomEntry(isFolder: true) {
        removeTree(replaced)
        makeTree(replaced)
      }
    default: if let one = randomEntry(isFolder: true), let other = randomEntry(isFolder: true) { swap(one, other) }
    }
    // Some changes come together, others while the daemon processes earlier ones.
    if Int.random(in: 0..<8, using: &random) == 0 { poll(nil, 0, Int32.random(in: 1..<30, using: &random)) }
  }

  private func path(_ name: String) -> String { "\(root)/\(name)" }

  private func isFolder(_ name: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path(name), isDirectory: &isFolder) && isFolder.boolValue
  }

  /// Few names, so that they are reused.
  private mutating func newName() -> String { "n\(Int.random(in: 0..<12, using: &random))" }

  private mutating func randomEntry(isFolder: Bool) -> String? {
    let all = (try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? []
    return all.filter { self.isFolder($0) == isFolder }.sorted().randomElement(using: &random)
  }

  /// The root as an empty string, or a folder with a slash at the end.
  private mutating func randomFolder() -> String {
    guard Int.random(in: 0..<3, using: &random) > 0, let folder = randomEntry(isFolder: true) else { return "" }
    return folder.split(separator: "/").count < 5 ? folder + "/" : ""
  }

  private mutating func write(_ name: String) {
    written += 1
    try? Data("say \(written)".utf8).write(to: URL(fileURLWithPath: path(name)))
  }

  /// Saves as editors do: to another file, which then replaces the old one.
  private mutating func save(_ name: String) {
    write(name + "~")
    rename(path(name + "~"), path(name))
  }

  private mutating func makeTree(_ name: String) {
    guard mkdir(path(name), 0o755) == 0 else { return }
    for _ in 0..<Int.random(in: 0..<3, using: &random) { write("\(name)/\(newName()).txt") }
    if Int.random(in: 0..<3, using: &random) == 0, name.split(separator: "/").count < 5 { makeTree("\(name)/\(newName())") }
  }

  private func removeTree(_ name: String) { try? FileManager.default.removeItem(atPath: path(name)) }

  private func swap(_ one: String, _ other: String) {
    guard !one.hasPrefix(other + "/"), !other.hasPrefix(one + "/"), one != other else { return }
    rename(path(one), path("between"))
    rename(path(other), path(one))
    rename(path("between"), path(other))
  }
}
