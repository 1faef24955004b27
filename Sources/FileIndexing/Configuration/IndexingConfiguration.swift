// SPDX-License-Identifier: Apache-2.0

internal import IndexStore
package import LogMessages
internal import SystemPlatform

/// What is indexed, and with what limits: the contents of the configuration file
/// `searchlight.conf`.
///
/// Each line is a setting, `name = value`, or a comment that begins with `#`. Some settings may be
/// repeated. See ``Setting``. Lines end in LF, CR LF or CR.
package struct IndexingConfiguration: Sendable, Equatable {
  /// Whether the files belong to all users of the system, who need not trust each other.
  package private(set) var isOfSystem = false
  /// Real paths of the folders to index.
  package var roots: [[UInt8]] = []
  /// The real paths of the roots that the configuration names by symbolic links, by the paths in the
  /// configuration.
  package var rootSpellings: [[UInt8]: [UInt8]] = [:]
  /// Whether entries that Git ignores are left out.
  package var respectsGitignore = false
  /// Real paths of the folders with the desktop entries of installed programs. They are roots, too, if
  /// there are others, but need not exist.
  package var applicationFolders: [[UInt8]] = []
  /// Real paths. If the configuration names a symbolic link, both the link and what it leads to are
  /// excluded.
  package var excludedPaths: [[UInt8]] = []
  package var excludedNames: [String] = Self.builtInExcludedNames
  package var includesHidden = false
  /// Whether folders with mail are indexed although names on their paths have a leading dot.
  package var includesHiddenMail = true
  /// Whether the contents of files in dependency trees are read.
  package var readsDependencies = false
  /// Number of worker processes; `nil` for one per processor.
  package var workers: Int?
  package var limits = ImportLimits()
  package var sandbox = SandboxPolicy.bestEffort
  /// Whether a worker reads one file after the other.
  package var reusesWorkers = true
  /// Whether contents are read while the computer runs on its battery.
  package var indexesOnBattery = false
  /// Whether it is recorded when and how often files are opened.
  package var readsRecentFiles = true
  /// Whether searches compare meanings.
  package var comparesMeanings = true
  /// Whether text is searched in pictures and scanned pages, and for how many minutes of processor time each day.
  package var readsTextInPictures = false
  package var recognitionMinutes = 30
  /// Whether the files of a file system stay in the index while it is not mounted.
  package var keepsUnmounted = true
  /// Whether file systems are marked instead of watching each directory, which needs a capability.
  package var marksFileSystems = false
  /// Whether the journal gets the paths of files instead of numbers.
  package var logsPaths = false
  /// Lines that are valid and probably do not mean what the user intended.
  package var warnings: [SyntaxError] = []

  /// Directories of file systems, in which nobody has put anything.
  package static let builtInExcludedNames = ["lost+found"]

  /// Each worker needs a process and descriptors; more than the largest machines have processors
  /// only exhaust memory.
  private static let workerRange = 1...1024
  /// Up to a day.
  private static let secondRange = 1...86_400
  /// Up to a day.
  private static let minuteRange = 1...1440
  /// In MiB; up to 1 TiB.
  private static let memoryRange = 1...1_048_576

  /// - Parameter isOfSystem: Whether it is for the index of the system, whose workers need the whole
  ///   sandbox.
  package init(isOfSystem: Bool = false) {
    self.isOfSystem = isOfSystem
    if isOfSystem { (sandbox, readsRecentFiles) = (.required, false) }
  }

  /// The settings that the file may contain.
  package enum Setting: String, CaseIterable, Sendable {
    /// A folder to index. May be repeated. `~` is the home folder.
    case root
    /// A folder to exclude. May be repeated.
    case exclude
    /// A shell pattern of names to exclude, in addition to the built-in ones. May be repeated.
    case excludeName = "exclude-name"
    /// `yes` to index entries with a leading dot.
    case hidden
    /// `no` to leave out mail in such entries, too.
    case hiddenMail = "hidden-mail"
    /// `yes` to read the contents of files in dependency trees, too.
    case dependencyContents = "dependency-contents"
    /// `yes` to leave out what Git ignores.
    case respectGitignore = "respect-gitignore"
    /// `no` to leave out the folders of installed programs.
    case applications
    /// Number of worker processes.
    case workers
    /// Seconds of processor time that one file may take.
    case fileCPUSeconds = "file-cpu-seconds"
    /// Seconds of wall time that one file may take.
    case fileSeconds = "file-seconds"
    /// MiB of memory that one file may take.
    case fileMemory = "file-memory-mib"
    /// MiB of text that may be extracted from one file.
    case fileText = "file-text-mib"
    /// MiB of text that may be extracted from the files inside one file.
    case embeddedText = "embedded-text-mib"
    /// Whether files are read although the kernel lacks a layer of the sandbox.
    case sandbox
    /// `yes` to start a worker process for each file.
    case workerPerFile = "worker-per-file"
    /// `yes` to read contents while the computer runs on its battery.
    case indexOnBattery = "index-on-battery"
    /// `no` to forget when and how often files were opened.
    case recentFiles = "recent-files"
    /// `no` to find no documents by their meaning.
    case semantic
    /// `yes` to search for text in pictures and scanned pages.
    case textInPictures = "text-in-pictures"
    /// Minutes of processor time that this takes each day.
    case textInPicturesMinutes = "text-in-pictures-minutes"
    /// `no` to remove the files of a file system from the index when it is unmounted.
    case keepUnmounted = "keep-unmounted"
    /// `yes` to mark file systems instead of watching each folder.
    case fileSystemMarks = "file-system-marks"
    /// `yes` to log paths in the journal.
    case logPaths = "log-paths"
    /// `no` to end the search window when it is closed. Only the window reads it.
    case windowStays = "window-stays"

    /// Whether each line adds a value. Otherwise the last line counts.
    fileprivate var isList: Bool { [.root, .exclude, .excludeName].contains(self) }
  }

  /// An invalid or doubtful line of the configuration file.
  package struct SyntaxError: Error, Equatable, LogMessageConvertible {
    package var line: Int
    package var message: LogMessage
    package var logMessage: LogMessage { "line \(line): \(message)" }
  }

  /// Follows the symbolic links in the paths of roots and excluded folders, because the catalog
  /// stores real paths.
  ///
  /// - Parameters:
  ///   - home: The path that replaces a leading `~`.
  ///   - isOfSystem: Whether it is the configuration of the system's index.
  /// - Throws: ``SyntaxError`` for the first invalid line.
  package init(parsing text: String, home: [UInt8], isOfSystem: Bool = false) throws(SyntaxError) {
    self.init(isOfSystem: isOfSystem)
    var previous: [Setting: (value: Substring, line: Int)] = [:]
    var includesApplications = true
    for (index, line) in text.linesWithEnds.enumerated() {
      let content = line.trimmed
      if content.isEmpty || content.first == "#" { continue }
      func problem(_ message: LogMessage) -> SyntaxError { SyntaxError(line: index + 1, message: message) }
      guard let equals = content.firstIndex(of: "=") else { throw problem("expected 'name = value', found '\(path: content)'") }
      let name = content[..<equals].trimmed
      let value = content[content.index(after: equals)...].trimmed
      guard let setting = Setting(rawValue: String(name)) else {
        throw problem("unknown setting '\(name)'; known settings: \(Setting.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      guard !value.isEmpty else { throw problem("'\(name)' has no value") }
      if let other = previous[setting], !setting.isList, other.value != value {
        warnings.append(problem("'\(name)' replaces the value of line \(other.line)"))
      }
      previous[setting] = (value, index + 1)
      func path() throws(SyntaxError) -> [UInt8] {
        guard let path = Self.absolute(value, home: home) else {
          throw problem("'\(path: value)' is not an absolute path\(Self.advice(onRelativePath: value))")
        }
        guard !path.contains(0), path.count < Path.maximumLength else {
          throw problem("the path of '\(name)' is longer than \(Path.maximumLength - 1) bytes or contains a zero byte")
        }
        return path
      }
      func flag() throws(SyntaxError) -> Bool {
        guard value == "yes" || value == "no" else { throw problem("'\(name)' must be yes or no, not '\(value)'") }
        return value == "yes"
      }
      func count(_ range: ClosedRange<Int>) throws(SyntaxError) -> Int {
        guard let number = Int(value), range.contains(number) else {
          throw problem("'\(name)' needs a whole number from \(range.lowerBound) to \(range.upperBound), not '\(value)'")
        }
        return number
      }
      switch setting {
      case .root:
        let path = try path()
        let root = path.realPath
        if path != root { rootSpellings[path] = root }
        if FileStatus(at: root) == nil, let doubt = Self.doubt(aboutPath: value) { warnings.append(problem(doubt)) }
        if value.contains(where: "*?[".contains), FileStatus(at: root) == nil {
          warnings.append(problem("nothing is named '\(path: value)'; 'root' takes one path, without wildcards"))
        }
        if let kind = FileStatus(at: root)?.kind, kind != .directory {
          warnings.append(problem("'\(path: value)' is not a folder, and only a folder can be a root"))
        }
        if BuiltInExclusion.ofPath(root) == .secrets {
          warnings.append(problem("'\(path: value)' contains keys or passwords, which searches find because it is a root"))
        }
        roots.append(root)
      case .exclude:
        let path = try path()
        if FileStatus(at: path) == nil, let doubt = Self.doubt(aboutPath: value) { warnings.append(problem(doubt)) }
        if value.contains(where: "*?[".contains), FileStatus(at: path) == nil {
          warnings.append(
            problem("nothing is named '\(path: value)'; 'exclude' takes one path, and 'exclude-name' takes patterns for names"))
        }
        let (entry, target) = (path.realEntryPath, path.realPath)
        excludedPaths += entry == target ? [target] : [entry, target]
      case .excludeName:
        guard !value.contains("/") else {
          throw problem("'\(name)' takes a pattern for a name, and '\(path: value)' contains a slash; 'exclude' takes paths")
        }
        if let doubt = Self.doubt(aboutPattern: value) { warnings.append(problem(doubt)) }
        excludedNames.append(String(value))
      case .hidden: includesHidden = try flag()
      case .hiddenMail: includesHiddenMail = try flag()
      case .dependencyContents: readsDependencies = try flag()
      case .respectGitignore: respectsGitignore = try flag()
      case .applications: includesApplications = try flag()
      case .workers: workers = try count(Self.workerRange)
      case .fileCPUSeconds: limits.processorTime = .seconds(try count(Self.secondRange))
      case .fileSeconds: limits.wallTime = .seconds(try count(Self.secondRange))
      case .fileMemory: limits.memory = UInt64(try count(Self.memoryRange)) << 20
      case .fileText: limits.text = UInt64(try count(Self.memoryRange)) << 20
      case .embeddedText: limits.embeddedText = UInt64(try count(0...4096)) << 20
      case .sandbox:
        guard let policy = SandboxPolicy(rawValue: String(value)) else {
          throw problem("'sandbox' must be required or best-effort, not '\(value)'")
        }
        if isOfSystem, policy == .bestEffort {
          warnings.append(problem("'\(name) = \(value)' has no effect: the system's index requires the whole sandbox"))
        } else {
          sandbox = policy
        }
      case .workerPerFile: reusesWorkers = try !flag()
      case .indexOnBattery: indexesOnBattery = try flag()
      case .recentFiles: readsRecentFiles = try flag() && !isOfSystem
      case .semantic: comparesMeanings = try flag()
      case .textInPictures:
        readsTextInPictures = try flag() && !isOfSystem
        if isOfSystem, value == "yes" {
          warnings.append(problem("'\(name) = \(value)' has no effect: no text is searched in pictures of the system's index"))
        }
      case .textInPicturesMinutes: recognitionMinutes = try count(Self.minuteRange)
      case .keepUnmounted: keepsUnmounted = try flag()
      case .fileSystemMarks: marksFileSystems = try flag()
      case .logPaths: logsPaths = try flag()
      case .windowStays: _ = try flag()
      }
    }
    if includesApplications { addApplications() }
  }

  /// The roots without duplicates, each before the roots inside it. The order matters because
  /// listing a directory may remove the tree of a root inside it from the catalog; the crawl of
  /// that root must follow. A directory that is both a root and excluded is left out.
  package var indexedRoots: [[UInt8]] {
    let named = Set(roots).subtracting(excludedPaths)
    guard !named.isEmpty else { return [] }
    // A line that excludes a folder above them means them, too.
    let applications = applicationFolders.filter { folder in
      guard let excluded = excludedPaths.nearest(to: folder) else { return true }
      return excluded.count < Array(named).nearest(to: folder)?.count ?? 0
    }
    return named.union(applications).sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The outermost roots inside a directory.
  package func roots(inside directory: [UInt8]) -> [[UInt8]] { exclusions.roots(inside: directory) }

  package var exclusions: ExclusionRules {
    var rules = ExclusionRules()
    rules.includesHidden = includesHidden
    rules.includesHiddenMail = includesHiddenMail
    rules.readsDependencies = readsDependencies
    rules.roots = indexedRoots
    rules.paths = excludedPaths
    rules.namePatterns = excludedNames.map(NamePattern.init)
    rules.markerAuthors = isOfSystem ? .owner : .everybody
    rules.gitignore = respectsGitignore ? GitignoreFinder(by: rules.markerAuthors) : nil
    return rules
  }

  /// The path by which the configuration knows a folder: absolute, without symbolic links.
  package static func realPath(of path: [UInt8]) -> [UInt8] { path.realPath }

  private static func absolute(_ value: Substring, home: [UInt8]) -> [UInt8]? {
    var path = Array(value.utf8)
    if value == "~" || value.hasPrefix("~/") { path.replaceSubrange(0..<1, with: home) }
    guard path.first == UInt8(ascii: "/") else { return nil }
    while path.count > 1, path.last == UInt8(ascii: "/") { path.removeLast() }
    return path
  }
}

extension String {
  /// The lines, each with its end: LF, CR LF or CR.
  var linesWithEnds: [Substring] {
    var lines: [Substring] = []
    var rest = self[...]
    while let end = rest.firstIndex(where: { ["\n", "\r\n", "\r"].contains($0) }) {
      lines.append(rest[...end])
      rest = rest[index(after: end)...]
    }
    return rest.isEmpty ? lines : lines + [rest]
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let start = drop { $0.isWhitespace }
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return start }
    return start[...last]
  }
}
