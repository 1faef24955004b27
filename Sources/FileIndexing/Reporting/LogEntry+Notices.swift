// SPDX-License-Identifier: Apache-2.0

internal import IndexStore
internal import LogMessages

extension LogEntry {
  /// - Returns: `nil` for a notice that gets no entry, or not at once.
  package init?(_ notice: Daemon.Notice) {
    switch notice {
    // mdutil -s shows the progress. A line for each step would fill the log.
    case .crawling, .reading: return nil
    // The service logs what does not work once, not after each attempt.
    case .waiting, .resumed, .workersStarted: return nil
    case .crawled, .coverage, .readingEnded: return nil
    // LoggedProgress collects what was read.
    case .idle, .refreshed, .searchedPictures: return nil
    case .watching(let names, let directories):
      self.init(
        .watching,
        """
        \(counted(names.entries, "name")) \(names.entries == 1 ? "is" : "are") up to date \
        (\(names.added) new, \(names.changed) changed, \(names.removed) removed); \(counted(directories, "folder")) watched
        """,
        [.names: names.entries, .added: names.added, .changed: names.changed, .removed: names.removed, .folders: directories])
    case .overflowed: self.init(.overflowed, "the kernel dropped events; rescanning everything")
    case .redirected: self.init(.reloading, "a symbolic link to a root has changed; reloading the configuration")
    case .problem(let problem): self.init(.problem, problem)
    }
  }

  /// - Returns: `nil` for a notice that gets no entry.
  package init?(_ notice: MaintenanceService.Notice) {
    switch notice {
    case .repaired(let done):
      self.init(
        .repaired,
        """
        rebuilt a damaged part of the index: \(counted(done.documents, "name")), \(counted(done.texts, "text")); \
        \(counted(done.textsToRead, "text")) will be read again
        """,
        [.documents: done.documents, .texts: done.texts, .textsToRead: done.textsToRead])
    case .foldedAgain(let done):
      self.init(
        .repaired,
        """
        adapted a part of the index from an earlier version: \(counted(done.documents, "name")), \(counted(done.texts, "text")); \
        \(counted(done.textsToRead, "text")) will be read again
        """,
        [.documents: done.documents, .texts: done.texts, .textsToRead: done.textsToRead])
    case .problem(let problem): self.init(.problem, "\(problem)")
    case .woken, .quiet, .mergeBegan, .mergeEnded: return nil
    }
  }

  package init(_ progress: RecognitionProgress) {
    self.init(.recognized, "\(progress)", [.files: progress.files, .texts: progress.filesWithText, .failed: progress.failed])
  }

  package init(_ progress: ContentProgress) {
    self.init(.read, "\(progress)", [.files: progress.done, .partial: progress.partial, .failed: progress.failed])
  }
}
