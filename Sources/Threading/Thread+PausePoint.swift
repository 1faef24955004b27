// SPDX-License-Identifier: Apache-2.0

internal import CSystem

extension Thread {
  private final class PausePoint: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `work`, during which ``pausePoint()`` on the calling thread calls `pause`.
  ///
  /// Lets work in lower modules wait between two pieces without knowing what for.
  package static func withPausePoint<Result, Failure: Error>(
    _ pause: (@Sendable () -> Void)?, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let pause else { return try work() }
    let point = PausePoint(pause)
    let previous = unsafe thread_pause_point()
    unsafe thread_set_pause_point(Unmanaged.passUnretained(point).toOpaque())
    // Keeps the object alive for the whole of `work`.
    defer { withExtendedLifetime(point) { unsafe thread_set_pause_point(previous) } }
    return try work()
  }

  /// A point at which the calling thread holds nothing that other threads wait for.
  package static func pausePoint() {
    guard let point = unsafe thread_pause_point() else { return }
    unsafe Unmanaged<PausePoint>.fromOpaque(point).takeUnretainedValue().body()
  }
}
