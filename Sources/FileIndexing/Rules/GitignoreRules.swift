// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The files of patterns that apply to the entries of one directory of a Git repository.
struct GitignoreRules: Sendable {
  /// The nearest first. The first file with a pattern that matches decides.
  fileprivate var files: [GitignoreFile]

  /// The file and the line that ignore the entry `name` of the directory `parent`; `nil` if it is not
  /// ignored.
  func line(ignoring name: [UInt8], in parent: [UInt8], isDirectory: Bool) -> (file: [UInt8], number: Int)? {
    let entry = parent.appending(component: name)
    for file in files {
      let start = file.base.count + (file.base.last == UInt8(ascii: "/") ? 0 : 1)
      if let verdict = file.verdict(on: name, at: entry[start...], isDirectory: isDirectory) {
        return verdict.isIgnored ? (file.path, verdict.line) : nil
      }
    }
    return nil
  }
}

/// Finds the rules for directories, and remembers them: those of a directory include those of the
/// directories above it.
///
/// Does not notice changes of the files, so it serves one crawl or one batch of changes.
final class GitignoreFinder: Sendable {
  /// Maximum number of directories to remember.
  private static let capacity = 4096
  /// Maximum number of bytes in the files that are remembered.
  private static let maximumByteCount = 4 << 20

  private struct State {
    /// `nil` for a directory outside of repositories.
    var rules: [[UInt8]: GitignoreRules?] = [:]
    /// Bytes in their files.
    var byteCount = 0
  }

  private let known = Mutex(State())

  /// Whose files count.
  private let authors: MarkerAuthors

  init(by authors: MarkerAuthors = .everybody) { self.authors = authors }

  static let fileName = Array(".gitignore".utf8)
  static let repositoryName = Array(".git".utf8)

  /// The rules for the entries of a directory; `nil` if it is in no repository.
  func rules(for directory: [UInt8]) -> GitignoreRules? {
    if let found = known.withLock({ $0.rules[directory] }) { return found }
    let (rules, byteCount) = find(directory)
    known.withLock { known in
      if known.rules.count >= Self.capacity || known.byteCount + byteCount > Self.maximumByteCount { known = State() }
      known.rules[directory] = .some(rules)
      known.byteCount += byteCount
    }
    return rules
  }

  /// - Returns: The rules, and the number of bytes in the files that only these have.
  private func find(_ directory: [UInt8]) -> (rules: GitignoreRules?, byteCount: Int) {
    let path = directory.appending(component: Self.fileName)
    let own = authors.include(path, in: directory) ? GitignoreFile(at: path, base: directory) : nil
    let isRepository = authors.include(directory.appending(component: Self.repositoryName), in: directory)
    if isRepository, let repository = GitDirectory(ofWorkTree: directory) {
      let exclude = GitignoreFile(at: repository.exclude, base: directory, owner: repository.owner)
      let files = [own, exclude].compactMap(\.self)
      return (GitignoreRules(files: files), files.reduce(0) { $0 + $1.byteCount })
    }
    guard directory.count > 1, var rules = rules(for: directory.parent) else { return (nil, 0) }
    if let own { rules.files.insert(own, at: 0) }
    return (rules, own?.byteCount ?? 0)
  }
}
