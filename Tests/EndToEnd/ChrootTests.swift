// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The programs below another root, without `/proc`.
struct ChrootTests {
  private let user: TestEnvironment
  private let newRoot: String

  init() throws {
    user = try TestEnvironment(files: ["a.txt": "walrus"])
    newRoot = user.root + "/root"
    try FileManager.default.createDirectory(atPath: newRoot, withIntermediateDirectories: false)
    guard try shell("test ! -e /proc/self").status == 0 else { try Test.cancel("needs root") }
  }

  /// A command that runs a script in the file system of this one, but without `/proc`.
  private func command(_ script: String) -> String {
    let inside = "cd '\(user.files)'; \(script)".replacing("'", with: "'\\''")
    let mounts = "mount --rbind / \"$0\" && umount --recursive \"$0/proc\""
    return "exec unshare --mount sh -c '\(mounts) && exec /usr/sbin/chroot \"$0\" sh -c \"$1\"' '\(newRoot)' '\(inside)'"
  }

  private func shell(_ script: String) throws -> TestEnvironment.Outcome { try user.shell(command(script)) }

  @Test func `files are indexed and found`() throws {
    let outcome = try shell("mdimport . && mdfind walrus && mdls -raw -name kMDItemFSName a.txt && mdutil -i on . && mdutil --verify")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.text.hasPrefix("1 name (1 new, 0 changed, 0 removed); 1 file read, 0 failed\n\(user.path("a.txt"))\na.txt"))
  }

  @Test func `the daemon follows changes`() throws {
    try user.writeConfiguration("root = \(user.files)\nworkers = 1\n")
    let log = user.root + "/mds-chroot.log"
    let daemon = user.shellProcess(command("exec mds --foreground"), output: .nullDevice, errors: try user.newFile(log))
    try daemon.run()
    defer {
      kill(daemon.processIdentifier, SIGKILL)
      daemon.waitUntilExit()
    }
    func text() -> String { (try? String(contentsOfFile: log, encoding: .utf8)) ?? "" }
    try user.wait("mds watches") { text().contains(" watched") || !daemon.isRunning }
    #expect(!text().contains("not watched"), "\(text())")
    try user.write("folder/b.txt", "seal")
    try user.wait("the new file is found: \(text())") { try user.find("seal") == ["folder/b.txt"] }
    try user.write("folder/c.txt", "otter")
    try user.wait("a file in the new folder is found: \(text())") { try user.find("otter") == ["folder/c.txt"] }
  }
}
