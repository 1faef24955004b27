/// An option of another program that a user may type by habit.
package struct ForeignOption: Sendable {
  /// The name without the dash.
  let name: String
  /// What to write instead, such as `-0` or `modified:7d`; `nil` if nothing corresponds.
  let replacement: String?
  /// Whether this word is the option and not a word to exclude, judged by the argument after it.
  let isMeant: @Sendable (_ next: String?) -> Bool

  package init(_ name: String, _ replacement: String?, ifMeant isMeant: @escaping @Sendable (_ next: String?) -> Bool = { _ in true }) {
    self.name = name
    self.replacement = replacement
    self.isMeant = isMeant
  }
}
