// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

/// Converts paths that a user types to the paths in the index: absolute, in bytes, without symbolic
/// links in the parent folders.
package enum AbsolutePath {
  /// The path of the directory entry that `operand` names. A symbolic link at its end is not
  /// followed, because the link is an entry itself.
  package static func resolve(_ operand: [UInt8]) throws(PathError) -> [UInt8] {
    let absolute = try fromWorkingFolder(operand)
    let trimmed = withoutSlashesAtEnd(absolute)
    let name = lastComponent(trimmed)
    // Only the file system knows which folder `x/..` names, because `x` may be a symbolic link.
    if absolute.count != trimmed.count || name == dot || name == dot + dot || name.isEmpty { return follow(absolute: absolute) }
    let parent = Array(trimmed.dropLast(name.count))
    guard let real = realPath(parent) else { return normalized(absolute) }
    return appending(name, to: real)
  }

  /// The path of the file that `operand` leads to. A symbolic link at its end is followed. If the
  /// file does not exist, the result is that of ``resolve(_:)``.
  package static func follow(_ operand: [UInt8]) throws(PathError) -> [UInt8] { follow(absolute: try fromWorkingFolder(operand)) }

  /// Follows a path that is known to be absolute; see ``follow(_:)``.
  package static func follow(absolute: [UInt8]) -> [UInt8] {
    if let real = realPath(absolute) { return real }
    let plain = normalized(absolute)
    let name = lastComponent(plain)
    guard !name.isEmpty, let parent = realPath(Array(plain.dropLast(name.count))) else { return plain }
    return appending(name, to: parent)
  }

  /// The path of the home folder in the index.
  package static func home(in environment: ToolEnvironment) throws(EnvironmentError) -> [UInt8] {
    follow(absolute: Array(try environment.home().utf8))
  }

  /// Removes `.`, empty names, and each `..` together with the name before it.
  static func normalized(_ path: [UInt8]) -> [UInt8] {
    var names: [ArraySlice<UInt8>] = []
    for name in path.split(separator: slash) where name != dot[...] {
      if name == (dot + dot)[...] { _ = names.popLast() } else { names.append(name) }
    }
    return names.isEmpty ? [slash] : names.reduce(into: []) { $0 += [slash] + $1 }
  }

  private static let slash = UInt8(ascii: "/")
  private static let dot = [UInt8(ascii: ".")]

  private static func fromWorkingFolder(_ operand: [UInt8]) throws(PathError) -> [UInt8] {
    guard let first = operand.first else { throw .empty }
    guard first != slash else { return operand }
    let path: [UInt8]
    do throws(SystemError) {
      path = try Path.workingFolder().bytes
    } catch {
      throw .noWorkingFolder(operand, code: error.code.rawValue)
    }
    // For a folder outside the process's root, the kernel returns a path that begins with
    // "(unreachable)".
    guard path.first == slash else { throw .noWorkingFolder(operand, code: Errno.noSuchFileOrDirectory.rawValue) }
    return appending(operand, to: path)
  }

  private static func appending(_ name: [UInt8], to folder: [UInt8]) -> [UInt8] {
    folder.last == slash ? folder + name : folder + [slash] + name
  }

  private static func withoutSlashesAtEnd(_ path: [UInt8]) -> [UInt8] {
    var path = path
    while path.count > 1, path.last == slash { path.removeLast() }
    return path
  }

  private static func lastComponent(_ path: [UInt8]) -> [UInt8] {
    path.lastIndex(of: slash).map { Array(path[($0 + 1)...]) } ?? path
  }

  /// - Returns: `nil` if the file does not exist, or a parent folder cannot be searched.
  private static func realPath(_ path: [UInt8]) -> [UInt8]? {
    do throws(SystemError) { return try Path(path).resolved().bytes } catch { return nil }
  }
}
