internal import Glibc

/// An open file descriptor and the duty to close it.
package struct OwnedDescriptor: ~Copyable, Sendable {
  package let rawValue: Int32

  /// Takes over `rawValue`, which nobody else closes from now on.
  package init(owning rawValue: Int32) { self.rawValue = rawValue }

  /// Gives the descriptor away, with the duty.
  package consuming func take() -> Int32 {
    let value = rawValue
    discard self
    return value
  }

  deinit { close(rawValue) }
}
