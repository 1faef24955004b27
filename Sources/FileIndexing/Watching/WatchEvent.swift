internal import Glibc

/// What the kernel reports, decoded once.
enum WatchEvent: Hashable, Sendable {
  /// An entry appeared, went, or has new content or attributes.
  case changed(WatchID, name: [UInt8])
  /// The first half of a rename: the entry left the directory.
  case movedAway(WatchID, name: [UInt8], cookie: UInt32, isDirectory: Bool)
  /// The second half: the entry came into the directory. The same cookie is on both halves.
  case movedHere(WatchID, name: [UInt8], cookie: UInt32, isDirectory: Bool)
  /// The watch is gone: its directory was deleted, its file system unmounted, or it was unwatched.
  case ended(WatchID)
  /// Events were lost, nobody knows for which directory.
  case overflowed

  /// The entry that it is about; `nil` when it is about a watch or the queue.
  var place: ChangeBatch.Place? {
    switch self {
    case .changed(let watch, let name), .movedAway(let watch, let name, _, _), .movedHere(let watch, let name, _, _):
      ChangeBatch.Place(watch: watch, name: name)
    case .ended, .overflowed: nil
    }
  }

  /// - Returns: `nil` for events that say nothing new, such as a change of the watched directory's own attributes, which its parent's watch
  ///   reports too.
  init?(_ raw: inotify_event, name: [UInt8]) {
    let watch = WatchID(rawValue: raw.wd)
    func has(_ bit: Int) -> Bool { raw.mask & UInt32(bit) != 0 }
    if has(Int(IN_Q_OVERFLOW)) {
      self = .overflowed
    } else if has(Int(IN_IGNORED)) {
      self = .ended(watch)
    } else if name.isEmpty {
      return nil
    } else if has(Int(IN_MOVED_FROM)) {
      self = .movedAway(watch, name: name, cookie: raw.cookie, isDirectory: has(Int(IN_ISDIR)))
    } else if has(Int(IN_MOVED_TO)) {
      self = .movedHere(watch, name: name, cookie: raw.cookie, isDirectory: has(Int(IN_ISDIR)))
    } else {
      self = .changed(watch, name: name)
    }
  }
}
