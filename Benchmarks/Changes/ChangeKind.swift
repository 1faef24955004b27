// SPDX-License-Identifier: Apache-2.0

/// A kind of change of one document.
enum ChangeKind: String, CaseIterable, Sendable {
  /// A new file. The query is its name.
  case created
  /// A file with another size and date, whose content is not read yet. The query is its size.
  case touched
  /// A file with another size and date, and its new content of 2 KB of text. The query is a word of
  /// the text.
  case rewritten
}
