// SPDX-License-Identifier: Apache-2.0

/// One line of text with a cursor, edited as by readline(3).
package struct LineEditor: Sendable {
  package private(set) var text: String
  package private(set) var cursor: String.Index

  package init(_ text: String = "") {
    self.text = text
    cursor = text.endIndex
  }

  package var isAtEnd: Bool { cursor == text.endIndex }
  package var beforeCursor: Substring { text[..<cursor] }

  /// Changes the line as a key asks for.
  ///
  /// - Returns: Whether the key is one that edits a line.
  package mutating func apply(_ key: TerminalKey) -> Bool {
    switch key {
    case .text(let typed): insert(typed)
    case .backspace: remove(from: cursor == text.startIndex ? cursor : text.index(before: cursor))
    case .delete: remove(from: cursor, to: isAtEnd ? cursor : text.index(after: cursor))
    case .deleteWord: remove(from: wordStart)
    case .deleteLine: remove(from: text.startIndex)
    case .deleteToEnd: remove(from: cursor, to: text.endIndex)
    case .left: if cursor > text.startIndex { text.formIndex(before: &cursor) }
    case .right: if !isAtEnd { text.formIndex(after: &cursor) }
    case .wordLeft: cursor = wordStart
    case .wordRight: cursor = wordEnd
    case .home: cursor = text.startIndex
    case .end: cursor = text.endIndex
    default: return false
    }
    return true
  }

  private mutating func insert(_ typed: String) {
    // Characters can combine with their neighbours, so indices are not kept across a change.
    let offset = (text[..<cursor] + typed).utf8.count
    text.insert(contentsOf: typed, at: cursor)
    cursor = text.utf8.index(text.startIndex, offsetBy: offset)
  }

  private mutating func remove(from start: String.Index, to end: String.Index? = nil) {
    let offset = text[..<start].utf8.count
    text.removeSubrange(start..<(end ?? cursor))
    cursor = text.utf8.index(text.startIndex, offsetBy: offset)
  }

  private var wordStart: String.Index {
    var start = cursor
    while start > text.startIndex, text[text.index(before: start)].isWhitespace { text.formIndex(before: &start) }
    while start > text.startIndex, !text[text.index(before: start)].isWhitespace { text.formIndex(before: &start) }
    return start
  }

  private var wordEnd: String.Index {
    let start = text[cursor...].firstIndex { !$0.isWhitespace } ?? text.endIndex
    return text[start...].firstIndex(where: \.isWhitespace) ?? text.endIndex
  }
}
