// SPDX-License-Identifier: Apache-2.0

package import IndexStore
package import SystemPlatform

/// Decides how a daemon continues after an error of its index.
package struct Recovery: Sendable {
  package enum Action: Equatable, Sendable {
    /// Set the catalog aside and build it again.
    case setAside
    /// Crawl every root again.
    case rescan
    /// Try again after this time.
    case retry(after: Duration)
    /// End with the error.
    case fail
  }

  /// Number of damaged catalogs to set aside at once before assuming that the disk is at fault, and of
  /// rescans before assuming that the catalog is damaged.
  private static let patience = 3
  /// After running for this time, earlier damages, rescans and retries no longer count.
  private static let settledTime = Duration.seconds(60)

  private var damages = 0
  /// Whether the daemon has waited since the last damaged catalog was set aside.
  private var hasWaited = false
  private var rescans = 0
  /// The last erasure of the index before the last rescan.
  private var erasure: Erasure?
  private var retryDelay: Duration?

  package init() {}

  /// - Parameters:
  ///   - time: How long the daemon ran before the error.
  ///   - erasure: The last erasure of the index; `nil` if it is unknown.
  package mutating func action(after error: StoreError, running time: Duration, erasure: Erasure? = nil) -> Action {
    if time > Self.settledTime { (damages, hasWaited, rescans, retryDelay) = (0, false, 0, nil) }
    switch error {
    case .corrupted, .olderFormat: return setAside()
    // Another process erased the index while the daemon used its directories, or deleted its files.
    // But a damaged catalog lacks a directory after each rescan.
    case _ where error.isLossOfCatalog, .unknownDirectory:
      // Whoever erases the index again and again damages nothing.
      if let erasure, erasure != self.erasure { (rescans, self.erasure) = (0, erasure) }
      rescans += 1
      if rescans <= Self.patience { return .rescan }
      rescans = 0
      return setAside()
    case .diskFull, .readersFull: return retry()
    case .system(_, _, let code) where Errno(code).isPassing: return retry()
    default: return .fail
    }
  }

  /// The same for an error that is not of the index.
  package mutating func action(after error: SystemError, running time: Duration) -> Action {
    if time > Self.settledTime { (damages, hasWaited, rescans, retryDelay) = (0, false, 0, nil) }
    return error.code.isPassing ? retry() : .fail
  }

  private mutating func retry() -> Action {
    let delay = Duration.retry(after: retryDelay)
    retryDelay = delay
    return .retry(after: delay)
  }

  /// A disk that damages one catalog after the other must not keep the computer busy.
  private mutating func setAside() -> Action {
    damages += 1
    guard damages > Self.patience, !hasWaited else {
      hasWaited = false
      return .setAside
    }
    hasWaited = true
    return retry()
  }
}
