// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemPlatform
import Testing

struct WaitTests {
  private enum Name { case first, second, none }

  /// A pipe whose ends are closed with it.
  private final class Pipe {
    let (input, output): (Int32, Int32)

    init() throws {
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      (input, output) = (ends[0], ends[1])
    }

    func write() { Glibc.write(output, "x", 1) }

    func closeOutput() { dup2(input, output) }

    deinit {
      close(input)
      close(output)
    }
  }

  @Test func `those that are ready are named`() throws {
    let (first, second) = (try Pipe(), try Pipe())
    var wait = Wait<Name>([.first: .input(first.input), .second: .input(second.input), .none: .input(-1)])
    #expect(try wait.ready(within: .zero) == [])
    first.write()
    #expect(try wait.ready(within: nil) == [.first])
    second.write()
    #expect(try wait.ready(within: .seconds(60)) == [.first, .second])
  }

  @Test func `a closed end is ready`() throws {
    let pipe = try Pipe()
    #expect(!WaitSource.input(pipe.input).isReady(within: .zero))
    #expect(WaitSource.output(pipe.output).isReady(within: .zero))
    pipe.closeOutput()
    #expect(WaitSource.input(pipe.input).isReady(within: nil))
  }

  @Test(arguments: [Duration.zero, .microseconds(1), .milliseconds(20), .seconds(-1)])
  func `the time is not shorter than wanted`(time: Duration) throws {
    let pipe = try Pipe()
    let began = SuspendingClock.now
    #expect(!WaitSource.input(pipe.input).isReady(within: time))
    #expect(SuspendingClock.now - began >= time)
  }

  @Test func `a very long time is accepted`() throws {
    let pipe = try Pipe()
    pipe.write()
    #expect(WaitSource.input(pipe.input).isReady(within: .seconds(Int64.max / 2)))
  }

  /// In a process of its own, because the limit is that of the process.
  @Test func `a process without descriptors does not take a failure for readiness`() async {
    await #expect(processExitsWith: .success) {
      let pipe = try Pipe()
      pipe.write()
      let descriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      var limit = rlimit()
      try #require(getrlimit(descriptors, &limit) == 0)
      var none = rlimit(rlim_cur: 0, rlim_max: limit.rlim_max)
      try #require(setrlimit(descriptors, &none) == 0)
      #expect(!WaitSource.input(pipe.input).isReady(within: nil))
      var wait = Wait<Name>([.first: .input(pipe.input)])
      #expect(throws: SystemError(code: Errno(EINVAL), call: "poll")) { try wait.ready(within: nil) }
      // The search for leaks at the end of the process opens files.
      try #require(setrlimit(descriptors, &limit) == 0)
    }
  }

  /// In a process of its own, because a signal may come to any thread.
  @Test func `a signal does not end it`() async {
    await #expect(processExitsWith: .success) {
      let pipe = try Pipe()
      signal(SIGALRM) { _ in }
      var times = itimerval(it_interval: timeval(tv_sec: 0, tv_usec: 5000), it_value: timeval(tv_sec: 0, tv_usec: 5000))
      setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &times, nil)
      let began = SuspendingClock.now
      #expect(!WaitSource.input(pipe.input).isReady(within: .milliseconds(50)))
      #expect(SuspendingClock.now - began >= .milliseconds(50))
      pipe.write()
      #expect(WaitSource.input(pipe.input).isReady(within: nil))
    }
  }
}
