import Attributes

/// The predicate for the argument of `-name`.
extension Predicate {
  /// Matches names that contain `text`, or whole names if `text` contains shell wildcards (`*`,
  /// `?`, `[…]`). Ignores case and accents.
  ///
  /// If `text` contains a slash, the part after the last slash must begin the name, or match all of
  /// it if it has wildcards, and the whole text must match part of the path. A text with a set in
  /// brackets also matches literally, because copies of files often have names such as `name[1]`.
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
    let path = like(.path, whole, startsFreely: true, endsFreely: name.isEmpty || !whole.hasWildcard)
    return name.isEmpty ? path : .and([like(.fsName, parts(String(name)), startsFreely: false, endsFreely: !whole.hasWildcard), path])
  }

  private static func like(_ key: AttributeKey, _ shell: ShellParts, startsFreely: Bool, endsFreely: Bool) -> Predicate {
    let string = WildcardString(parts: (startsFreely ? [""] : []) + shell.parts + (endsFreely ? [""] : []))
    let modifiers: Modifiers = shell.isShell ? [.ignoringCase, .ignoringDiacritics, .shell] : [.ignoringCase, .ignoringDiacritics]
    return .comparison(Comparison(AttributeTerm(key), .equal, .string(string), modifiers))
  }
}
