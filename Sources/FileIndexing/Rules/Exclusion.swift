// SPDX-License-Identifier: Apache-2.0

/// Why a path is not indexed.
package enum Exclusion: Equatable, Sendable {
  /// The configuration excludes this path, which is the path in question or a directory above it.
  case path([UInt8])
  /// The entry at this path is excluded by its name. It is the path in question or a directory
  /// above it.
  case name([UInt8], NameRule)
  /// This directory above the path in question contains a marker.
  case marker(FolderMarker, directory: [UInt8])

  package enum NameRule: Equatable, Sendable {
    case builtIn(BuiltInExclusion)
    /// The name begins with a dot.
    case hidden
    /// The entry is in a directory whose name begins with a dot, and of which only mail is indexed. The path
    /// is that of the directory.
    case besideMail
    /// The entry is a directory, and its name ends in `.noindex`.
    case noIndexDirectory
    /// The name matches a pattern of the configuration, or a built-in one.
    case pattern(String)
    /// A line of this file for Git ignores the entry.
    case gitignore(file: [UInt8], line: Int)
  }
}
