// SPDX-License-Identifier: Apache-2.0

/// A message from the parent to a worker.
package enum ParentFrame: Hashable, Sendable {
  /// Import the file whose descriptor is attached.
  case importFile(ImportRequest)
  /// The parent has read the window; the worker may write to it again.
  case windowIsFree
}

/// A message from a worker to its parent.
package enum WorkerFrame: Hashable, Sendable {
  /// The first frame of a worker, sent when it is ready for requests. `sandbox` has the layers that
  /// hold.
  case hello(protocolVersion: UInt64, importers: [ImporterDescription], sandbox: Set<SandboxLayer>)
  /// The file with the names of places cannot be used for this reason. Sent before ``hello`` if the parent has asked.
  case placesUnusable(String)
  /// The window starts with `byteCount` bytes of UTF-8 in whole code points. The worker waits for
  /// ``ParentFrame/windowIsFree``.
  case text(ImportRequest.ID, byteCount: Int)
  /// The last frame of an import. The window starts with the last piece of text, followed by the
  /// record, and stays unchanged until the next request.
  case finished(ImportResult)
  /// The last frame of an import without a result.
  case failed(ImportRequest.ID, ImportFailure)
  /// The last frame of a worker, which ends because it made a system call that the sandbox forbids.
  case forbiddenCall(String)
  /// The first frame of a process that becomes an installed importer: `mdworker` has entered these
  /// layers of the sandbox, and starts the importer in it.
  case confined(Set<SandboxLayer>)
  /// The last frame of `mdworker` if it cannot start an installed importer, or cannot become the user
  /// that it is to run as.
  case notStarted(String)
}

/// Constants of the protocol.
package enum WorkerProtocol {
  package static let version: UInt64 = 6
  /// The descriptor of a worker's socket.
  package static let socketDescriptor: Int32 = 3
  /// The descriptor of a worker's window.
  package static let windowDescriptor: Int32 = 4
  /// The descriptor on which `mdworker` receives the file that an installed importer may open.
  package static let fileDescriptor: Int32 = 5
  /// The default size of the window: large enough that megabytes of text need few round trips, and
  /// small enough to have one worker per core.
  package static let defaultWindowByteCount = 1 << 20
  /// Maximum length of a frame. Contents are passed in the window.
  package static let maximumFrameByteCount = 64 << 10
}
