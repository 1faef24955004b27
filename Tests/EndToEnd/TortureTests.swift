// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A short form of `Support/torture`, which changes files at random and compares the index with the disk.
struct TortureTests {
  /// If a second name of a file is made, written and removed before the daemon looks, nobody can know
  /// which file has changed, and on a busy machine that happens.
  private static let gaps = "linked-write"

  @Test func `after random changes, restarts and lost events the index equals the disk`() throws {
    let user = try TestEnvironment()
    let seed = UInt32.random(in: 0..<1_000_000)
    let script = Repository.folder.appending(path: "Support/torture").path
    let arguments = [
      script, "--tools", user.tools, "--seed", "\(seed)", "--minutes", "0.3", "--rounds", "12", "--ballast", "50", "--without", Self.gaps,
    ]
    let outcome = try user.outcome { output, errors in
      user.process(executable: "/usr/bin/env", ["python3"] + arguments, output: output, errors: errors)
    }
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
  }
}
