// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Waits until one of several descriptors is ready. poll(2)
///
///     let ready = try Wait([.events: .input(queue), .stop: .input(signal)]).ready(within: .seconds(1))
///     if ready.contains(.stop) { … }
///
/// A descriptor is also ready if its other side is closed or it has an error, which the next call reports.
package struct Wait<Name: Hashable> {
  private var names: [Name] = []
  private var entries: [pollfd] = []

  /// - Parameter sources: Those whose descriptor is negative are never ready.
  package init(_ sources: KeyValuePairs<Name, WaitSource>) {
    for (name, source) in sources {
      names.append(name)
      entries.append(source.entry)
    }
  }

  /// Waits. A signal does not end it.
  ///
  /// - Parameter duration: The maximum time; `nil` for no limit, zero to look only. Time during which the machine is suspended
  ///   does not count.
  /// - Returns: The names of those that are ready; none if the time is over.
  package mutating func ready(within duration: Duration?) throws(SystemError) -> Set<Name> {
    let count = pollUninterrupted(&entries, within: duration)
    if count < 0 { throw .current("poll") }
    return count == 0 ? [] : Set(names.indices.filter { entries[$0].revents != 0 }.map { names[$0] })
  }
}

/// A descriptor, and what is waited for.
package struct WaitSource: Sendable {
  fileprivate let entry: pollfd

  /// - Parameter events: `POLLIN` and others.
  package init(_ descriptor: Int32, events: Int32) { entry = pollfd(fd: descriptor, events: Int16(events), revents: 0) }

  /// Something can be read.
  package static func input(_ descriptor: Int32) -> WaitSource { WaitSource(descriptor, events: POLLIN) }

  /// Something can be written.
  package static func output(_ descriptor: Int32) -> WaitSource { WaitSource(descriptor, events: POLLOUT) }

  /// Something can be read or written.
  package static func inputOrOutput(_ descriptor: Int32) -> WaitSource { WaitSource(descriptor, events: POLLIN | POLLOUT) }

  /// What is exceptional: for `/proc/self/mountinfo`, that it has changed.
  package static func exception(_ descriptor: Int32) -> WaitSource { WaitSource(descriptor, events: POLLPRI) }

  /// Waits for this one alone; see ``Wait/ready(within:)``.
  ///
  /// - Returns: `false` if the time is over, or if waiting is not possible: the process may have no descriptors. poll(2), `EINVAL`
  @discardableResult
  package func isReady(within duration: Duration?) -> Bool {
    var entries = entry
    return unsafe withUnsafeMutablePointer(to: &entries) { entry in
      unsafe pollUninterrupted(UnsafeMutableBufferPointer(start: entry, count: 1), within: duration)
    } > 0
  }
}

/// Waits for a time. A signal does not end it. Time during which the machine is suspended does not count.
package func sleep(for duration: Duration) {
  _ = unsafe pollUninterrupted(UnsafeMutableBufferPointer(start: nil, count: 0), within: duration)
}

/// Waits for a time with the precision of nanoseconds, and less if a signal interrupts it. nanosleep(2)
package func sleepExactly(for duration: Duration) {
  let (seconds, attoseconds) = duration.components
  var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
  _ = unsafe nanosleep(&time, nil)
}

private func pollUninterrupted(_ entries: inout [pollfd], within duration: Duration?) -> Int32 {
  unsafe entries.withUnsafeMutableBufferPointer { unsafe pollUninterrupted($0, within: duration) }
}

private func pollUninterrupted(_ entries: UnsafeMutableBufferPointer<pollfd>, within duration: Duration?) -> Int32 {
  let count = nfds_t(entries.count)
  guard let duration, duration > .zero else {
    return retryingInterrupted { unsafe poll(entries.baseAddress, count, duration == nil ? -1 : 0) }
  }
  let end = SuspendingClock.now + duration
  while true {
    let rest = max(end - .now, .zero)
    // Rounded up, so that the wait does not end too early, only to be repeated at once.
    let ready = unsafe poll(entries.baseAddress, count, Int32(clamping: Int64(min(rest / .milliseconds(1), 1e9).rounded(.up))))
    if ready > 0 || ready < 0 && !wasInterrupted() || ready == 0 && SuspendingClock.now >= end { return ready }
  }
}
