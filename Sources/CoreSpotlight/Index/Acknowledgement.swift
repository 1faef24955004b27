// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The acknowledgement of a request to a delegate, which receives it as a closure.
///
/// A delegate that fails lets go of the closure without calling it. The object is released then, so
/// nobody has to wait for an acknowledgement that cannot come any more.
final class Acknowledgement: Sendable {
  private let isDecided = Mutex(false)
  private let decided: @Sendable (_ isGiven: Bool) -> Void

  /// - Parameter decided: Called once: with `true` by the first acknowledgement, and with `false` if
  ///   there cannot be one.
  init(_ decided: @escaping @Sendable (_ isGiven: Bool) -> Void) { self.decided = decided }

  func give() { decide(true) }

  deinit { decide(false) }

  private func decide(_ isGiven: Bool) {
    let isFirst = isDecided.withLock { isDecided in
      defer { isDecided = true }
      return !isDecided
    }
    if isFirst { decided(isGiven) }
  }
}
