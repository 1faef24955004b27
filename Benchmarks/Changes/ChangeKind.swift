/// What happens to one document in one commit.
enum ChangeKind: String, CaseIterable, Sendable {
  /// A new file: sought by its name.
  case created
  /// A file of another size and date, whose content is not read yet: sought by its size.
  case touched
  /// A file of another size and date, with its new content of 2 KB of text: sought by a word of it.
  case rewritten
}
