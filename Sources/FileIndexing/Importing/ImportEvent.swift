// SPDX-License-Identifier: Apache-2.0

/// An event of a file's import, for a caller that handles all events on one thread. A file has any
/// number of `text` events, then one `end`.
package enum ImportEvent<Tag: Sendable>: Sendable {
  /// A piece of the text, of whole code points in UTF-8.
  case text(Tag, [UInt8])
  case end(FinishedJob<Tag>)
}
