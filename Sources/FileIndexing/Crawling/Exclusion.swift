/// Why a path is not indexed.
package enum Exclusion: Equatable, Sendable {
  /// The configuration excludes this path, which is the path itself or a folder above it.
  case path([UInt8])
  /// The name of the entry at this path, which is the path itself or a folder above it.
  case name([UInt8], NameRule)
  /// This folder above the path holds a file `.metadata_never_index`.
  case marker(folder: [UInt8])

  package enum NameRule: Equatable, Sendable {
    /// It begins with a dot.
    case hidden
    /// It is that of a folder and ends in `.noindex`.
    case noIndexFolder
    /// It matches a pattern of the configuration, or a built-in one.
    case pattern(String)
  }
}
