// SPDX-License-Identifier: Apache-2.0

internal import LogMessages

/// Counts of files whose content is read.
package struct ContentProgress: Sendable, Equatable {
  /// Files read, failed ones included.
  package var done = 0
  /// Files that waited when the run began, or `done` if that is more.
  package var total = 0
  package var failed = 0
  /// Files of which only a part could be read.
  package var partial = 0
  /// Attempts to open a file that failed for a temporary reason. The file is still to be read.
  package var postponed = 0

  package init(done: Int = 0, total: Int = 0, failed: Int = 0, partial: Int = 0, postponed: Int = 0) {
    self.done = done
    self.total = total
    self.failed = failed
    self.partial = partial
    self.postponed = postponed
  }
}

extension ContentProgress: CustomStringConvertible {
  /// `5 files read, 1 of them in part, 2 failed`
  package var description: String {
    "\(counted(done, "file")) read\(partial > 0 ? ", \(partial) of them in part" : ""), \(failed) failed"
  }
}
