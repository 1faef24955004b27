internal import Attributes
internal import CSystem
internal import Glibc
package import IndexStore

/// The system's index, which a service searches for all users.
package struct SystemIndex: Sendable {
  /// The path of the service's socket.
  private let socket: String

  /// - Returns: `nil` if no such service is installed.
  package init?(socket: String) {
    guard unsafe access(socket, F_OK) == 0 else { return nil }
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
    let descriptor = unsafe local_connect(socket)
    guard descriptor >= 0 else { throw SystemIndexError(reason: "\(socket): \(unsafe String(cString: strerror(errno)))") }
    let connection = Connection(descriptor)
    var outcome = Outcome()
    do {
      do throws(ConnectionError) {
        try connection.send(query.encoded())
      } catch {
        // The service may have told why it does not want to know.
        guard case .broken(EPIPE) = error else { throw error }
      }
      if !connection.waitForInput(seconds: Self.patience + (query.synchronizationTime ?? 0)) { waiting() }
      while true {
        let part = try connection.receive(limit: Self.partLimit)
        switch try SystemAnswer(decoding: part.span) {
        case .folders(let states): outcome.folders = states
        case .hits(let hits): body(hits)
        case .end(let notices, let isCurrent):
          (outcome.notices, outcome.isCurrent) = (notices, isCurrent)
          return outcome
        case .failure(let reason): throw SystemIndexError(reason: reason)
        }
      }
    } catch let error as SystemIndexError {
      throw error
    } catch ConnectionError.broken(ECONNRESET) {
      throw SystemIndexError(
        reason: "the service has ended this search, which may have needed more than a minute of processor time or a gigabyte of memory")
    } catch {
      throw SystemIndexError(reason: "\(error)")
    }
  }
}

/// The system's index has not answered.
package struct SystemIndexError: Error, CustomStringConvertible {
  let reason: String

  package var description: String { "the system's index cannot be searched: \(reason); 'systemctl status searchlight-query' may say why" }
}
