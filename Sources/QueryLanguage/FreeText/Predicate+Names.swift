// SPDX-License-Identifier: Apache-2.0

import Attributes

/// The predicate for the argument of `-name`.
extension Predicate {
  /// Matches names that contain `text`, or whole names if `text` contains shell wildcards (`*`,
  /// `?`, `[…]`). Ignores case and accents.
  ///
  /// If `text` contains slashes, the part after the last one belongs to the name, and the part before
  /// a slash to the name of the folder that contains the next one. Without wildcards, the first part
  /// must end its name and the last part begin its name; with wildcards, all parts are whole names.
  /// If nothing follows the last slash, everything in such a folder and below it matches.
  ///
  /// A text with a set in brackets also matches literally, because copies of files often have names
  /// such as `name[1]`.
  package static func name(_ text: String) -> Predicate {
    let pattern = name(text) { ShellParts($0) }
    return ShellParts(text).hasSet ? .or([pattern, name(text) { ShellParts(literal: $0) }]) : pattern
  }

  private static func name(_ text: String, _ parts: (String) -> ShellParts) -> Predicate {
    let whole = parts(text)
    guard let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return like(.fsName, whole, startsFreely: !whole.hasWildcard, endsFreely: !whole.hasWildcard)
    }
    let name = text[slash...].dropFirst()
    let beginsName = whole.hasWildcard && text.utf8.first != UInt8(ascii: "/")
    let end = beginsName ? parts("/" + text) : whole
    guard !name.isEmpty else { return like(.path, end, startsFreely: true, endsFreely: true) }
    // The index finds names faster than paths.
    return .and([
      like(.fsName, parts(String(name)), startsFreely: false, endsFreely: !whole.hasWildcard),
      like(.path, end, startsFreely: true, endsFreely: !whole.hasWildcard, .path),
    ])
  }

  private static func like(
    _ key: AttributeKey, _ shell: ShellParts, startsFreely: Bool, endsFreely: Bool, _ more: Modifiers = []
  ) -> Predicate {
    let string = WildcardString(parts: (startsFreely ? [""] : []) + shell.parts + (endsFreely ? [""] : []))
    let modifiers = more.union([.ignoringCase, .ignoringDiacritics]).union(shell.isShell ? .shell : [])
    return .comparison(Comparison(AttributeTerm(key), .equal, .string(string), modifiers))
  }
}
