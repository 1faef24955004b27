// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Makes a system call again for as long as signals interrupt it, which is the only meaning of `EINTR`.
///
/// Not for close(2), which must not be repeated, and not for a wait that a signal is to end.
///
/// - Parameter call: Returns a negative number, and sets `errno`, if it fails.
@inlinable
package func retryingInterrupted<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    guard result < 0, wasInterrupted() else { return result }
  }
}

/// Whether a signal interrupted the call that failed last.
@usableFromInline
package func wasInterrupted() -> Bool { errno == EINTR }
