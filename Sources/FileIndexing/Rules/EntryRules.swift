// SPDX-License-Identifier: Apache-2.0

/// The ``ExclusionRules`` for the entries of one directory.
struct EntryRules {
  private let rules: ExclusionRules
  private let parent: [UInt8]
  private let mail: HiddenMail.Place
  private let gitignore: GitignoreRules?
  /// The folders in the directory that environment variables name.
  private let userFolders: [BuiltInExclusion.UserFolder]

  init(of directory: [UInt8], in rules: ExclusionRules) {
    self.rules = rules
    parent = directory
    mail = rules.mailPlace(of: directory)
    gitignore = rules.gitignore?.rules(for: directory)
    userFolders = BuiltInExclusion.userFolders.filter { $0.path.parent == directory }
  }

  /// Whether an entry is excluded. Markers are not considered.
  func excludes(_ name: [UInt8], isDirectory: Bool) -> Bool {
    if nameRule(for: name, isDirectory: isDirectory) != nil { return !(isDirectory && isRoot(name)) }
    guard !rules.paths.isEmpty else { return false }
    return isDirectory ? rules.excludes(tree: parent.appending(component: name)) : rules.paths.contains { $0.isEntry(name, of: parent) }
  }

  /// Whether an entry is excluded only by its name.
  func excludesName(_ name: [UInt8], isDirectory: Bool) -> Bool {
    nameRule(for: name, isDirectory: isDirectory) != nil && !rules.excludes(tree: parent.appending(component: name))
  }

  func isRoot(_ name: [UInt8]) -> Bool { rules.isRoot(name, in: parent) }

  /// Whether an entry whose name begins with a dot may be included.
  ///
  /// - Parameter mayBeDirectory: Only directories are included unless all hidden entries are.
  func mayInclude(hidden name: [UInt8], mayBeDirectory: Bool) -> Bool {
    if rules.includesHidden { return true }
    return mayBeDirectory && (isRoot(name) || includesMail(hidden: name))
  }

  private func includesMail(hidden name: [UInt8]) -> Bool {
    guard rules.includesHiddenMail else { return false }
    switch mail {
    case .above, .begunFolder: return HiddenMail.leadsOn(name, isDirectory: true, at: mail)
    case .anywhere, .store: return HiddenMail.includes(hidden: name, in: parent, at: mail)
    }
  }

  func nameRule(for name: [UInt8], isDirectory: Bool) -> Exclusion.NameRule? {
    // First, because the advice for hidden names does not help here.
    if let reason = BuiltInExclusion.ofEntry(name, in: parent, isDirectory: isDirectory) { return .builtIn(reason) }
    for folder in userFolders where folder.path.isEntry(name, of: parent) { return .builtIn(folder.reason) }
    if mail != .anywhere {
      if !HiddenMail.leadsOn(name, isDirectory: isDirectory, at: mail) { return .besideMail }
      if HiddenMail.isIndex(name, at: mail) { return .builtIn(.cache) }
    }
    if name.first == UInt8(ascii: "."), !rules.includesHidden, !(isDirectory && includesMail(hidden: name)) { return .hidden }
    if isDirectory, name.hasSuffix(".noindex"), rules.markerAuthors.include(parent.appending(component: name), in: parent) {
      return .noIndexDirectory
    }
    for pattern in rules.namePatterns where pattern.matches(name) { return .pattern(pattern.text) }
    let line = gitignore?.line(ignoring: name, in: parent, isDirectory: isDirectory)
    return line.map { .gitignore(file: $0.file, line: $0.number) }
  }
}
