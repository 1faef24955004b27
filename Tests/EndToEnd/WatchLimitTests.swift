import Foundation
import Testing

/// A daemon whose user may watch fewer folders than there are.
struct WatchLimitTests {
  private let user: TestEnvironment

  init() throws { user = try TestEnvironment() }

  @Test func `folders beyond the limit are scanned, and watched once the limit is raised`() throws {
    for number in 0..<40 { try user.write("f\(number)/a.txt", "word\(number)") }
    let daemon = try RunningDaemon(user, watchLimit: 20)
    #expect(daemon.log.contains("not watched"), "\(daemon.log)")
    for number in 0..<40 { try user.write("f\(number)/later.txt", "later\(number)") }
    try user.wait("all new files are found: \(daemon.log)") {
      try user.run("mdfind", "-count", "-name", "later.txt").text == "40\n"
    }
    try daemon.raiseWatchLimit(to: 1000)
    try user.wait("all folders are watched: \(daemon.log)") { daemon.log.contains("all folders are watched again") }
    try user.write("f39/last.txt", "last")
    try user.wait("a new file is found") { try user.run("mdfind", "-count", "-name", "last.txt").text == "1\n" }
  }
}
