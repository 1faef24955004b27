// SPDX-License-Identifier: Apache-2.0

extension Duration {
  /// The time to wait before work that has failed is tried again. It doubles with each failure, up to
  /// five minutes.
  ///
  /// - Parameter previous: The time before the attempt that has failed; `nil` after the first
  ///   failure.
  static func retry(after previous: Duration?) -> Duration { previous.map { min($0 * 2, .seconds(300)) } ?? .seconds(1) }
}
