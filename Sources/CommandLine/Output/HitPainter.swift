// SPDX-License-Identifier: Apache-2.0

internal import LogMessages

/// Colours paths on a terminal: names as `ls` does (`LS_COLORS`), and the matched text in them as
/// `grep` does.
package struct HitPainter: Sendable {
  /// The kinds of files that have different colours.
  package enum Kind: Sendable { case regular, executable, directory, symbolicLink, other }

  private var byKind: [String: String] = ["di": "01;34", "ln": "01;36", "ex": "01;32"]
  /// Colours by lowercase name suffix, the longest suffix first.
  private var byEnding: [(ending: String, color: String)] = []
  private let needles: [[String]]
  private let isForTerminal: Bool
  private static let match = "01;31"

  /// - Parameters:
  ///   - needles: Texts to highlight in names, ignoring case.
  ///   - colors: The value of `LS_COLORS`.
  ///   - isForTerminal: Whether unprintable paths are quoted.
  package init(needles: [String], colors: String?, isForTerminal: Bool) {
    self.isForTerminal = isForTerminal
    self.needles = needles.map(Self.letters).filter { !$0.isEmpty }
    for entry in (colors ?? "").split(separator: ":") {
      let parts = entry.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[1].allSatisfy({ $0.isNumber || $0 == ";" }) else { continue }
      if parts[0].hasPrefix("*") {
        byEnding.append((parts[0].dropFirst().lowercased(), String(parts[1])))
      } else {
        byKind[String(parts[0])] = String(parts[1])
      }
    }
    byEnding.sort { $0.ending.utf8.count > $1.ending.utf8.count }
  }

  /// The path with colours. Text is not highlighted in a name that is quoted or not UTF-8.
  package func paint(_ path: [UInt8], _ kind: Kind) -> [UInt8] {
    let color = color(of: Self.name(in: path), kind)
    let isQuoted = isForTerminal && !PrintableText.isPrintable(path)
    let shown = isQuoted ? Array(PrintableText.path(path).utf8) : path
    let name = Self.name(in: shown)
    guard !isQuoted, let text = String(validating: name, as: UTF8.self) else {
      guard let color else { return shown }
      return shown[..<name.startIndex] + Array("\u{1B}[\(color)m".utf8) + name + Array("\u{1B}[0m".utf8)
    }
    return shown[..<name.startIndex] + Array(marked(text, color).utf8)
  }

  /// Printable text with some ranges highlighted.
  ///
  /// - Parameter matches: Ranges of UTF-8 in ascending order.
  package func paint(_ text: String, matches: [Range<Int>]) -> String {
    let bytes = Array(text.utf8)
    var painted: [UInt8] = []
    var end = 0
    for match in matches {
      painted += bytes[end..<match.lowerBound] + Array("\u{1B}[\(Self.match)m".utf8) + bytes[match] + Array("\u{1B}[0m".utf8)
      end = match.upperBound
    }
    return String(decoding: painted + bytes[end...], as: UTF8.self)
  }

  /// The part after the last slash.
  private static func name(in path: [UInt8]) -> ArraySlice<UInt8> { path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...] }

  private func marked(_ name: String, _ color: String?) -> String {
    let characters = Array(name)
    let folded = Self.letters(name)
    var text = ""
    var index = 0
    var shown: String?
    func turn(to color: String?) {
      guard color != shown else { return }
      text += "\u{1B}[0m" + (color.map { "\u{1B}[\($0)m" } ?? "")
      shown = color
    }
    while index < characters.count {
      let length = needles.filter { folded[index...].starts(with: $0) }.map(\.count).max() ?? 0
      turn(to: length > 0 ? Self.match : color)
      let end = index + max(length, 1)
      for character in characters[index..<end] { text.append(character) }
      index = end
    }
    turn(to: nil)
    return text
  }

  private static func letters(_ text: String) -> [String] { text.map { $0.lowercased() } }

  private func color(of name: ArraySlice<UInt8>, _ kind: Kind) -> String? {
    let lower = String(decoding: name, as: UTF8.self).lowercased()
    let key =
      switch kind {
      case .regular: "fi"
      case .executable: "ex"
      case .directory: "di"
      case .symbolicLink: "ln"
      case .other: "or"
      }
    let isFile = kind == .regular || kind == .executable
    let ending = isFile ? byEnding.first { lower.hasSuffix($0.ending) }?.color : nil
    return kind == .executable ? byKind[key] ?? ending : ending ?? byKind[key]
  }
}
