// SPDX-License-Identifier: Apache-2.0

/// Receives the results of a pool's workers. Each thread of the pool has a receiver of its own, so
/// receivers need no locks. The pool waits while a receiver works, so results do not accumulate.
package protocol ImportReceiver<Tag> {
  associatedtype Tag: Sendable

  /// Called before a worker begins with a file. ``take(_:)`` for the file follows, unless the run
  /// fails. The result of the previous file may not have been received yet. Does nothing by
  /// default.
  mutating func begin(_ job: ImportJob<Tag>)

  /// Receives the next piece of a file's text: whole code points of valid UTF-8, no longer than the
  /// window of shared memory. Whether the import succeeds is known only when ``take(_:)`` is
  /// called.
  ///
  /// - Throws: An error that ends the run. A receiver must not throw because of a file.
  mutating func take(_ text: Span<UInt8>, of job: ImportJob<Tag>) throws

  /// Receives the result of a file, after all of its text.
  ///
  /// - Throws: An error that ends the run.
  mutating func take(_ file: FinishedJob<Tag>) throws
}

extension ImportReceiver {
  package mutating func begin(_ job: ImportJob<Tag>) {}
}
