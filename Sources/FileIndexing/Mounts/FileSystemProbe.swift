// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform
internal import Threading

/// Finds out whether a file system answers, without waiting for one that does not.
enum FileSystemProbe {
  /// Asks the file system at a path for the first entries of a directory, on a thread of its own. If
  /// no answer comes, the thread waits on, for as long as the kernel makes it.
  ///
  /// - Parameters:
  ///   - duration: Maximum time to wait.
  ///   - isStopped: Called from time to time; if it returns `true`, the result is `false`.
  static func answers(_ path: [UInt8], within duration: Duration, isStopped: () -> Bool) -> Bool {
    let hasAnswered = Monitor(false)
    // Without a thread, the crawl finds out.
    let thread = try? Thread.start {
      ask(path)
      hasAnswered.update { $0 = true }
    }
    guard let thread else { return true }
    thread.detach()
    let end = ContinuousClock.now + duration
    return hasAnswered.wait { hasAnswered -> Monitor<Bool>.Finding<Bool> in
      if hasAnswered { return .met(true) }
      return isStopped() || ContinuousClock.now > end ? .met(false) : .unmet(lookAgainAfter: .milliseconds(100))
    }
  }

  private static func ask(_ path: [UInt8]) {
    do throws(SystemError) {
      var directory = try Directory(Path(path))
      _ = try directory.next()
    } catch {
      // An error is an answer.
    }
  }
}
