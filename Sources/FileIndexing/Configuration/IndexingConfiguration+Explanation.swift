// SPDX-License-Identifier: Apache-2.0

internal import LogMessages

extension IndexingConfiguration {
  /// A line for users that names the line of the configuration file or the built-in rule that
  /// excludes a path, and says how to have the path indexed.
  ///
  /// - Parameters:
  ///   - exclusion: The exclusion of `path` according to ``exclusions``.
  ///   - file: The path of the configuration file.
  package static func explanation(
    of exclusion: Exclusion, for path: [UInt8], isDirectory: Bool, file: String, home: [UInt8]
  ) throws(ConfigurationError) -> String {
    let text = try text(ofFile: file) ?? ""
    func line(_ setting: Setting, _ value: [UInt8]) -> String? {
      self.line(of: setting, value, in: text, home: home).map { "line \($0) of \(file)" }
    }
    let turnOn = "'mdutil -i on \(PrintableText.argument(path))' indexes it"
    switch exclusion {
    case .path(let excluded):
      let reason = "\(line(.exclude, excluded) ?? file) excludes \(PrintableText.path(excluded))"
      return reason + "; " + (isDirectory || excluded == path ? turnOn : "remove that line to index it")
    case .marker(let marker, let directory):
      return "\(PrintableText.path(directory)) contains a file \(marker.fileName); remove that file to index the folder"
    case .name(let entry, let rule):
      let reason: String
      var advice: String
      switch rule {
      case .builtIn(let exclusion):
        reason = "\(exclusion.subject) not indexed"
        advice = "nothing but a root inside it is indexed"
        if entry == path, !isDirectory { return reason }
      case .gitignore(let ignoring, let line):
        reason = "line \(line) of \(PrintableText.path(ignoring)) ignores it"
        advice = "'respect-gitignore = no' in \(file) indexes it"
      case .hidden:
        reason = "names that begin with a dot are not indexed"
        advice = "'hidden = yes' in \(file) indexes them"
      case .besideMail:
        reason = "names that begin with a dot are not indexed, except for mail"
        advice = "'hidden = yes' in \(file) indexes them"
      case .noIndexDirectory:
        reason = "folders named *.noindex are not indexed"
        advice = "rename it to index it"
      case .pattern(let pattern):
        let configured = line(.excludeName, Array(pattern.utf8))
        reason = configured.map { "\($0) excludes names like \(pattern)" } ?? "folders and files named \(pattern) are not indexed"
        advice = configured == nil ? "rename it to index it" : "remove that line to index it"
      }
      if isDirectory { advice = turnOn }
      let subject = entry == path ? "" : "\(PrintableText.path(entry)): "
      return subject + reason + "; " + advice
    }
  }
}

extension BuiltInExclusion {
  /// What is excluded, as the beginning of a sentence.
  fileprivate var subject: String {
    switch self {
    case .versionControl: "the internal files of version-control systems are"
    case .cache: "caches are"
    case .trash: "the trash is"
    case .snapshots: "snapshots of file systems are"
    case .secrets: "keys and passwords are"
    }
  }
}

extension FolderMarker {
  /// What to say about a folder that is indexed and contains the marker.
  package var notice: String { "what is in it is not indexed: it contains \(fileName)" }
}

extension IndexingConfiguration {
  /// A line for users that says why the content of a file, or of what is in a folder, is not read
  /// although names are indexed; `nil` if it is.
  package func contentNotice(of path: [UInt8], isDirectory: Bool, file: String) -> String? {
    guard let tree = exclusions.unreadTree(containing: isDirectory ? path : path.parent) else { return nil }
    let subject = tree == path ? "it" : PrintableText.path(tree)
    return "names only: \(subject) contains dependencies or build products, whose contents are not read; "
      + "'dependency-contents = yes' in \(file) has them read"
  }

  /// A line for users that says that of what is in a folder, only mail is indexed; `nil` if more is.
  package func mailNotice(of directory: [UInt8], file: String) -> String? {
    switch exclusions.mailPlace(of: directory) {
    case .anywhere, .store: nil
    case .above, .begunFolder: "of what is in it, only mail is indexed; 'hidden = yes' in \(file) indexes the rest"
    }
  }
}
