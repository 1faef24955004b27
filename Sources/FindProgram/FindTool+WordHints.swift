// SPDX-License-Identifier: Apache-2.0

import Attributes
import CommandLine
import LogMessages
import QueryLanguage

extension FindTool {
  /// A hint for each word of a query that is the path of an existing file, as in grep(1) and
  /// find(1), or that has a wildcard which only `-name` knows.
  var wordHints: [String] {
    guard !invocation.operands.isEmpty, !invocation.has("s"), !invocation.has("literal") else { return [] }
    let text = invocation.operands.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    guard isRanked || invocation.has("interpret") || !QueryClassifier.isMeantAsPredicate(text) else { return [] }
    if let hint = patternHint ?? folderPatternHint ?? directionHint { return [hint] }
    return invocation.operands.compactMap(hint)
  }

  /// A hint if the words are probably names that the shell has put in place of a pattern, as in
  /// `mdfind -name *.pdf`.
  private var patternHint: String? {
    let names = invocation.all("name") + invocation.operands
    let ends = names.map { $0.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).dropFirst().last }
    guard names.count > 1, let end = ends[0], ends.allSatisfy({ $0 == end }), names.allSatisfy(exists)
    else { return nil }
    return "the shell has probably replaced a pattern by the names of \(names.count) files; write it in quotes: "
      + "-name '*.\(PrintableText.line(String(decoding: end, as: UTF8.self)))'"
  }

  private static func isAttribute(_ word: String) -> Bool {
    guard word.hasPrefix("kMDItem"), case .known = AttributeName(calling: word) else { return false }
    return true
  }

  private func exists(_ name: [UInt8]) -> Bool {
    guard let path = try? AbsolutePath.resolve(name) else { return false }
    return (try? SmallFile.kind(at: path)) != nil
  }

  /// The last part of a path.
  private static func name(of path: [UInt8]) -> [UInt8] { Array(path.split(separator: UInt8(ascii: "/")).last ?? path[...]) }

  /// A hint if the shell has probably put the names of several folders in place of a pattern, as in
  /// `mdfind -onlyin d* word`.
  private var folderPatternHint: String? {
    guard let folder = invocation.bytes("onlyin"), let next = invocation.operands.first, invocation.operands.count > 1,
      !next.contains(UInt8(ascii: " ")), folder.first == next.first || folder.last == next.last, exists(folder), exists(next)
    else { return nil }
    return "the shell has probably replaced a pattern by several names; -onlyin takes one folder, and can be repeated"
  }

  /// A hint if the first word is probably meant for `-sort`, as in `mdfind -sort size desc word`.
  private var directionHint: String? {
    guard let attribute = invocation.bytes("sort"), let word = invocation.operands.first,
      ["asc", "ascending", "desc", "descending", "reverse"].contains(String(decoding: word, as: UTF8.self).lowercased())
    else { return nil }
    let name = PrintableText.argument(attribute.first == UInt8(ascii: "-") ? Array(attribute.dropFirst()) : attribute)
    return "\(PrintableText.path(word)) is a word of the query; -sort \(name) sorts in ascending order, -sort -\(name) in descending order"
  }

  private func hint(for operand: [UInt8]) -> String? {
    let (shown, argument) = (PrintableText.path(operand), PrintableText.argument(operand))
    if operand.contains(UInt8(ascii: "/")) || operand == Array(".".utf8) || operand == Array("..".utf8),
      let path = try? AbsolutePath.follow(operand), let kind = try? SmallFile.kind(at: path)
    {
      return kind == .folder
        ? "\(shown) is a word of the query; to search in this folder, write -onlyin \(argument)"
        : "\(shown) is a word of the query; to find files by name, write -name \(PrintableText.argument(Self.name(of: operand))); "
          + "mdls shows the attributes of a file"
    }
    let word = String(decoding: operand, as: UTF8.self)
    // Only `--` makes such an operand possible, and it usually means the word itself.
    if invocation.operands.count == 1, word.hasPrefix("-"), word.count > 1 {
      let excluded = word.dropFirst()
      return "\(shown) excludes the word “\(PrintableText.line(String(excluded)))”; to find the word, leave out the dash"
    }
    let words = word.split(whereSeparator: \.isWhitespace).map { String($0.drop { $0 == "!" || $0 == "-" }) }
    if let name = words.first(where: Self.isAttribute) {
      return "\(name) is a word of the query; to find documents with this attribute, write '\(name) == *'"
    }
    if word.contains(where: \.isWhitespace) || word.contains(":") { return nil }
    if invocation.operands.count == 1, word.hasPrefix("*."), word.count > 2, !word.dropFirst().contains("*") {
      return "\(shown) also stands for words in texts; to find files by name, write -name '\(PrintableText.line(word))'"
    }
    if word.hasPrefix("^") || word.firstMatch(of: /\.[*+]|\\[bdsw.]/) != nil {
      return "\(shown) is compared as it is, because free text has no regular expressions; “*” stands for the rest of a word"
    }
    let sign = word.dropFirst().contains("?") ? "?" : word.firstMatch(of: /\[[^\[\]]+\]/) != nil ? "[…]" : nil
    return sign.map { "“\($0)” is no wildcard in free text; to find files by name, write -name '\(PrintableText.line(word))'" }
  }
}
