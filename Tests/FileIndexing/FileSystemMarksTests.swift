// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FileIndexing

/// The tests change files by another process: what this one does is left out.
struct FileSystemMarksTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    for name in ["own", "other"] { try folder.folder(name) }
  }

  private func makeMarks(capacity: Int? = nil) throws -> FileSystemMarks {
    guard let marks = try? FileSystemMarks(capacity: capacity), try watch("own", marks) != nil else {
      try Test.cancel("file systems cannot be marked here")
    }
    return marks
  }

  private func watch(_ name: String, _ marks: FileSystemMarks) throws -> WatchID? {
    let descriptor = open("\(folder.path)/\(name)", O_RDONLY | O_DIRECTORY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    return marks.watch(descriptor)
  }

  private func run(_ script: String) throws {
    let process = try Process.run(URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", script, "sh", folder.path])
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  private func make(_ count: Int, in name: String) throws {
    try run("cd \"$1/\(name)\" && number=0 && while [ $number -lt \(count) ]; do number=$((number + 1)); : > f$number; done")
  }

  private func names(_ events: [WatchEvent]) -> Set<String> {
    Set(events.compactMap(\.entry).map { String(decoding: $0.name, as: UTF8.self) })
  }

  @Test func `only events of watched directories are reported`() throws {
    let marks = try makeMarks()
    try make(3, in: "other")
    try make(2, in: "own")
    #expect(try names(marks.events(isComplete: true)) == ["f1", "f2"])
    #expect(try marks.events(isComplete: true).isEmpty)
  }

  @Test func `many events of other directories take no place from those of watched ones`() throws {
    let marks = try makeMarks(capacity: 10)
    try make(200, in: "other")
    try make(2, in: "own")
    let events = try marks.events(isComplete: true)
    #expect(names(events) == ["f1", "f2"] && !events.contains(.overflowed))
    try make(20, in: "own")
    #expect(try marks.events(isComplete: true).contains(.overflowed))
    try make(1, in: "own")
    #expect(try names(marks.events(isComplete: true)) == ["f1"])
  }

  @Test func `the kernel drops the events of other directories in which much happens, until they are watched`() throws {
    let marks = try makeMarks()
    try make(1000, in: "other")
    _ = try marks.events(isComplete: true)
    guard marks.canIgnore else { try Test.cancel("the kernel cannot drop events of directories") }
    // Other tests change files, too, but not all the time.
    let isIgnored = try (0..<50).contains { _ in
      let before = marks.foreignCount
      try make(1000, in: "other")
      #expect(try marks.events(isComplete: true).isEmpty)
      return marks.foreignCount - before < 500
    }
    #expect(isIgnored)
    _ = try watch("other", marks)
    try make(3, in: "other")
    #expect(try names(marks.events(isComplete: true)) == ["f1", "f2", "f3"])
  }

  @Test func `a rename out of a directory whose events are dropped is reported`() throws {
    let marks = try makeMarks()
    try make(1000, in: "other")
    _ = try marks.events(isComplete: true)
    try run("mv \"$1/other/f1\" \"$1/own/moved\"")
    let events = try marks.events(isComplete: true)
    #expect(events.contains { if case .movedHere(_, let name, _, _) = $0 { name == Array("moved".utf8) } else { false } })
  }

  @Test func `a directory is busy after many events, and counted again`() {
    var busy = BusyDirectories<Int>()
    let events = (0..<600).filter { _ in busy.isBusy(after: 1) }
    #expect(events == [256, 513])
    let others = (0..<10_000).filter { busy.isBusy(after: $0) }
    #expect(others.isEmpty)
    busy.noteIgnored(1)
    let attended = [busy.attend(to: 1), busy.attend(to: 1)]
    #expect(attended == [true, false])
    for number in 0..<BusyDirectories<Int>.maximumIgnored { busy.noteIgnored(number) }
    #expect(busy.isFull)
    busy.attendToAll()
    #expect(!busy.isFull && busy.ignored.isEmpty)
  }
}
