// SPDX-License-Identifier: Apache-2.0

/// The folders of a user's home that desktops know by their purpose: the file `user-dirs.dirs`.
package struct UserFolders: Sendable {
  /// The real path of the folder for documents. It need not exist.
  package let documents: [UInt8]

  /// - Parameters:
  ///   - configurationFolder: The folder that contains `user-dirs.dirs`.
  ///   - home: The home folder.
  /// - Throws: ``ConfigurationError`` if the file cannot be read. Without a file, the folder for documents is `Documents`.
  package init(configurationFolder: String, home: [UInt8]) throws(ConfigurationError) {
    let text = try IndexingConfiguration.text(ofFile: configurationFolder + "/user-dirs.dirs") ?? ""
    documents = IndexingConfiguration.realPath(of: Self.path(of: "XDG_DOCUMENTS_DIR", in: text, home) ?? home + Array("/Documents".utf8))
  }

  /// The value of a variable: a path in quotes that is absolute or begins with `$HOME/`. `nil` if it has none, or if it is the home
  /// folder itself, which means that there is no such folder.
  static func path(of variable: String, in text: String, _ home: [UInt8]) -> [UInt8]? {
    let line = text.linesWithEnds.last { $0.drop(while: \.isWhitespace).hasPrefix(variable + "=\"") }
    guard let line, let start = line.firstIndex(of: "\""), let end = line.lastIndex(of: "\""), start < end else { return nil }
    let value = line[line.index(after: start)..<end]
    if value.hasPrefix("/") { return Array(value.utf8) }
    guard value.hasPrefix("$HOME/"), value.utf8.count > "$HOME/".utf8.count else { return nil }
    return home + Array(value.dropFirst("$HOME".count).utf8)
  }
}
