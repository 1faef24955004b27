// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The changes that this process has submitted to indexes, and that may not be written yet.
enum SubmittedChanges {
  /// Waits for everything that was submitted before: items, activities, and what follows from deleting
  /// items. Must not be called while an index writes.
  static func finish() {
    for index in ItemIndex.used { index.finishChanges() }
    IndexedActivities.finishOperations()
    for index in ItemIndex.used { index.finishChanges() }
  }

  /// Lets the process wait for its changes when it ends with `exit(3)`, or returns from its main function.
  static func finishAtExit() { _ = isRegistered }

  private static let isRegistered: Bool = {
    // A child process by fork(2) has the handler, but not the threads that write.
    let process = getpid()
    registeredProcess = process
    return atexit { if getpid() == SubmittedChanges.registeredProcess { SubmittedChanges.finish() } } == 0
  }()

  // Set once, before the handler is registered.
  private nonisolated(unsafe) static var registeredProcess: pid_t = 0
}
