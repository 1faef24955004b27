// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import SystemPlatform
import Testing

struct ProcessTests {
  @Test func `a process knows itself`() {
    #expect(ProcessFacts.id == getpid() && ProcessFacts.effectiveUser == geteuid())
    #expect(ProcessFacts.thread == ProcessFacts.thread && ProcessFacts.thread != 0)
    #expect(Signal.isRunning(ProcessFacts.id) && !Signal.isRunning(.max))
    #expect(processorCount > 0)
  }

  @Test func `a variable of the environment is set and removed`() async {
    await #expect(processExitsWith: .success) {
      ProcessFacts.setVariable("SEARCHLIGHT_TEST", to: "a")
      ProcessFacts.setVariable("SEARCHLIGHT_TEST", to: "b", replaces: false)
      #expect(ProcessFacts.variable("SEARCHLIGHT_TEST") == "a")
      ProcessFacts.setVariable("SEARCHLIGHT_TEST", to: "b")
      #expect(ProcessFacts.variable("SEARCHLIGHT_TEST") == "b")
      ProcessFacts.setVariable("SEARCHLIGHT_TEST", to: nil)
      #expect(ProcessFacts.variable("SEARCHLIGHT_TEST") == nil)
    }
  }

  @Test func `the end of a child is its status or its signal`() throws {
    func end(of arguments: [String], _ signal: Signal? = nil) throws -> ProcessEnd {
      var child: Int32 = 0
      let code = withCStrings(arguments) { texts in
        posix_spawn(&child, arguments[0], nil, nil, texts.map { $0.map { UnsafeMutablePointer(mutating: $0) } }, nil)
      }
      try #require(code == 0)
      if let signal { #expect(signal.send(to: child) == nil) }
      // Waits, and leaves the end for the call that is tested.
      var information = siginfo_t()
      #expect(waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT) == 0)
      #expect(ProcessEnd.isThere(for: child))
      let end = try #require(try ProcessEnd.ofChild(child))
      #expect(throws: SystemError(code: Errno(ECHILD), call: "waitpid")) { try ProcessEnd.ofChild(child) }
      return end
    }
    #expect(try end(of: ["/bin/sh", "-c", "exit 3"]) == .exited(status: 3))
    #expect(try end(of: ["/bin/sleep", "1000"], .kill) == .killed(.kill))
    #expect(Signal.kill.send(to: .max) == .noSuchProcess)
    #expect(Signal.kill.description == "Killed")
  }

  @Test func `a child that runs has no end`() throws {
    var child: Int32 = 0
    let code = withCStrings(["/bin/sleep", "1000"]) { texts in
      posix_spawn(&child, "/bin/sleep", nil, nil, texts.map { $0.map { UnsafeMutablePointer(mutating: $0) } }, nil)
    }
    try #require(code == 0)
    #expect(!ProcessEnd.isThere(for: child))
    #expect(try ProcessEnd.ofChild(child) == nil)
    Signal.kill.send(to: child)
    #expect(waitpid(child, nil, 0) == child)
  }

  @Test(arguments: [Int32(0), 3])
  func `a process ends with a status`(status: Int32) async {
    await #expect(processExitsWith: .exitCode(status)) { [status] in endProcess(status: status) }
    await #expect(processExitsWith: .exitCode(status)) { [status] in endProcessAtOnce(status: status) }
  }

  @Test func `limits are those of the process`() async {
    await #expect(processExitsWith: .success) {
      var limit = rlimit()
      #expect(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      limit.rlim_cur = 77
      #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      #expect(ResourceLimit.openFiles.current == 77)
      for other in [ResourceLimit.addressSpace, .dataSegment, .stack] { #expect(other.current ?? 0 > 77) }
    }
  }

  @Test func `strings get to C and back`() {
    let texts = ["", "a b", "é"]
    #expect(withCStrings(texts) { $0.compactMap { $0.map { String(cString: $0) } } } == texts)
    #expect(withCStrings([[0xE9], []] as [[UInt8]]) { $0.compactMap { $0.map { Path(cString: $0).bytes } } } == [[0xE9], []])
    #expect(withCStrings(texts) { $0.count == 4 && $0[3] == nil })
    #expect(isSame("Summary", ignoringCaseIn: "sUMMARY") && !isSame("é", ignoringCaseIn: "É"))
    let permanent = permanentCString("a")
    defer { free(UnsafeMutableRawPointer(mutating: permanent)) }
    #expect(permanent.map { String(cString: $0) } == "a")
  }

  @Test func `an account has the groups of its user`() {
    #expect(UserAccount(of: 0)?.group == 0)
    #expect(UserAccount(of: 0)?.otherGroups.contains(0) == false)
    #expect(UserAccount(of: .max - 7) == nil)
  }
}
