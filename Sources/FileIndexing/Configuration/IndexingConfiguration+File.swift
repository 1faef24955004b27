// SPDX-License-Identifier: Apache-2.0

package import LogMessages
internal import SystemPlatform

/// The configuration file cannot be read or has an error.
package struct ConfigurationError: Error, Equatable, LogMessageConvertible {
  package let path: String
  package let reason: LogMessage
  package var logMessage: LogMessage { "\(PrintableText.path(Array(path.utf8))): \(reason)" }
}

extension IndexingConfiguration {
  /// Loads the configuration from a file. If there is no file, the home folder is the only root.
  ///
  /// - Parameters:
  ///   - home: The path of the home folder without symbolic links, because the catalog stores real
  ///     paths.
  ///   - isOfSystem: Whether the index is that of the system, which has no root without a file.
  package static func load(_ path: String, home: [UInt8], isOfSystem: Bool = false) throws(ConfigurationError) -> IndexingConfiguration {
    guard let text = try text(ofFile: path) else {
      var configuration = IndexingConfiguration(isOfSystem: isOfSystem)
      if isOfSystem { return configuration }
      configuration.roots = [home]
      configuration.addApplications()
      return configuration
    }
    do throws(SyntaxError) {
      return try IndexingConfiguration(parsing: text, home: home, isOfSystem: isOfSystem)
    } catch {
      throw ConfigurationError(path: path, reason: "\(error)")
    }
  }

  /// - Returns: The text of the configuration file; `nil` if there is no file.
  package static func text(ofFile path: String) throws(ConfigurationError) -> String? {
    // Larger than any file that a person writes.
    let limit = 1 << 20
    var bytes: [UInt8]?
    do throws(SystemError) {
      let file = try ReadableFile(Path(path))
      if file.kind == .regular { bytes = try file.contents(limit: limit) }
    } catch {
      if error.code == .noSuchFileOrDirectory, Path(path).isEntry() {
        throw ConfigurationError(path: path, reason: "a symbolic link to a file that does not exist; create the file, or remove the link")
      }
      if error.code.isMissing { return nil }
      throw ConfigurationError(path: path, reason: "\(error.code)")
    }
    guard let bytes else { throw ConfigurationError(path: path, reason: "not a regular file") }
    guard bytes.count < limit else { throw ConfigurationError(path: path, reason: "it is longer than 1 MiB") }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw ConfigurationError(path: path, reason: "it is not UTF-8") }
    // Some editors begin a file with a byte order mark.
    return text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
  }

  // MARK: Editing

  /// Adds a line to the text of a configuration file.
  ///
  /// - Parameter text: The present text; `nil` to begin a new file, with a comment that explains
  ///   every setting.
  package static func adding(_ setting: Setting, _ value: String, to text: String?) -> String {
    var text = text ?? explanation
    let end = text.contains("\r\n") ? "\r\n" : "\n"
    if let last = text.last, !last.isNewline { text += end }
    return text + "\(setting.rawValue) = \(value)" + end
  }

  /// Removes lines from the text of a configuration file. All other lines stay as they are.
  ///
  /// - Parameters:
  ///   - setting: ``Setting/root`` or ``Setting/exclude``.
  ///   - isNamed: Called with the path of each line with this setting; `true` removes the line.
  package static func removing(
    _ setting: Setting, from text: String, home: [UInt8], where isNamed: ([UInt8]) -> Bool
  ) -> String {
    text.linesWithEnds.filter { line in
      guard let alone = try? IndexingConfiguration(parsing: String(line), home: home) else { return true }
      return !(setting == .root ? alone.roots : alone.excludedPaths).contains(where: isNamed)
    }.joined()
  }

  // MARK: Looking up

  /// The number, from 1, of the first line that has this path or pattern in a setting; `nil` if
  /// there is none.
  package static func line(of setting: Setting, _ value: [UInt8], in text: String, home: [UInt8]) -> Int? {
    text.linesWithEnds.firstIndex { line in
      guard let alone = try? IndexingConfiguration(parsing: String(line), home: home) else { return false }
      return switch setting {
      case .root: alone.roots == [value]
      case .exclude: alone.excludedPaths.contains(value)
      case .excludeName: alone.excludedNames.dropFirst(builtInExcludedNames.count).first.map { Array($0.utf8) } == value
      default: false
      }
    }.map { $0 + 1 }
  }

  private static let explanation = """
    # What Searchlight indexes. One setting per line; 'mdutil -i on FOLDER' and 'mdutil -i off FOLDER' add and remove roots.
    # The daemon reads this file when it starts and when it receives SIGHUP.
    #
    # root = ~/Documents        a folder to index; may be repeated. Without this file: the home folder
    # exclude = ~/Documents/x   a folder to exclude; may be repeated. A root inside it is indexed
    # exclude-name = *.tmp      names to exclude, with * ? [a-z]; may be repeated
    # hidden = no               yes: also index names that begin with a dot
    # hidden-mail = yes         no: leave out mail in folders whose names begin with a dot
    # dependency-contents = no  yes: also read what is in node_modules, target, .venv and the like; names are always indexed
    # respect-gitignore = no    yes: do not index what Git ignores in its repositories
    # applications = yes        no: do not index the installed programs
    # workers = 2               processes that read contents; default: one per processor
    # file-cpu-seconds = 60     limits for reading one file: processor time,
    # file-seconds = 300        time,
    # file-memory-mib = 512     and memory
    # file-text-mib = 256       text of one file, unless the file itself is longer; the rest is not indexed
    # embedded-text-mib = 4     text of all files in one archive or message; 0: only their names
    # sandbox = best-effort     required: read no contents if the kernel lacks a part of the sandbox
    # worker-per-file = no      yes: start a process for each file, which is slower and isolates files from each other
    # index-on-battery = no    yes: read contents also while the computer runs on its battery
    # recent-files = yes        no: do not record when and how often files are opened
    # semantic = yes            no: find no documents that are only related in meaning, and compute nothing for that
    # text-in-pictures = no     yes: search for text in pictures and scans, while the computer is idle and not on its battery
    # text-in-pictures-minutes = 30   processor time for that on each day
    # keep-unmounted = yes      no: remove the files of a disk from the index when it is unmounted
    # file-system-marks = no    yes: for servers; one mark for each file system instead of a watch for each folder. Needs CAP_SYS_ADMIN
    # log-paths = no            yes: the journal gets the paths of files and folders instead of numbers
    # window-stays = yes        no: end the search window when it is closed, instead of keeping it hidden

    """
}
