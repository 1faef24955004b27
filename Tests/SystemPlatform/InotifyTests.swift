// SPDX-License-Identifier: Apache-2.0

import SystemPlatform
import Testing

struct InotifyTests {
  @Test func `changes of a folder are reported in their order`() throws {
    let folder = try ScratchFolder()
    let queue = try InotifyDescriptor()
    let watch = try queue.watch(Path(folder.path), for: [.created, .movedAway, .movedHere, .removed, .onlyFolders])
    #expect(queue.events().isEmpty && !queue.file.discardInput())
    let a = try folder.add("a")
    let b = folder.path(of: "b")
    try a.rename(to: b)
    try b.remove()
    try folder.path(of: "inner").createFolder()
    let events = queue.events()
    #expect(events.map(\.watch) == Array(repeating: watch, count: 5))
    #expect(events.map { String(decoding: $0.name, as: UTF8.self) } == ["a", "a", "b", "b", "inner"])
    #expect(events.map(\.mask) == [.created, .movedAway, .movedHere, .removed, [.created, .folder]])
    #expect(events[1].cookie == events[2].cookie && events[1].cookie != 0)
  }

  @Test func `a watch that has ended reports that`() throws {
    let folder = try ScratchFolder()
    let queue = try InotifyDescriptor()
    let watch = try queue.watch(Path(folder.path), for: .created)
    #expect(try queue.watch(Path(folder.path), for: [.removed, .addition]) == watch)
    queue.unwatch(watch)
    queue.unwatch(watch)
    #expect(queue.events().map(\.mask) == [.ended])
    try folder.add("a")
    #expect(queue.events().isEmpty)
  }

  @Test func `what cannot be watched is an error with its path`() throws {
    let folder = try ScratchFolder()
    let (file, missing) = (try folder.add("a"), folder.path(of: "b"))
    let queue = try InotifyDescriptor()
    #expect(throws: SystemError(code: .noSuchFileOrDirectory, call: "inotify_add_watch", path: missing)) {
      try queue.watch(missing, for: .modified)
    }
    #expect(throws: SystemError(code: .notDirectory, call: "inotify_add_watch", path: file)) {
      try queue.watch(file, for: [.modified, .onlyFolders])
    }
    #expect(!queue.watchIfPossible(missing, for: .modified) && queue.watchIfPossible(file, for: .modified))
  }

  @Test func `all watches end together, and the descriptor stays`() throws {
    let folder = try ScratchFolder()
    let queue = try InotifyDescriptor()
    try queue.watch(Path(folder.path), for: .created)
    let number = queue.file.rawValue
    try queue.end()
    try folder.add("a")
    #expect(queue.events().isEmpty && queue.file.rawValue == number)
    #expect(throws: SystemError(code: .invalidArgument, call: "inotify_add_watch", path: Path(folder.path))) {
      try queue.watch(Path(folder.path), for: .created)
    }
    let taken = queue.take()
    #expect(taken.rawValue == number)
  }
}
