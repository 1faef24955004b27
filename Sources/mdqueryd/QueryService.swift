import CSystem
import CommandLine
import Glibc
import SystemSearch

/// `mdqueryd`: answers the questions of all users about the index of the system.
///
/// A process of its own answers each question, because it takes on rights of the caller, and a search
/// that needs too much memory or time then fails alone.
struct QueryService {
  static let tool = Tool(
    "mdqueryd",
    usage: ["[-socket PATH]"],
    summary: """
      Searches the index of the system for mdfind and mdls of all users, and shows each user only what this user may read. systemd starts it
      when it is needed.
      """,
    options: [
      ToolOption("socket", "PATH", "Listen at PATH, unless systemd provides a socket.", allowsEmpty: false, isUnique: true), .store,
    ])

  let invocation = Invocation(tool)
  var tool: Tool { Self.tool }
  let environment = ToolEnvironment(isOfSystem: true)

  /// Maximum number of questions of one user that are answered at the same time.
  private static let maximumPerUser = 8
  /// The same of all users.
  private static let maximum = 64

  /// The first descriptor of a service that systemd has started. sd_listen_fds(3).
  private static let firstSocket: Int32 = 3

  func run() -> Never {
    signal_accept_end()
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
    let socket = unsafe local_listen(name)
    guard socket >= 0 else { tool.fail("\(name): \(unsafe String(cString: strerror(errno)))") }
    return socket
  }

  private func serve(_ listening: Int32, from store: String) -> Never {
    /// The users whose questions are being answered, by the processes that do.
    var users: [Int32: UInt32] = [:]
    while true {
      collect(&users, waiting: users.count >= Self.maximum)
      let socket = local_accept(listening)
      guard socket >= 0 else {
        if errno == EINTR || errno == ECONNABORTED { continue }
        tool.fail("accept: \(unsafe String(cString: strerror(errno)))")
      }
      collect(&users, waiting: false)
      var (user, group) = (UInt32.max, UInt32.max)
      _ = unsafe local_caller(socket, &user, &group)
      let isWithinLimit = users.values.count { $0 == user } < Self.maximumPerUser
      let process = process_divide()
      if process == 0 {
        close(listening)
        if isWithinLimit { answer(socket, from: store) } else { refuse(socket) }
      }
      close(socket)
      if process < 0 { tool.report("fork: \(unsafe String(cString: strerror(errno)))") } else { users[process] = user }
    }
  }

  private func refuse(_ socket: Int32) -> Never {
    SystemSearch.refuse(socket, "\(Self.maximumPerUser) searches of this user are running; wait until one has ended")
    _exit(EXIT_SUCCESS)
  }

  /// Forgets the processes that have ended.
  private func collect(_ users: inout [Int32: UInt32], waiting: Bool) {
    var isWaiting = waiting
    while true {
      let process = waitpid(-1, nil, isWaiting ? 0 : WNOHANG)
      guard process > 0 else { return }
      users[process] = nil
      isWaiting = false
    }
  }

  /// Limits of the process that answers a question: bytes of memory that is not the index, and seconds
  /// of processor time.
  private static let limits = process_limits(address_space: .max, data: 2 << 30, processor_seconds: 120)

  private func answer(_ socket: Int32, from store: String) -> Never {
    var limits = Self.limits
    _ = unsafe process_limit(0, &limits)
    if let problem = SystemSearch.answer(on: socket, from: store) { tool.report(problem) }
    _exit(EXIT_SUCCESS)
  }
}
