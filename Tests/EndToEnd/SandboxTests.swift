// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Runs programs as on a system that grants its users no namespaces.
private enum NoNamespaces {
  static let prefix = "unshare -Ur sh -c 'echo 0 >/proc/sys/user/max_user_namespaces && exec \"$@\"' sh"

  static let isPossible: Bool = {
    guard let user = try? TestEnvironment(files: [:]) else { return false }
    return (try? user.shell("\(prefix) true").status) == 0
  }()
}

/// What users see of a sandbox that is not complete.
@Suite(.enabled(if: NoNamespaces.isPossible, "needs user namespaces"))
struct SandboxTests {
  @Test func `a layer that the system does not grant is shown, and files are read without it`() throws {
    let user = try TestEnvironment(files: ["a.txt": "one"])
    #expect(try user.run("mdimport", ".").status == 0)
    #expect(try user.run("mdutil", "-s").text.contains("\tsandbox of import workers: complete\n"))
    try user.write("b.txt", "two")
    #expect(try user.shell("\(NoNamespaces.prefix) mdimport .").status == 0)
    #expect(try user.find("two") == ["b.txt"])
    let state = try user.run("mdutil", "-s").text
    #expect(state.contains("\tsandbox of import workers: without namespaces, which this system does not grant\n"), "\(state)")
  }

  @Test(arguments: ["mdimport .", "mds --foreground"])
  func `a configuration that demands the whole sandbox has no file read without it`(command: String) throws {
    let user = try TestEnvironment(files: ["a.txt": "one"])
    try user.writeConfiguration("root = \(user.files)\nsandbox = required\n")
    let refused = try user.shell("\(NoNamespaces.prefix) \(command)")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("this system does not grant namespaces to the sandbox of import workers"), "\(refused.errors)")
    #expect(refused.errors.contains("'sandbox = required'"))
    #expect(try user.run("mdimport", ".").status == 0)
    #expect(try user.find("one") == ["a.txt"])
  }

  @Test func `the daemon logs once what its workers lack`() throws {
    let user = try TestEnvironment(files: ["a.txt": "one"])
    try user.writeConfiguration("root = \(user.files)\n")
    try user.write("../more/b.txt", "two")
    // After SIGHUP, the daemon starts workers again.
    let script = """
      mds --foreground 2>../log & process=$!
      until [ "$(mdfind one 2>/dev/null)" ]; do :; done
      echo "root = \(user.root)/more" >>'\(user.root)/config/searchlight/searchlight.conf'
      kill -HUP $process
      until [ "$(mdfind two 2>/dev/null)" ]; do :; done
      kill $process
      wait $process
      """
    try user.write("../script", script)
    #expect(try user.shell("\(NoNamespaces.prefix) sh ../script").status == 0)
    let log = try String(contentsOfFile: user.root + "/log", encoding: .utf8)
    #expect(log.ranges(of: "this system does not grant namespaces").count == 1, "\(log)")
  }
}
