internal import Glibc

/// The configuration file cannot be used.
package struct ConfigurationError: Error, Equatable, CustomStringConvertible {
  package let path: String
  package let reason: String
  package var description: String { "\(path): \(reason)" }
}

extension IndexingConfiguration {
  /// The configuration in a file. Without a file the home folder is indexed.
  ///
  /// - Parameter home: Without symbolic links in its path: the index knows files by their real paths.
  package static func load(_ path: String, home: [UInt8]) throws(ConfigurationError) -> IndexingConfiguration {
    guard let text = try text(ofFile: path) else {
      var configuration = IndexingConfiguration()
      configuration.roots = [home]
      return configuration
    }
    do throws(SyntaxError) {
      return try IndexingConfiguration(parsing: text, home: home)
    } catch {
      throw ConfigurationError(path: path, reason: "\(error)")
    }
  }

  /// - Returns: `nil` when there is no file.
  package static func text(ofFile path: String) throws(ConfigurationError) -> String? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw ConfigurationError(path: path, reason: unsafe String(cString: strerror(errno)))
    }
    defer { close(file) }
    // Far more than anybody writes.
    let capacity = 1 << 20
    var count = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initialized in
      count = unsafe read(file, buffer.baseAddress, capacity)
      initialized = max(count, 0)
    }
    guard count >= 0 else { throw ConfigurationError(path: path, reason: unsafe String(cString: strerror(errno))) }
    guard count < capacity else { throw ConfigurationError(path: path, reason: "it is longer than 1 MiB") }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw ConfigurationError(path: path, reason: "it is not UTF-8") }
    return text
  }

  // MARK: Editing

  /// A file's text with one more line.
  ///
  /// - Parameter text: `nil` for a file that is to be made, with every setting explained.
  package static func adding(_ setting: Setting, _ value: String, to text: String?) -> String {
    var text = text ?? explanation
    if !text.isEmpty, text.last != "\n" { text += "\n" }
    return text + "\(setting.rawValue) = \(value)\n"
  }

  /// A file's text without the lines whose setting names one of some folders; everything else stays as it was written.
  ///
  /// - Parameter isNamed: Asked about each path of a line with this setting.
  package static func removing(
    _ setting: Setting, from text: String, home: [UInt8], where isNamed: ([UInt8]) -> Bool
  ) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.filter { line in
      guard let alone = try? IndexingConfiguration(parsing: String(line), home: home) else { return true }
      return !(setting == .root ? alone.roots : alone.excludedPaths).contains(where: isNamed)
    }.joined(separator: "\n")
  }

  // MARK: Looking up

  /// The number of the first line with this folder or pattern in a setting; `nil` when there is none.
  package static func line(of setting: Setting, _ value: [UInt8], in text: String, home: [UInt8]) -> Int? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.firstIndex { line in
      guard let alone = try? IndexingConfiguration(parsing: String(line), home: home) else { return false }
      return switch setting {
      case .root: alone.roots == [value]
      case .exclude: alone.excludedPaths == [value]
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
    # workers = 2               processes that read contents; default: one per processor
    # file-cpu-seconds = 60     limits for reading one file: processor time,
    # file-seconds = 300        time,
    # file-memory-mib = 512     and memory

    """
}
