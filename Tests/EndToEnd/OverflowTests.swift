// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

struct OverflowTests {
  /// The maximum number of events in the kernel's queue. Further events are dropped, whichever
  /// folder they belong to.
  private var queueLength: Int {
    let text = try? String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    return text.flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? 16_384
  }

  @Test func `changes are found although the kernel's event queue overflowed`() throws {
    let user = try TestEnvironment(files: ["old.txt": "goes", "renamed.txt": "stays", "folder/x.txt": "inner"])
    let daemon = try RunningDaemon(user)
    try user.wait("the first crawl") { try user.find("-name", ".txt").count == 3 }
    kill(daemon.process.processIdentifier, SIGSTOP)
    // Two events for each file: created, and closed after writing.
    let count = queueLength / 2 + 1000
    for number in 0..<count { user.write(bytes: Array("f\(number).dat".utf8), "") }
    try FileManager.default.removeItem(atPath: user.path("old.txt"))
    rename(user.path("renamed.txt"), user.path("other.txt"))
    rename(user.path("folder"), user.path("moved"))
    kill(daemon.process.processIdentifier, SIGCONT)
    try user.wait("every change is known") {
      try user.run("mdfind", "-count", "kMDItemFSName == \"f*.dat\"").text == "\(count)\n"
        && user.find("-name", ".txt") == ["moved/x.txt", "other.txt"]
    }
    try user.wait("the daemon reports the loss") { daemon.log.contains("the kernel dropped events") }
    // The moved folder is watched at its new path.
    try user.write("moved/later.txt", "later")
    try user.wait("a file in the moved folder") { try user.find("later") == ["moved/later.txt"] }
  }
}
