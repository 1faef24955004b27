/// What the parent says to a worker.
package enum ParentFrame: Hashable, Sendable {
  /// Import the file whose descriptor is attached.
  case importFile(ImportRequest)
  /// The window has been read and may be written again.
  case windowIsFree
}

/// What a worker says to its parent.
package enum WorkerFrame: Hashable, Sendable {
  /// First frame of a worker, once it is ready for requests.
  case hello(protocolVersion: UInt64, importers: [ImporterDescription])
  /// `byteCount` bytes of UTF-8, whole code points, stand at the start of the window; the worker waits for ``ParentFrame/windowIsFree``.
  case text(ImportRequest.ID, byteCount: Int)
  /// Last frame of an import: the last piece of text, like those above, and the record stand at the start of the window, which stays
  /// untouched until the next request.
  case finished(ImportResult)
  /// Last frame of an import that brought nothing.
  case failed(ImportRequest.ID, ImportFailure)
}

/// Numbers that both sides agree on.
package enum WorkerProtocol {
  package static let version: UInt64 = 3
  /// Where a worker finds its socket.
  package static let socketDescriptor: Int32 = 3
  /// Where a worker finds its window.
  package static let windowDescriptor: Int32 = 4
  /// Size of the window unless the parent chooses another: large enough that handing over a text of megabytes costs few turns, small
  /// enough that a worker per core is no burden.
  package static let defaultWindowByteCount = 1 << 20
  /// No frame is longer. Contents travel in the window.
  package static let maximumFrameByteCount = 64 << 10
}
