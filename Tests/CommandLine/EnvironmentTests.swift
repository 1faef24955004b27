// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CommandLine

struct EnvironmentTests {
  @Test func `folders follow the XDG rules`() throws {
    let standard = ToolEnvironment(["HOME": "/usr", "XDG_DATA_HOME": "relative"])
    #expect(try standard.store(nil) == "/usr/.local/share/searchlight/files")
    #expect(try standard.configurationFile() == "/usr/.config/searchlight/searchlight.conf")
    #expect(try standard.searches() == "/usr/.local/share/searchlight/searches")
    let named = ToolEnvironment(["XDG_DATA_HOME": "/d", "XDG_CONFIG_HOME": "/c", "SEARCHLIGHT_STORE": "/s"])
    #expect(try named.store(nil) == "/s")
    #expect(try named.store(Array("/o".utf8)) == "/o")
    #expect(try named.configurationFile() == "/c/searchlight/searchlight.conf")
  }

  @Test func `without a home folder, folders must be named`() {
    #expect(throws: EnvironmentError.noHome) { try ToolEnvironment([:]).store(nil) }
    #expect(throws: EnvironmentError.noHome) { try ToolEnvironment(["HOME": "here"]).home() }
    #expect(throws: EnvironmentError.self) { try ToolEnvironment([:]).store([0x2F, 0xFF]) }
  }

  @Test func `a home folder that does not exist is not used for data`() throws {
    let environment = ToolEnvironment(["HOME": "/no-such-home", "XDG_DATA_HOME": ""])
    let error = EnvironmentError.missingHome("/no-such-home", "XDG_DATA_HOME")
    #expect(throws: error) { try environment.store(nil) }
    #expect(throws: error) { try environment.applications() }
    #expect(throws: error) { try environment.searches() }
    let file = ToolEnvironment(["HOME": "/etc/passwd"])
    #expect(throws: EnvironmentError.missingHome("/etc/passwd", "XDG_DATA_HOME")) { try file.store(nil) }
    let configuration = EnvironmentError.missingHome("/no-such-home", "XDG_CONFIG_HOME")
    #expect(throws: configuration) { try environment.configurationFile(isWritten: true) }
    #expect(try environment.store(Array("/s".utf8)) == "/s")
    #expect(try environment.configurationFile() == "/no-such-home/.config/searchlight/searchlight.conf")
  }

  @Test(arguments: [
    ("/", "/"), ("//a///b/", "/a/b"), ("/a/./b", "/a/b"), ("/a/../b", "/b"), ("/../..", "/"), ("/a/b/../../c/.", "/c"),
  ])
  func `paths are normalized`(path: String, expected: String) {
    #expect(AbsolutePath.normalized(Array(path.utf8)) == Array(expected.utf8))
  }

  @Test(arguments: [
    ("/", "/"), ("/no-such-folder/x/../y", "/no-such-folder/y"), ("/proc/self/..", "/proc"), ("/usr/./bin/", "/usr/bin"),
  ])
  func `operands become absolute`(operand: String, expected: String) throws {
    #expect(try AbsolutePath.resolve(Array(operand.utf8)) == Array(expected.utf8))
  }

  @Test func `an empty operand is not a path`() {
    #expect(throws: PathError.empty) { try AbsolutePath.resolve([]) }
    #expect(throws: PathError.empty) { try AbsolutePath.follow([]) }
  }

  @Test func `bytes that are not UTF-8 are kept`() throws {
    #expect(try AbsolutePath.resolve([0x2F, 0xFF, 0x2F, 0xFE]) == [0x2F, 0xFF, 0x2F, 0xFE])
  }

  @Test(arguments: [(0.4, "0 s"), (59.4, "59 s"), (187, "3:07 min"), (3723, "1:02:03 h"), (-1, "0 s")])
  func `remaining time is formatted`(seconds: Double, expected: String) {
    #expect(Progress.clock(seconds) == expected)
  }

  @Test(arguments: [(0, 0, "[----]"), (1, 2, "[##--]"), (2, 2, "[####]"), (5, 2, "[####]")])
  func `a progress bar is filled`(done: Int, total: Int, expected: String) {
    #expect(Progress.bar(done, of: total, width: 4) == expected)
  }

  @Test(arguments: [(0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (1_440_000, "1.4 MB"), (2_000_000_000, "2.0 GB")])
  func `sizes are formatted`(bytes: Int, expected: String) {
    #expect(describedByteCount(bytes) == expected)
  }
}
