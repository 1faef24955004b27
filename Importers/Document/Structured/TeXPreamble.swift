// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport
internal import Markup

/// The title and the authors that a TeX document declares.
enum TeXPreamble {
  static func metadata(in text: String) -> TextMetadata {
    var metadata = TextMetadata()
    let text = text.split(separator: "\n", omittingEmptySubsequences: false).map(withoutComment).joined(separator: "\n")
    metadata.title = argument(of: "\\title", in: text).map(plain).flatMap { $0.isEmpty ? nil : $0 }
    for author in argument(of: "\\author", in: text)?.split(separator: "\\and") ?? [] {
      // An address follows in further lines.
      let name = plain(author.split(separator: "\\\\").first.map(String.init) ?? "")
      if !name.isEmpty { metadata.authors.appendNew(name) }
    }
    for command in ["keywords", "subtitle", "date"] {
      if let text = argument(of: "\\" + command, in: text).map(plain) { metadata.others.append((command, text)) }
    }
    takeProperties(in: text, &metadata)
    return metadata
  }

  /// The properties of the PDF document, as the package hyperref sets them: `\hypersetup{pdftitle={Title}, pdfauthor={Ada}}`.
  private static func takeProperties(in text: String, _ metadata: inout TextMetadata) {
    guard let setup = argument(of: "\\hypersetup", in: text) else { return }
    for name in ["title", "author", "subject", "keywords", "lang"] {
      guard let found = setup.firstRange(of: "pdf" + name) else { continue }
      let rest = setup[found.upperBound...].drop { $0.isWhitespace || $0 == "=" }
      let value = rest.first == "{" ? argument(of: "", in: String(rest)) ?? "" : String(rest.prefix { $0 != "," })
      let words = plain(value)
      if words.isEmpty { continue }
      if name == "title", metadata.title == nil { metadata.title = words } else { metadata.others.append((name, words)) }
    }
  }

  /// The line up to a percent sign that is no character of the text.
  private static func withoutComment(_ line: Substring) -> Substring {
    var isEscaped = false
    for index in line.indices {
      if line[index] == "%", !isEscaped { return line[..<index] }
      isEscaped = line[index] == "\\" && !isEscaped
    }
    return line
  }

  /// The text in braces after a command, which may also have an argument in brackets.
  private static func argument(of command: String, in text: String) -> String? {
    var rest = text[...]
    if !command.isEmpty {
      guard let found = text.firstRange(of: command) else { return nil }
      rest = text[found.upperBound...]
    }
    rest = rest.drop(while: \.isWhitespace)
    if rest.first == "[" { rest = rest.drop { $0 != "]" }.dropFirst().drop(while: \.isWhitespace) }
    guard rest.first == "{" else { return nil }
    var depth = 0
    for index in rest.indices {
      if rest[index] == "{" { depth += 1 }
      if rest[index] == "}" { depth -= 1 }
      if depth == 0 { return String(rest[rest.index(after: rest.startIndex)..<index]) }
    }
    return nil
  }

  /// The text without commands. Their arguments are kept, except for footnotes.
  private static func plain(_ text: String) -> String {
    text.replacing(/\\(?:thanks|footnote)\{[^}]*\}/, with: "").replacing(/\\[A-Za-z]+\*?|\\\\|[{}$]/, with: " ").replacing("~", with: " ")
      .replacing(/\\([^A-Za-z])/) { String($0.output.1) }.oneLine
  }
}
