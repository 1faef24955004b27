// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import CSystem
package import IndexStore
internal import SystemPlatform

/// The system's index, which a service searches for all users. All questions use one connection.
package final class SystemIndex {
  /// The path of the service's socket.
  private let socket: String
  /// The connection of the last question, unless that failed.
  private var connection: Connection?

  /// - Returns: `nil` if no such service is installed.
  package init?(socket: String) {
    guard Path(socket).exists else { return nil }
    self.socket = socket
  }

  /// What the service has answered besides the hits.
  package struct Outcome: Sendable {
    /// What the index has of each folder of the question, as far as this user may list it.
    package fileprivate(set) var folders: [FolderState] = []
    /// Whether changes before the question are in the answer, if that was asked for.
    package fileprivate(set) var isCurrent = true
    /// What the user should know.
    package fileprivate(set) var notices: [String] = []
  }

  /// Maximum number of bytes of a part of the answer: that of the largest records.
  private static let partLimit = 1 << 30

  /// The time in seconds after which a caller is told that there is no answer yet.
  package static let patience = 10

  /// Asks the service.
  ///
  /// - Parameters:
  ///   - waiting: Called if there is no answer after ``patience`` and the time to wait for changes.
  ///   - body: Called with some hits at a time, in order.
  /// - Throws: ``SystemIndexError`` if there is no complete answer.
  package func ask(
    _ query: SystemQuery, waiting: () -> Void = {}, _ body: ([SystemHit]) -> Void
  ) throws(SystemIndexError) -> Outcome {
    let question = query.encoded()
    guard question.count <= ReceivedQuestion.maximumByteCount else { throw .tooLong(question.count) }
    if let kept = connection.take(), !kept.isEnded {
      do {
        return try ask(question, on: kept, query, waiting, body)
      } catch ConnectionError.broken(.connectionReset), ConnectionError.broken(.brokenPipe) {
        // The service has closed it without reading the question.
      } catch {
        throw SystemIndexError(error)
      }
    }
    let descriptor = unsafe local_connect(socket)
    guard descriptor >= 0 else { throw .failed("\(socket): \(Errno.current)") }
    do {
      return try ask(question, on: Connection(descriptor), query, waiting, body)
    } catch {
      throw SystemIndexError(error)
    }
  }

  private func ask(
    _ question: [UInt8], on connection: Connection, _ query: SystemQuery, _ waiting: () -> Void, _ body: ([SystemHit]) -> Void
  ) throws -> Outcome {
    var outcome = Outcome()
    do throws(ConnectionError) {
      try connection.send(question)
    } catch {
      // The service may have told why it does not want to know.
      guard case .broken(.brokenPipe) = error else { throw error }
    }
    if !connection.waitForInput(seconds: Self.patience + (query.synchronizationTime ?? 0)) { waiting() }
    while true {
      let part = try connection.receive(limit: Self.partLimit)
      switch try SystemAnswer(decoding: part.span) {
      case .folders(let states): outcome.folders = states
      case .hits(let hits): body(hits)
      case .end(let notices, let isCurrent):
        (outcome.notices, outcome.isCurrent) = (notices, isCurrent)
        self.connection = connection
        return outcome
      case .failure(let reason): throw SystemIndexError.failed(reason)
      }
    }
  }
}

/// The system's index has not answered.
package enum SystemIndexError: Error, CustomStringConvertible {
  case failed(String)
  /// - Parameter size: The number of bytes of the question.
  case tooLong(Int)

  fileprivate init(_ error: any Error) {
    switch error {
    case let error as SystemIndexError: self = error
    case ConnectionError.ended, ConnectionError.broken(.connectionReset):
      self = .failed(
        "the service has ended this search, which may have needed more than a minute of processor time or a gigabyte of memory")
    default: self = .failed("\(error)")
    }
  }

  package var description: String {
    switch self {
    case .failed(let reason): "the system's index cannot be searched: \(reason); 'systemctl status searchlight-query' may say why"
    case .tooLong(let size):
      "the system's index cannot be searched: the question has \(size) bytes, and at most \(ReceivedQuestion.maximumByteCount) are accepted"
    }
  }
}
