// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

/// A thread could not be created: `pthread_create` failed.
package struct ThreadError: Error, Equatable, CustomStringConvertible {
  /// The `errno` code, usually `EAGAIN`.
  package let code: Int32

  package var description: String { Errno(code).description + " (pthread_create)" }
}
