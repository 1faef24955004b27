internal import Attributes
internal import CSystem
internal import Glibc

/// Settings of a process that runs in the background.
package enum Background {
  /// Gives the calling thread, and the threads and processes that it starts later, the lowest
  /// priority for processor and disk.
  ///
  /// The disk priority is low but not idle. With idle priority, commits would wait for a third of a
  /// second while other programs write many files, and changes would become searchable that much
  /// later.
  package static func enter() { _ = process_set_background_priority(0) }

  /// The current time, formatted for the start of a log line.
  package static func timestamp() -> String {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Timestamp(unixSeconds: Int64(now.tv_sec), nanoseconds: Int64(now.tv_nsec)).columnText
  }
}
