internal import Attributes
internal import CSystem
internal import Glibc

/// How a process behaves that nobody waits for.
package enum Background {
  /// The calling thread, and the threads and processes that it starts from now on, run when nothing else wants the processor or the disk.
  package static func enter() { _ = process_set_idle_priority(0) }

  /// The moment, as it stands before a line of a log.
  package static func timestamp() -> String {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Timestamp(unixSeconds: Int64(now.tv_sec), nanoseconds: Int64(now.tv_nsec)).columnText
  }
}
