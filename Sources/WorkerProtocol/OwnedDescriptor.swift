// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Owns an open file descriptor and closes it.
package struct OwnedDescriptor: ~Copyable, Sendable {
  package let rawValue: Int32

  /// Takes ownership of `rawValue`; no other code must close it.
  package init(owning rawValue: Int32) { self.rawValue = rawValue }

  /// Transfers ownership of the descriptor to the caller.
  package consuming func take() -> Int32 {
    let value = rawValue
    discard self
    return value
  }

  deinit { close(rawValue) }
}
