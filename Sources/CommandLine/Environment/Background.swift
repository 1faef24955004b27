internal import Attributes
internal import CSystem
internal import Glibc

/// How a process behaves that nobody waits for.
package enum Background {
  /// The calling thread, and the threads and processes that it starts from now on, run when nothing else wants the processor, and come last at
  /// the disk.
  ///
  /// Not only when nobody else wants that: while files are written all over the disk, commits would wait for a third of a second, and with
  /// them everybody who waits for a change to become searchable.
  package static func enter() { _ = process_set_background_priority(0) }

  /// The moment, as it stands before a line of a log.
  package static func timestamp() -> String {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Timestamp(unixSeconds: Int64(now.tv_sec), nanoseconds: Int64(now.tv_nsec)).columnText
  }
}
