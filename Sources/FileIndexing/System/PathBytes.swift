// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

/// Calls `body` with a path as a C string, which is valid during the call only.
///
/// A path that contains a zero byte would be cut there. Paths from the kernel never do.
func withCPath<Result>(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
  unsafe Path(path).withCString(body)
}

extension [UInt8] {
  /// The path of the entry `name` in the directory with this path.
  func appending(component name: [UInt8]) -> [UInt8] {
    var path = self
    path.reserveCapacity(count + 1 + name.count)
    if path.last != UInt8(ascii: "/") { path.append(UInt8(ascii: "/")) }
    path.append(contentsOf: name)
    return path
  }

  /// The bytes after the last slash.
  var lastComponent: [UInt8] { lastIndex(of: UInt8(ascii: "/")).map { Array(self[($0 + 1)...]) } ?? self }

  /// The path of the directory that contains an absolute path's last component. The parent of `/`
  /// is `/`.
  var parent: [UInt8] { Array(prefix(Swift.max(1, lastIndex(of: UInt8(ascii: "/")) ?? 0))) }

  /// Whether this path is `other` or lies below it.
  package func isAtOrBelow(_ other: [UInt8]) -> Bool {
    guard starts(with: other) else { return false }
    return count == other.count || other.last == UInt8(ascii: "/") || self[other.count] == UInt8(ascii: "/")
  }
}
