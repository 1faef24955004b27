// SPDX-License-Identifier: Apache-2.0

package import Attributes
internal import SystemPlatform

/// An error after which a connection between parent and worker is unusable. The worker must be
/// ended and replaced.
package enum WorkerProtocolError: Error, Equatable {
  /// The other process has ended.
  case disconnected
  /// The deadline passed without an answer.
  case timedOut
  /// A frame of an unknown kind.
  case unknownFrame(UInt8)
  /// An invalid frame.
  case malformed(DecodingError)
  /// A frame longer than ``WorkerProtocol/maximumFrameByteCount``.
  case frameTooLong
  /// A valid frame at the wrong time, or for another request.
  case unexpectedFrame
  /// A request without its file.
  case missingDescriptor
  /// More bytes than fit into the window.
  case windowExceeded(byteCount: Int)
  /// Text that is not UTF-8.
  case invalidText
  /// Text that is marked as the file's content but has a different length.
  case textIsNotFileContent
  /// Parent and worker have different versions; the daemon must be restarted after an update.
  case versionMismatch(found: UInt64)
  /// The worker made this system call, which its sandbox forbids, and ended.
  case forbiddenCall(String)
  /// `mdworker` could not start an installed importer, for this reason.
  case notStarted(String)
  /// A system call failed.
  case system(code: Int32, call: String)
}

extension WorkerProtocolError {
  /// A system call failed.
  init(_ error: SystemError) { self = .system(code: error.code.rawValue, call: error.call) }
}

extension WorkerProtocolError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .disconnected: "The other process ended."
    case .timedOut: "No answer came in time."
    case .unknownFrame(let kind): "Received a message of unknown kind \(kind)."
    case .malformed(let error): "Received a damaged message (\(error))."
    case .frameTooLong: "A message exceeds \(WorkerProtocol.maximumFrameByteCount) bytes."
    case .unexpectedFrame: "Received a message at the wrong time."
    case .missingDescriptor: "Received a request without a file."
    case .windowExceeded(let byteCount): "\(byteCount) bytes do not fit into the shared window."
    case .invalidText: "Received text that is not UTF-8."
    case .textIsNotFileContent: "Received text that is not the file's content, although the worker said so."
    case .versionMismatch(let found):
      "The worker uses version \(found) of the protocol, not \(WorkerProtocol.version); restart mds after an update."
    case .forbiddenCall(let name): "The worker called \(name), which the sandbox forbids."
    case .notStarted(let reason): "The importer cannot be started: \(reason)."
    case .system(Errno.fileTooLarge.rawValue, let call):
      "\(call) failed: the file size limit is too small for the shared window; raise it (ulimit -f)."
    case .system(let code, let call): "\(call) failed: \(Errno(code))."
    }
  }
}
