import Attributes

/// What a part of a file's name stands for, as an option gives it.
extension Predicate {
  /// Names that contain `text`, or, when it has wildcards of a shell (`*`, `?`, `[…]`), names all of which are like it. Case and accents do
  /// not matter.
  ///
  /// With a slash in it, what follows the last slash must begin the name, or with wildcards be like all of it, and all of `text` must be in the
  /// path. A text with a set in brackets is also looked for as it is: copies of files are often called `name[1]`.
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
