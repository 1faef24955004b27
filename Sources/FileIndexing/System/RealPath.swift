internal import Glibc

extension [UInt8] {
  /// This absolute path without symbolic links, `.`, `..` and empty components. Components that do
  /// not exist are kept. realpath(3)
  var realPath: [UInt8] {
    if let real = unsafe withCPath(self, { unsafe realpath($0, nil) }) {
      defer { unsafe free(real) }
      return unsafe UnsafeBufferPointer(start: real, count: strlen(real)).map { UInt8(bitPattern: $0) }
    }
    guard count > 1 else { return self }
    let parent = parent.realPath
    return switch lastComponent {
    case [], [UInt8(ascii: ".")]: parent
    case Array("..".utf8): parent.parent
    case let name: parent.appending(component: name)
    }
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
