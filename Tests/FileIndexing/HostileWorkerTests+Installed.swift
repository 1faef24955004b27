// SPDX-License-Identifier: Apache-2.0

import Applications
import Glibc
import Testing
import WorkerProtocol

@testable import FileIndexing

/// The same acts and lies, by an importer that somebody has installed and that enters no sandbox
/// itself.
extension HostileWorkerTests {
  private func launch(_ access: InstalledImporter.Access) throws -> WorkerLaunch {
    var launch = try TestLaunch.worker("mdworker")
    // Reading libraries of a debug build takes more than a second on a busy machine.
    launch.limits.processorTime = .seconds(5)
    launch.installed = [
      InstalledImporter(
        identifier: "org.example.Hostile", version: 1, command: [try TestLaunch.worker("HostileWorker").executable],
        types: ["public.plain-text"], access: access, readablePaths: ["/opt", "/usr"])
    ]
    launch.choice = ImporterChoice(try ImporterSet(of: launch))
    return launch
  }

  @Test(arguments: HostileAct.all)
  func `the sandbox refuses an act of an installed importer, and the reason is recorded`(act: HostileAct) throws {
    // The handler that reports a call is gone when a program starts.
    let reason = act.reason.hasPrefix("called") ? "killed by signal \(SIGSYS)" : act.reason
    for access in InstalledImporter.Access.allCases {
      let listener = try Listener(in: folder)
      let outcome = try outcome(of: try order(for: act, listener), try launch(access))
      #expect(!outcome.hasEscaped && !hasCreatedFile(), "\(access)")
      #expect(outcome.reason?.contains(reason) == true, "\(access): \(outcome.reason ?? "no reason")")
      #expect(outcome.importer == "org.example.Hostile 1")
      #expect(outcome.nextTitle == "hello", "\(access)")
    }
  }

  @Test(arguments: [
    ("allocate-by-mmap", "Cannot allocate memory"), ("spin", "5 s of processor time"), ("sleep", "5 s"), ("leave", "status 0"),
    ("crash", "signal 6"), ("lie-about-record-length", "invalid answer"), ("lie-about-text-length", "invalid answer"),
    ("answer-for-another-file", "invalid answer"), ("greet-again", "invalid answer"), ("send-invalid-text", "invalid answer"),
    ("send-deep-nesting", "invalid answer"),
  ])
  func `an installed importer that does not answer, or lies, fails only its file`(order: String, reason: String) throws {
    var launch = try launch(.descriptor)
    switch order {
    case "sleep": launch.limits.wallTime = .seconds(5)
    // On a busy machine, five seconds of processor time take longer than the usual limit.
    case "spin": launch.limits.wallTime = .seconds(120)
    default: break
    }
    let outcome = try outcome(of: order, launch)
    #expect(outcome.reason?.contains(reason) == true, "\(outcome.reason ?? "no reason")")
    #expect(outcome.nextTitle == "hello")
  }

  @Test func `an installed importer that is gone fails only its files`() throws {
    var launch = try launch(.descriptor)
    launch.installed[0].command = ["/nowhere"]
    launch.choice = ImporterChoice(try ImporterSet(of: launch))
    let outcome = try outcome(of: "say hello", launch)
    #expect(outcome.reason?.contains("/nowhere") == true, "\(outcome.reason ?? "no reason")")
  }
}
