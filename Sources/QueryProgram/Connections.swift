// SPDX-License-Identifier: Apache-2.0

import CSystem
import CommandLine
import Glibc
import SystemSearch

/// The connections of the service, and the processes that answer their questions.
struct Connections {
  let listening: Int32
  /// Readable after a process has ended.
  let children: Int32
  /// The folder of the index.
  let store: String
  var admission = Admission()
  /// The connections by the processes that answer on them.
  var answers: [Int32: Int32] = [:]
  /// What has come of the next questions of connections.
  private var readers: [Int32: QuestionReader] = [:]
  /// The next questions of connections. They are received during an answer, too, so that the times when they came are known exactly.
  private var questions: [Int32: ArrivedQuestion] = [:]
  /// Connections with answers that nobody waits for any more.
  private var abandoned: Set<Int32> = []
  private var levels: [Account: AnswerLevels] = [:]
  private var accounts = AccountTable()
  /// The state of the files when ``accounts`` was made.
  private var accountsState: [Timestamp] = []

  private struct Timestamp: Equatable {
    let seconds: Int
    let nanoseconds: Int
  }

  init(listening: Int32, children: Int32, store: String) { (self.listening, self.children, self.store) = (listening, children, store) }

  struct ArrivedQuestion {
    let question: ReceivedQuestion
    let arrival: ContinuousClock.Instant
  }

  /// Something that has happened.
  struct Event {
    var isCalled = false
    var hasEnded = false
    /// Connections that are closed or on which a part of a question has come.
    var callers: [(socket: Int32, isClosed: Bool)] = []
  }

  /// Waits for an event, or until there is something to decide.
  func wait() -> Event {
    let idle = admission.idle
    let entries =
      [(listening, Int32(POLLIN)), (children, Int32(POLLIN))] + idle.map { ($0, Int32(POLLIN) | Int32(LOCAL_ENDED)) }
      + admission.waiting.map { ($0, Int32(LOCAL_ENDED)) }
      + admission.answering.filter { questions[$0] == nil && !abandoned.contains($0) }.map { ($0, Int32(POLLIN) | Int32(LOCAL_ENDED)) }
    var descriptors = entries.map { pollfd(fd: $0.0, events: Int16($0.1), revents: 0) }
    var time: Int32 = -1
    if let next = admission.nextDecision {
      let (seconds, attoseconds) = (next - .now).components
      // Rounded up, so that it is not too early.
      time = Int32(clamping: max(0, seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1))
    }
    guard unsafe poll(&descriptors, nfds_t(descriptors.count), time) > 0 else { return Event() }
    let isSet = { (index: Int, events: Int32) in Int32(descriptors[index].revents) & events != 0 }
    var event = Event(isCalled: isSet(0, Int32(POLLIN)), hasEnded: isSet(1, Int32(POLLIN)))
    for index in descriptors.indices.dropFirst(2) where descriptors[index].revents != 0 {
      event.callers.append((descriptors[index].fd, isSet(index, Int32(LOCAL_ENDED) | Int32(POLLHUP) | Int32(POLLERR) | Int32(POLLNVAL))))
    }
    return event
  }

  /// Receives what has come on a connection.
  mutating func receive(from socket: Int32) {
    switch readers[socket, default: QuestionReader()].receive(from: socket) {
    case .incomplete: break
    case .ended: end(socket)
    case .complete(let question):
      readers[socket] = nil
      questions[socket] = ArrivedQuestion(question: question, arrival: .now)
      if !admission.answering.contains(socket) { admission.asked(socket, .now) }
    }
  }

  /// The other side has closed a connection.
  mutating func end(_ socket: Int32) {
    // The process that answers notices it, too.
    if admission.answering.contains(socket) { abandoned.insert(socket) } else { close(socket) }
  }

  /// The question of a connection, which is answered or refused now.
  mutating func takeQuestion(of socket: Int32) -> ArrivedQuestion? { questions.removeValue(forKey: socket) }

  /// Notes that the answer of a connection has ended.
  ///
  /// - Returns: The account that asked; `nil` if there is no such connection.
  mutating func answered(_ socket: Int32) -> Account? {
    abandoned.remove(socket)
    let account = admission.answered(socket, .now)
    if questions[socket] != nil { admission.asked(socket, .now) }
    return account
  }

  mutating func close(_ socket: Int32) {
    admission.closed(socket)
    forget(socket)
    Glibc.close(socket)
  }

  /// Forgets what has come on a connection.
  mutating func forget(_ socket: Int32) {
    readers[socket] = nil
    questions[socket] = nil
    abandoned.remove(socket)
  }

  /// For a new process, which answers on one connection only. It keeps nothing of the other ones.
  mutating func closeAll(except socket: Int32) {
    Glibc.close(listening)
    Glibc.close(children)
    for other in admission.all where other != socket { Glibc.close(other) }
    (readers, questions) = ([:], [:])
  }

  func kill(answerOn socket: Int32) {
    for (process, connection) in answers where connection == socket { Glibc.kill(process, SIGKILL) }
  }

  // MARK: Times of answers

  /// The levels of the user who asks on a connection.
  mutating func levels(of socket: Int32) -> AnswerLevels.Levels {
    admission.account(of: socket).map { levels[$0, default: AnswerLevels(.now)].current(.now) } ?? AnswerLevels.Levels()
  }

  mutating func note(_ report: AnswerReport, of account: Account) { levels[account]?.note(report, .now) }

  // MARK: Accounts

  private static let (subordinates, users) = ("/etc/subuid", "/etc/passwd")

  /// The account of a user, according to the present state of the files.
  mutating func account(of user: UInt32) -> Account {
    let state = [Self.subordinates, Self.users].map { path in
      var status = stat()
      guard unsafe stat(path, &status) == 0 else { return Timestamp(seconds: 0, nanoseconds: 0) }
      return Timestamp(seconds: status.st_ctim.tv_sec, nanoseconds: status.st_ctim.tv_nsec)
    }
    if state != accountsState {
      accountsState = state
      func text(_ path: String) -> String { String(decoding: (try? SmallFile.read(Array(path.utf8))) ?? [], as: UTF8.self) }
      accounts = AccountTable(subordinates: text(Self.subordinates), users: text(Self.users))
    }
    return accounts.account(of: user)
  }
}
