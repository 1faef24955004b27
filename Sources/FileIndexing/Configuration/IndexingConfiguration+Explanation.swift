internal import TextAnalysis

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
    let turnOn = "'mdutil -i on \(PrintableText.path(path))' indexes it"
    switch exclusion {
    case .path(let excluded):
      let reason = "\(line(.exclude, excluded) ?? file) excludes \(PrintableText.path(excluded))"
      return reason + "; " + (isDirectory || excluded == path ? turnOn : "remove that line to index it")
    case .marker(let directory):
      return "\(PrintableText.path(directory)) contains a file .metadata_never_index; remove that file to index the folder"
    case .name(let entry, let rule):
      let reason: String
      var advice: String
      switch rule {
      case .hidden:
        reason = "names that begin with a dot are not indexed"
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
