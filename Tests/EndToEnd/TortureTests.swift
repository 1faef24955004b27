import Foundation
import Testing

/// A short form of `Support/torture`, which changes files at random and compares the index with the disk.
struct TortureTests {
  @Test(arguments: [
    ["--without", "linked-write"],
    // After a write through a name that is excluded, a file is read again under its other names at the
    // next scan. So nothing may be excluded here.
    ["--only", "linked-write,write,delete,save,rename,replace,exchange,link,move,tree,remove"],
  ])
  func `after random changes, restarts and lost events the index equals the disk`(classes: [String]) throws {
    let user = try TestEnvironment()
    let seed = UInt32.random(in: 0..<1_000_000)
    let script = Repository.folder.appending(path: "Support/torture").path
    let arguments = [
      script, "--tools", user.tools, "--seed", "\(seed)", "--minutes", "0.3", "--rounds", "12", "--ballast", "50",
    ]
    let outcome = try user.outcome { output, errors in
      user.process(executable: "/usr/bin/env", ["python3"] + arguments + classes, output: output, errors: errors)
    }
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
  }
}
