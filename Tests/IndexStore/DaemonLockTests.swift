// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import IndexStore

@Suite struct DaemonLockTests {
  let temporary = TemporaryFolder()
  var path: String { temporary.path + "/store" }

  /// Takes the lock, which nobody else must hold.
  private func take() throws -> DaemonLock {
    guard let lock = try DaemonLock.take(path) else { throw Held() }
    return lock
  }

  private struct Held: Error {}

  private func isFree() throws -> Bool { if try DaemonLock.take(path) == nil { false } else { true } }

  @Test func `one daemon at a time holds the lock, and other processes see it`() throws {
    #expect(try DaemonLock.holder(of: path) == nil)
    do {
      let lock = try take()
      #expect(try !isFree())
      #expect(try DaemonLock.holder(of: path) == .init(process: getpid(), report: [:]))
      try lock.record(["trouble": "a long description of what is wrong", "state": "waiting"])
      #expect(try DaemonLock.holder(of: path)?.report == ["trouble": "a long description of what is wrong", "state": "waiting"])
      try lock.record(["trouble": "short\nand more", "empty": ""])
      #expect(try DaemonLock.holder(of: path)?.report == ["trouble": "short and more"])
      try lock.record(["trouble": String(repeating: "ä", count: 5000)])
      #expect(try DaemonLock.holder(of: path)?.report["trouble"]?.hasPrefix("ääää") == true)
      try writeFile(path + "/daemon.lock", Array("\(getpid())\ntrouble old\n".utf8))
      #expect(try DaemonLock.holder(of: path) == .init(process: getpid(), report: [:]), "the report is not complete")
    }
    #expect(try DaemonLock.holder(of: path) == nil)
    #expect(try isFree())
  }

  @Test func `the lock survives everything that replaces the catalog`() throws {
    let lock = try take()
    let store = try Store.open(path, .write(creating: true))
    try store.erase()
    try store.compact()
    #expect(try !isFree())
    try Store.setAside(path)
    _ = try Store.open(path, .write(creating: true))
    #expect(try !isFree())
    try lock.record([:])
    #expect(try DaemonLock.holder(of: path)?.process == getpid())
  }

  @Test func `a store that was removed has a new lock`() throws {
    let lock = try take()
    try Store.remove(path)
    #expect(try DaemonLock.holder(of: path) == nil)
    #expect(try isFree())
    try lock.record([:])
  }

  @Test func `a folder with other files gets no lock`() throws {
    mkdir(path, 0o700)
    try writeFile(path + "/letter.txt", [1])
    #expect(throws: StoreError.foreignDirectory(path: path, name: "letter.txt")) { _ = try DaemonLock.take(path) }
    #expect(TemporaryFolder.names(in: path) == ["letter.txt"])
  }
}
