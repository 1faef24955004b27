// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ImporterSupport
internal import Markup

/// A notebook of Jupyter: cells of Markdown and code in JSON.
struct Notebook: Decodable {
  let cells: [Cell]
  private let metadata: Metadata?

  /// - Throws: If the bytes are not JSON, or not that of a notebook.
  init(_ bytes: [UInt8]) throws { self = try JSONDecoder().decode(Self.self, from: Data(bytes)) }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Keys.self)
    metadata = try? values.decode(Metadata.self, forKey: .metadata)
    // Until version 3 of the format, cells are in worksheets.
    cells =
      try values.decodeIfPresent([Worksheet].self, forKey: .worksheets)?.flatMap(\.cells) ?? values.decode([Cell].self, forKey: .cells)
  }

  /// The title in the metadata, or the first heading.
  var title: String? {
    if let title = metadata?.title?.oneLine, !title.isEmpty { return title }
    return cells.lazy.compactMap(\.heading).first?.oneLine
  }

  var authors: [String] { metadata?.authors ?? [] }

  /// The programming language of the code.
  var language: String? { metadata?.language }

  private enum Keys: String, CodingKey { case cells, metadata, worksheets }

  private struct Worksheet: Decodable { let cells: [Cell] }
}

extension Notebook {
  struct Cell: Decodable {
    private let kind: String?
    let source: String
    private let outputs: [Output]

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Keys.self)
      kind = try? values.decode(String.self, forKey: .kind)
      source = (try? values.decode(Lines.self, forKey: .source))?.text ?? (try? values.decode(Lines.self, forKey: .input))?.text ?? ""
      outputs = (try? values.decode([Output].self, forKey: .outputs)) ?? []
    }

    /// The first heading.
    var heading: String? {
      switch kind {
      case "markdown": MarkdownMetadata.heading(in: source.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...])
      case "heading": source
      default: nil
      }
    }

    /// The text that the code printed or resulted in.
    var output: String { outputs.compactMap(\.text).joined(separator: "\n") }

    private enum Keys: String, CodingKey {
      case input, outputs, source
      case kind = "cell_type"
    }
  }

  private struct Output: Decodable {
    let text: String?

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Keys.self)
      let data = try? values.nestedContainer(keyedBy: Keys.self, forKey: .data)
      text = (try? data?.decode(Lines.self, forKey: .plain))?.text ?? (try? values.decode(Lines.self, forKey: .text))?.text
    }

    private enum Keys: String, CodingKey {
      case data, text
      case plain = "text/plain"
    }
  }

  /// A text, or its lines, which keep their newlines.
  private struct Lines: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let text = try? value.decode(String.self) { self.text = text } else { text = try value.decode([String].self).joined() }
    }
  }

  private struct Metadata: Decodable {
    let title: String?
    let authors: [String]
    let language: String?

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Keys.self)
      title = try? values.decode(String.self, forKey: .title)
      authors = (try? values.decode([Author].self, forKey: .authors))?.compactMap(\.name) ?? []
      // Notebooks that never ran have only a kernel.
      let information = try? values.nestedContainer(keyedBy: Keys.self, forKey: .languageInformation)
      let kernel = try? values.nestedContainer(keyedBy: Keys.self, forKey: .kernel)
      language = (try? information?.decode(String.self, forKey: .name)) ?? (try? kernel?.decode(String.self, forKey: .language))
    }

    private enum Keys: String, CodingKey {
      case authors, language, name, title
      case kernel = "kernelspec"
      case languageInformation = "language_info"
    }
  }

  private struct Author: Decodable {
    let name: String?

    init(from decoder: any Decoder) throws {
      if let name = try? decoder.singleValueContainer().decode(String.self) {
        self.name = name
      } else {
        name = try? decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .name)
      }
    }

    private enum Keys: CodingKey { case name }
  }
}
