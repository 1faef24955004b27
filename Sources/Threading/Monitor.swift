// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// State that threads share, with a way to wait for it to change: a mutex and a condition variable.
///
/// `Mutex` of the Synchronization module cannot be waited on, and these threads block by design.
@safe package final class Monitor<State>: @unchecked Sendable {
  // Safe to share: `state` is touched only while `lock` is held.
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private var state: State

  package init(_ state: State) {
    self.state = state
    unsafe lock = .allocate(capacity: 1)
    unsafe changed = .allocate(capacity: 1)
    unsafe pthread_mutex_init(lock, nil)
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(changed, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(lock)
    unsafe changed.deallocate()
    unsafe lock.deallocate()
  }

  /// Reads or changes the state, and wakes all waiting threads.
  package func update<Result>(_ body: (inout State) -> Result) -> Result {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    let result = body(&state)
    unsafe pthread_cond_broadcast(changed)
    return result
  }

  /// Reads or changes the state, and wakes all waiting threads if `wakes` returns `true` for the
  /// new state.
  ///
  /// A needless wake-up costs several microseconds.
  package func update<Result>(waking wakes: (State) -> Bool, _ body: (inout State) -> Result) -> Result {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    let result = body(&state)
    if wakes(state) { unsafe pthread_cond_broadcast(changed) }
    return result
  }

  /// Waits until `condition` returns a value. `condition` may change the state.
  package func wait<Result>(until condition: (inout State) -> Result?) -> Result {
    wait { state -> Finding<Result> in
      if let result = condition(&state) { .met(result) } else { .unmet(lookAgainAfter: nil) }
    }
  }

  /// The outcome of checking a condition that a thread waits for.
  package enum Finding<Result> {
    case met(Result)
    /// Check again after a change of the state and, if a duration is given, after that duration.
    case unmet(lookAgainAfter: Duration?)
  }

  /// Waits until `condition` is met, by a change of the state or by time.
  ///
  /// - Parameter wakes: See ``update(waking:_:)``.
  package func wait<Result>(
    waking wakes: (State) -> Bool = { _ in true }, until condition: (inout State) -> Finding<Result>
  ) -> Result {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    while true {
      switch condition(&state) {
      case .met(let result):
        if wakes(state) { unsafe pthread_cond_broadcast(changed) }
        return result
      case .unmet(let duration?):
        var deadline = Self.now(after: duration)
        unsafe pthread_cond_timedwait(changed, lock, &deadline)
      case .unmet(nil): unsafe pthread_cond_wait(changed, lock)
      }
    }
  }

  /// Waits until `condition` holds, for at most `duration`.
  ///
  /// - Returns: Whether it holds.
  package func wait(atMost duration: Duration, until condition: (State) -> Bool) -> Bool {
    var deadline = Self.now(after: duration)
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    while !condition(state) {
      if unsafe pthread_cond_timedwait(changed, lock, &deadline) == ETIMEDOUT { return condition(state) }
    }
    return true
  }

  private static func now(after duration: Duration) -> timespec {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    let (seconds, attoseconds) = duration.components
    let nanoseconds = time.tv_nsec + Int(attoseconds / 1_000_000_000)
    time.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
    time.tv_nsec = nanoseconds % 1_000_000_000
    return time
  }
}
