// SPDX-License-Identifier: Apache-2.0

import SystemPlatform

/// Finds files with equal content.
///
/// Only files of equal size are read, and of these only as much as distinguishes them.
struct DuplicateFinder {
  struct Group {
    /// Of each file, in bytes.
    let size: Int
    /// The paths of the files, in ascending order.
    let paths: [[UInt8]]

    /// What the copies take, in bytes.
    var surplus: Int { size * (paths.count - 1) }
  }

  private(set) var groups: [Group] = []
  /// Why files could not be read.
  private(set) var failures: [SystemError] = []

  /// Number of bytes at both ends that are compared first, so that only files that are probably equal are compared as a whole.
  private static let endByteCount = 4096

  private struct Ends: Hashable {
    /// As it is now, which may differ from what an index says.
    let size: Int
    let beginning: [UInt8]
    let end: [UInt8]
  }

  /// Adds the groups of files of which an index says that they have the same size.
  ///
  /// - Complexity: O(bytes of files that are equal)
  mutating func add(_ paths: [[UInt8]]) {
    var byEnds: [Ends: [[UInt8]]] = [:]
    var known: Set<FileFacts.Identity> = []
    for path in paths.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      do throws(SystemError) {
        let file = try ReadableFile(Path(path), followsLink: false)
        // Several names of one file are no copies. A file that was replaced by something else is of no interest.
        guard file.kind == .regular, file.byteCount > 0, known.insert(file.identity).inserted else { continue }
        let size = file.byteCount
        let beginning = try file.bytes(at: 0, count: Self.endByteCount)
        let end = try file.bytes(at: max(0, size - Self.endByteCount), count: Self.endByteCount)
        byEnds[Ends(size: size, beginning: beginning, end: end), default: []].append(path)
      } catch {
        note(error)
      }
    }
    for (ends, paths) in byEnds where paths.count > 1 {
      for equal in equalOnes(among: paths) where equal.count > 1 { groups.append(Group(size: ends.size, paths: equal)) }
    }
  }

  /// Divides files into those with equal content.
  private mutating func equalOnes(among paths: [[UInt8]]) -> [[[UInt8]]] {
    var classes: [[[UInt8]]] = []
    for path in paths {
      do throws(SystemError) {
        let file = try ReadableFile(Path(path), followsLink: false)
        var index = 0
        while index < classes.count {
          let other = try ReadableFile(Path(classes[index][0]), followsLink: false)
          if try file.hasContents(of: other) { break }
          index += 1
        }
        if index == classes.count { classes.append([]) }
        classes[index].append(path)
      } catch {
        note(error)
      }
    }
    return classes
  }

  /// A file that has vanished is no failure.
  private mutating func note(_ error: SystemError) {
    if !error.code.isMissing { failures.append(error) }
  }

  /// The groups whose copies take most space come first.
  mutating func sort() {
    groups.sort { one, other in
      one.surplus != other.surplus ? one.surplus > other.surplus : one.paths[0].lexicographicallyPrecedes(other.paths[0])
    }
  }
}
