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
  /// What has come of the questions of idle connections.
  private var readers: [Int32: QuestionReader] = [:]
  /// The questions of waiting connections.
  private var questions: [Int32: ReceivedQuestion] = [:]
  private var accounts = AccountTable()
  /// The state of the files when ``accounts`` was made.
  private var accountsState: [Timestamp] = []

  private struct Timestamp: Equatable {
    let seconds: Int
    let nanoseconds: Int
  }

  init(listening: Int32, children: Int32, store: String) { (self.listening, self.children, self.store) = (listening, children, store) }

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

  /// Receives what has come on an idle connection.
  mutating func receive(from socket: Int32) {
    switch readers[socket, default: QuestionReader()].receive(from: socket) {
    case .incomplete: break
    case .ended: close(socket)
    case .complete(let question):
      readers[socket] = nil
      questions[socket] = question
      admission.asked(socket, .now)
    }
  }

  /// The question of a connection, which is answered or refused now.
  mutating func takeQuestion(of socket: Int32) -> ReceivedQuestion? { questions.removeValue(forKey: socket) }

  mutating func close(_ socket: Int32) {
    admission.closed(socket)
    forget(socket)
    Glibc.close(socket)
  }

  /// Forgets what has come on a connection.
  mutating func forget(_ socket: Int32) {
    readers[socket] = nil
    questions[socket] = nil
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
