// SPDX-License-Identifier: Apache-2.0

import Attributes
import Glibc
import IndexStore
import Synchronization
import TestSupport
import Testing
import Threading

@testable import FileIndexing

/// Roots that come, go and move.
extension DaemonTests {
  @Test func `a deleted root leaves the index, and is watched again when it is created again`() throws {
    try folder.file("tree/old/a.txt", "say a")
    try whileRunning { _ in
      eventually("it is read") { try title("old/a.txt") == .string("a") }
      for path in ["\(tree)/old/a.txt", "\(tree)/old", tree] { remove(path) }
      eventually("the root goes") { try isGone() }
      try folder.file("tree/new/b.txt", "say b")
      eventually("the new root is crawled") { try title("new/b.txt") == .string("b") }
      try folder.file("tree/new/c.txt", "say c")
      eventually("the new root is watched") { try title("new/c.txt") == .string("c") }
    }
  }

  @Test func `a root that a named pipe replaces leaves the index`() throws {
    try folder.file("tree/a.txt", "say a")
    try whileRunning { _ in eventually("it is read") { try title("a.txt") == .string("a") } }
    rename(tree, folder.path + "/away")
    mkfifo(tree, 0o600)
    try whileRunning { _ in eventually("the root goes") { try isGone() } }
  }

  @Test func `a root that is moved away leaves the index, and is watched again when it is moved back`() throws {
    try folder.file("tree/in/a.txt", "say a")
    try whileRunning { _ in
      eventually("it is read") { try title("in/a.txt") == .string("a") }
      rename(tree, folder.path + "/away")
      eventually("the root goes") { try isGone() }
      try folder.file("away/in/b.txt", "say b")
      try folder.file("neighbour.txt", "say nothing")
      rename(folder.path + "/away", tree)
      eventually("what came while it was away is read") { try title("in/b.txt") == .string("b") && title("in/a.txt") != nil }
      try folder.file("tree/in/c.txt", "say c")
      eventually("the root is watched again") { try title("in/c.txt") == .string("c") }
    }
    let neighbour = try record("../neighbour.txt")
    #expect(neighbour == nil)
  }

  @Test func `a root that is missing at the start leaves the index, and is watched when it appears`() throws {
    try folder.file("tree/a.txt", "say a")
    try whileRunning { _ in eventually("it is read") { try title("a.txt") == .string("a") } }
    rename(tree, folder.path + "/away")
    try whileRunning { _ in
      #expect(try isGone())
      try folder.file("tree/b.txt", "say b")
      eventually("the root is crawled") { try title("b.txt") == .string("b") }
      try folder.file("tree/c.txt", "say c")
      eventually("the root is watched") { try title("c.txt") == .string("c") }
    }
  }

  @Test func `a root follows changes of the folders above it`() throws {
    let top = folder.path + "/top"
    try folder.file("top/middle/root/a.txt", "say a")
    try whileRunning(roots: ["../top/middle/root"]) { _ in
      func found(_ name: String) throws -> AttributeValue? { try title("../top/middle/root/\(name)") }
      eventually("it is read") { try found("a.txt") == .string("a") }
      rename(top, folder.path + "/away")
      eventually("the root goes with a folder above it") { try record("../top/middle/root/a.txt") == nil }
      try folder.file("top/middle/root/b.txt", "say b")
      eventually("a root in a new folder is crawled") { try found("b.txt") == .string("b") }
      try folder.file("top/middle/root/c.txt", "say c")
      eventually("and is followed") { try found("c.txt") == .string("c") }
      rename(top, folder.path + "/second")
      rename(folder.path + "/away", top)
      eventually("the first root is back") { try found("a.txt") == .string("a") && record("../top/middle/root/b.txt") == nil }
      try folder.file("away/middle/root/other.txt", "say other")
      try folder.file("second/middle/root/other.txt", "say other")
      try folder.file("top/middle/root/d.txt", "say d")
      eventually("and is followed again") { try found("d.txt") == .string("d") }
    }
  }

  @Test func `a root whose parent folder does not exist at the start is indexed when it appears`() throws {
    try whileRunning(roots: ["../one/two/root"]) { _ in
      try folder.file("one/two/root/a.txt", "say a")
      eventually("the root is crawled") { try title("../one/two/root/a.txt") == .string("a") }
      try folder.file("one/two/root/b.txt", "say b")
      eventually("the root is followed") { try title("../one/two/root/b.txt") == .string("b") }
    }
  }
}
