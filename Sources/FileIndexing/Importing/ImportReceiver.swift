/// Takes what a worker delivers. Each thread of a pool has a receiver of its own, so nothing in one is shared; while it works, its worker
/// waits, so what is delivered never piles up.
package protocol ImportReceiver<Tag> {
  associatedtype Tag: Sendable

  /// A worker is about to begin with a file. The file ends with `take(_: FinishedJob)`, unless the run
  /// fails before. May be called before the previous file's end.
  mutating func begin(_ job: ImportJob<Tag>)

  /// The next piece of a file's text: whole code points of valid UTF-8, at most the window's size. Whether it counts, the end tells.
  ///
  /// - Throws: What ends the whole run; a file is never to blame.
  mutating func take(_ text: Span<UInt8>, of job: ImportJob<Tag>) throws

  /// The end of a file, and what became of it.
  ///
  /// - Throws: What ends the whole run.
  mutating func take(_ file: FinishedJob<Tag>) throws
}

extension ImportReceiver {
  package mutating func begin(_ job: ImportJob<Tag>) {}
}
