// SPDX-License-Identifier: Apache-2.0

import Attributes
package import TextAnalysis

extension Query {
  /// The query for the argument of `-name`.
  ///
  /// A pattern that probably does not mean what the user intended has a hint, which is dropped if a
  /// file matches the pattern.
  package init(name text: String) {
    let predicate = Predicate.name(text)
    self.init(predicate, hints: Self.hint(onName: text, unless: predicate).map { [$0] } ?? [])
  }

  /// The query for the argument of `-regex`: a part of the name matches, or of the path if there is a slash in the pattern.
  /// Case is ignored; `(?-i)` in the pattern changes that.
  package init(nameMatching pattern: String) throws(RegularExpression.SyntaxError) {
    let pattern = ExpressionComparison.pattern(pattern.utf8)
    // Alone, so that the offset of a mistake is one in it.
    _ = try RegularExpression(pattern, ignoringCase: true)
    let expression = try RegularExpression(".*(?:\(pattern)).*", ignoringCase: true)
    let key: AttributeKey = pattern.contains("/") ? .path : .fsName
    self.init(.matches(ExpressionComparison(AttributeTerm("\(AttributeName.known(key))"), expression)))
  }

  private static func hint(onName text: String, unless predicate: Predicate) -> QueryHint? {
    // Such a pattern may find something, but not what it does in a shell.
    if text.contains("**/") {
      return QueryHint("“**” is the same as “*”, which matches no slash; -onlyin also searches the folders in a folder.")
    }
    return doubt(aboutName: text).map { QueryHint($0, unless: predicate) }
  }

  private static func doubt(aboutName text: String) -> String? {
    switch ShellPatternMistake(in: text) {
    case .reversedRange(let range): return "No character is in the range “\(range)”: its ends are in the wrong order."
    case .characterClass(let name):
      return "“[\(name)]” is no class of characters in a name; write the characters, such as [0-9] or [a-z]."
    case nil: break
    }
    if let open = text.firstIndex(of: "{"), text[open...].contains(","), text[open...].contains("}") {
      return "Braces have no special meaning in a name; search for each name, or write the predicate "
        + "'kMDItemFSName == \"*.md\"c || kMDItemFSName == \"*.txt\"c'."
    }
    let folders = text.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    if let first = folders.first, first.hasPrefix("~") {
      return "“~” has no special meaning in a name; -onlyin searches in a folder."
    }
    if folders.contains(where: { $0 == "." || $0 == ".." }) { return "No file is named “.” or “..”; -onlyin searches in a folder." }
    if folders.dropFirst().contains("") { return "A name cannot be empty, so nothing matches two slashes in a row." }
    if text.hasPrefix("^") || text.hasSuffix("$") || text.contains(".*") || text.contains("%") {
      return "A name is compared with wildcards of the shell, * ? [a-z], and not with a pattern of SQL or a regular expression, which "
        + "-regex takes."
    }
    let backslashes = text.reversed().prefix { $0 == "\\" }.count
    if !backslashes.isMultiple(of: 2) { return "Nothing follows the backslash at the end, so it is part of the name." }
    return nil
  }
}
