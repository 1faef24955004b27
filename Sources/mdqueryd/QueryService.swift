import CSystem
import CommandLine
import Glibc
import SystemSearch
import TextAnalysis

/// `mdqueryd`: answers the questions of all users about the index of the system.
///
/// A process of its own answers each question, because it takes on rights of the caller, and a search
/// that needs too much memory or time then fails alone.
struct QueryService {
  static let tool = Tool(
    "mdqueryd",
    usage: ["[-socket PATH] [-store DIRECTORY]"],
    summary: """
      Searches the index of the system for mdfind and mdls of all users, and shows each user only what this user may read. systemd starts it
      when it is needed.
      """,
    options: [
      ToolOption(
        "socket", "PATH", "Listen at PATH, unless systemd provides a socket. Needed when it is run by hand.", allowsEmpty: false,
        isUnique: true),
      ToolOption("store", "DIRECTORY", "Use the index in DIRECTORY (default: that of the system).", allowsEmpty: false, isUnique: true),
    ])

  let invocation = Invocation(tool)
  var tool: Tool { Self.tool }
  let environment = ToolEnvironment(isOfSystem: true)

  /// Maximum number of questions of one user that are answered at the same time.
  private static let maximumPerUser = 8
  /// The same of all users.
  private static let maximum = 64

  /// The first descriptor of a service that systemd has started. sd_listen_fds(3), which a static
  /// program cannot call.
  private static let firstSocket: Int32 = 3

  func run() -> Never {
    signal_accept_end()
    process_note_children()
    guard invocation.operands.isEmpty else { tool.exitForWrongUse("mdqueryd takes no operands") }
    do {
      let store = try environment.store(invocation.bytes("store"))
      serve(try listeningSocket(), from: store)
    } catch {
      tool.fail("\(error)")
    }
  }

  private func listeningSocket() throws -> Int32 {
    if environment.value(of: "LISTEN_PID") == "\(getpid())", environment.value(of: "LISTEN_FDS") == "1" {
      _ = fcntl(Self.firstSocket, F_SETFD, FD_CLOEXEC)
      return Self.firstSocket
    }
    guard let path = invocation.bytes("socket") else {
      tool.exitForWrongUse("no socket; systemd provides one ('systemctl start searchlight-query.socket'), or -socket names one")
    }
    let name = String(decoding: path, as: UTF8.self)
    // Its socket would be replaced.
    let other = unsafe local_connect(name)
    guard other < 0 else { tool.fail("\(PrintableText.path(path)): another process listens there") }
    let socket = unsafe local_listen(name)
    guard socket >= 0 else { tool.fail("\(name): \(unsafe String(cString: strerror(errno)))") }
    // Callers would take the socket for that of a service that does not answer.
    unsafe local_remove_at_end(strdup(name))
    return socket
  }

  /// A process that answers a question.
  private struct Answer {
    let process: Int32
    let user: UInt32
    let start = ContinuousClock.now
  }

  /// An answer that takes longer may have to end for the question of somebody else.
  private static let guaranteedTime = Duration.seconds(2)

  private func serve(_ listening: Int32, from store: String) -> Never {
    // In the order of their starts.
    var answers: [Answer] = []
    while true {
      collect(&answers)
      let socket = local_accept(listening)
      guard socket >= 0 else {
        if [EINTR, ECONNABORTED].contains(errno) { continue }
        guard [EMFILE, ENFILE, ENOMEM, ENOBUFS].contains(errno) else { tool.fail("accept: \(unsafe String(cString: strerror(errno)))") }
        poll(nil, 0, 100)
        continue
      }
      collect(&answers)
      var (user, group) = (UInt32.max, UInt32.max)
      _ = unsafe local_caller(socket, &user, &group)
      if let reason = reasonToRefuse(user, &answers) {
        SystemSearch.refuse(socket, reason)
        continue
      }
      let process = process_divide()
      if process == 0 {
        close(listening)
        answer(socket, from: store)
      }
      if process < 0 {
        let reason = "fork: \(unsafe String(cString: strerror(errno)))"
        tool.report(reason)
        SystemSearch.refuse(socket, reason)
      } else {
        close(socket)
        answers.append(Answer(process: process, user: user))
      }
    }
  }

  /// Makes room for a question.
  ///
  /// - Returns: Why that is not possible.
  private func reasonToRefuse(_ user: UInt32, _ answers: inout [Answer]) -> String? {
    guard answers.count(where: { $0.user == user }) < Self.maximumPerUser else {
      return "\(Self.maximumPerUser) searches of this user are running; wait until one has ended"
    }
    guard answers.count >= Self.maximum else { return nil }
    // Whoever does not read an answer cannot keep others from theirs.
    guard ContinuousClock.now - answers[0].start > Self.guaranteedTime else { return "too many searches are running; try again" }
    kill(answers.removeFirst().process, SIGKILL)
    return nil
  }

  /// Forgets the processes that have ended.
  private func collect(_ answers: inout [Answer]) {
    var status: Int32 = 0
    while case let process = unsafe waitpid(-1, &status, WNOHANG), process > 0 {
      guard let index = answers.firstIndex(where: { $0.process == process }) else { continue }
      let user = answers.remove(at: index).user
      switch status & 0x7F {
      // The alarm ends answers that are not read.
      case 0, SIGALRM: break
      case SIGKILL, SIGXCPU: tool.report("a search of user \(user) was ended after a minute of processor time")
      case let signal:
        tool.report("a search of user \(user) was ended by signal \(signal); it may have needed more than a gigabyte of memory")
      }
    }
  }

  /// Limits of the process that answers a question: bytes of memory that is not the index, and seconds
  /// of processor time.
  private static let limits = process_limits(address_space: .max, data: 1 << 30, processor_seconds: 60)

  private func answer(_ socket: Int32, from store: String) -> Never {
    var limits = Self.limits
    guard unsafe process_limit(0, &limits) == 0 else {
      let reason = "setrlimit: \(unsafe String(cString: strerror(errno)))"
      tool.report(reason)
      SystemSearch.refuse(socket, reason)
      _exit(EXIT_FAILURE)
    }
    if let problem = SystemSearch.answer(on: socket, from: store) { tool.report(problem) }
    _exit(EXIT_SUCCESS)
  }
}
