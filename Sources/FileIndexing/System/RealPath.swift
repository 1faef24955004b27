// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

extension [UInt8] {
  /// This absolute path without symbolic links, `.`, `..` and empty components. realpath(3)
  ///
  /// Components that do not exist are kept. A symbolic link is followed even if it leads to nothing,
  /// so that a root on a disk keeps its path while the disk is not mounted.
  var realPath: [UInt8] { realPath(following: Self.maximumLinks) }

  /// The kernel follows at most this number of symbolic links in a path. path_resolution(7)
  private static var maximumLinks: Int { 40 }

  private func realPath(following links: Int) -> [UInt8] {
    do throws(SystemError) {
      return try Path(self).resolved().bytes
    } catch {
      // Something on the way does not exist.
    }
    guard count > 1 else { return self }
    let parent = parent.realPath(following: links)
    switch lastComponent {
    case [], [UInt8(ascii: ".")]: return parent
    case Array("..".utf8): return parent.parent
    case let name:
      let entry = parent.appending(component: name)
      guard links > 0, let target = entry.linkTarget else { return entry }
      return (target.first == UInt8(ascii: "/") ? target : parent.appending(component: target)).realPath(following: links - 1)
    }
  }

  /// What the symbolic link at this path contains; `nil` if there is none. readlink(2)
  private var linkTarget: [UInt8]? {
    do throws(SystemError) { return try Path(self).linkTarget().bytes } catch { return nil }
  }

  /// The real path of the entry at this absolute path. A symbolic link at its end is not followed,
  /// because the link is an entry itself.
  var realEntryPath: [UInt8] {
    switch lastComponent {
    case [], [UInt8(ascii: ".")], Array("..".utf8): realPath
    case let name: parent.realPath.appending(component: name)
    }
  }
}
