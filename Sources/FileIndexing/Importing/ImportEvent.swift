/// What happens to a file on its way through a pool, for who takes it on one thread: any number of texts, then the end.
package enum ImportEvent<Tag: Sendable>: Sendable {
  /// A piece of the text: whole code points of UTF-8.
  case text(Tag, [UInt8])
  case end(FinishedJob<Tag>)
}
