// SPDX-License-Identifier: Apache-2.0

package import LogMessages

extension Daemon {
  /// A message of the daemon to its owner.
  package enum Notice: Sendable {
    case crawling(CrawlSummary)
    /// A crawl has ended.
    case crawled
    /// All roots were crawled. Names are current, and this number of directories is watched.
    case watching(CrawlSummary, directories: Int)
    /// What is not followed has changed.
    case coverage(WatchCoverage)
    case reading(ContentProgress)
    /// Reading has ended. Contents may be left that could not be read at present.
    case readingEnded(isComplete: Bool)
    /// Nothing is left to read.
    case idle(ContentProgress)
    /// Files that changed just now were read. Others may be left.
    case refreshed(ContentProgress)
    /// Pictures were searched for text. Others may be left.
    case searchedPictures(RecognitionProgress)
    /// The kernel dropped events. The roots are crawled again.
    case overflowed
    /// A symbolic link in the configured path of a root leads elsewhere. The configuration must be
    /// loaded again.
    case redirected
    case problem(LogMessage)
    /// Work cannot continue for this reason, for example because the disk is full. It is tried again
    /// after some time.
    case waiting(LogMessage)
    /// The work that waited continues.
    case resumed
    /// No worker could be started before, and now one was: the importers are known, and a new daemon
    /// must take this one's place.
    case workersStarted

    init(_ notice: PendingReader.Notice) {
      self =
        switch notice {
        case .reading(let progress): .reading(progress)
        case .readingEnded(let isComplete): .readingEnded(isComplete: isComplete)
        case .idle(let progress): .idle(progress)
        case .waiting(let reason): .waiting(reason)
        case .resumed: .resumed
        case .workersStarted: .workersStarted
        }
    }

    init(_ notice: PictureReader.Notice) {
      self =
        switch notice {
        case .searched(let progress): .searchedPictures(progress)
        case .problem(let problem): .problem(problem)
        }
    }
  }
}
