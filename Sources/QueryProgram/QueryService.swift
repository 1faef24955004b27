// SPDX-License-Identifier: Apache-2.0

import CSystem
import CommandLine
import LogMessages
import SystemPlatform
import SystemSearch

/// `mdqueryd`: answers the questions of all users about the index of the system.
///
/// A process of its own answers each question, because it takes on rights of the caller, and a search
/// that needs too much memory or time then fails alone.
package struct QueryService {
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

  /// The first descriptor of a service that systemd has started. sd_listen_fds(3), which a static
  /// program cannot call.
  private static let firstSocket: Int32 = 3

  package init() {}

  package func run() -> Never {
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
    if environment.value(of: "LISTEN_PID") == "\(ProcessFacts.id)", environment.value(of: "LISTEN_FDS") == "1" {
      FileDescriptor(Self.firstSocket).closeOnExec()
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
    guard socket >= 0 else { tool.fail("\(name): \(Errno.current)") }
    // Callers would take the socket for that of a service that does not answer.
    unsafe local_remove_at_end(permanentCString(name))
    return socket
  }

  private func serve(_ listening: Int32, from store: String) -> Never {
    // Another process may have accepted a connection meanwhile.
    do throws(SystemError) { try FileDescriptor(listening).setBlocking(false) } catch { tool.fail(error.reason) }
    let children = process_watch_children()
    guard children >= 0 else { tool.fail("signalfd: \(Errno.current)") }
    var service = Connections(listening: listening, children: children, store: store)
    while true {
      let event = service.wait()
      if event.hasEnded { end(of: &service) }
      for (socket, isClosed) in event.callers {
        if isClosed { service.end(socket) } else { service.receive(from: socket) }
      }
      if event.isCalled { accept(&service) }
      for action in service.admission.decide(.now) { perform(action, &service) }
    }
  }

  private func accept(_ service: inout Connections) {
    let socket = local_accept(service.listening)
    guard socket >= 0 else {
      let error = Errno.current
      if [.wouldBlock, .interrupted, .connectionAborted].contains(error) { return }
      guard [.tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory, .noBufferSpace].contains(error) else {
        tool.fail("accept: \(error)")
      }
      sleep(for: .milliseconds(100))
      return
    }
    var (user, group) = (UInt32.max, UInt32.max)
    _ = unsafe local_caller(socket, &user, &group)
    for action in service.admission.connected(socket, service.account(of: user), .now) { perform(action, &service) }
  }

  private func perform(_ action: Admission.Action, _ service: inout Connections) {
    switch action {
    case .close(let socket): service.close(socket)
    case .refuse(let socket, let reason):
      service.forget(socket)
      SystemSearch.refuse(socket, reason)
    case .end(let socket): service.kill(answerOn: socket)
    case .answer(let socket):
      guard let question = service.takeQuestion(of: socket) else { return service.close(socket) }
      let levels = service.levels(of: socket)
      let process = process_divide()
      if process == 0 {
        service.closeAll(except: socket)
        let time = AnswerTime(arrival: question.arrival, levels: levels, load: .current())
        answer(question.question, on: socket, from: service.store, at: time)
      }
      if process > 0 {
        service.answers[process] = socket
      } else {
        let reason = "fork: \(Errno.current)"
        tool.report(reason)
        service.admission.closed(socket)
        SystemSearch.refuse(socket, reason)
      }
    }
  }

  /// Notes the processes that have ended. A caller with an answer may ask again.
  private func end(of service: inout Connections) {
    process_note_children(service.children)
    while let (process, end) = ProcessEnd.ofAnyChild() {
      guard let socket = service.answers.removeValue(forKey: process) else { continue }
      let account = service.answered(socket)
      let code: Int32? = if case .exited(let status) = end { status } else { nil }
      if let account, let code, let report = AnswerReport(status: code) {
        service.note(report, of: account)
      } else if code != 0 {
        service.close(socket)
      }
      let user = account.map { "\($0)" } ?? "a user"
      switch end {
      // The alarm ends answers that are not read.
      case .exited, .killed(.alarm): break
      case .killed(.kill), .killed(.processorLimit):
        tool.report("a search of \(user) was ended after a minute of processor time, or for the search of another user")
      case .killed(let signal):
        tool.report("a search of \(user) was ended by signal \(signal.rawValue); it may have needed more than a gigabyte of memory")
      }
    }
  }

  /// Limits of the process that answers a question: bytes of memory that is not the index, and seconds
  /// of processor time.
  private static let limits = process_limits(address_space: .max, data: 1 << 30, processor_seconds: 60)

  private func answer(_ question: ReceivedQuestion, on socket: Int32, from store: String, at time: AnswerTime) -> Never {
    var limits = Self.limits
    guard unsafe process_limit(0, &limits) == 0 else {
      let reason = "setrlimit: \(Errno.current)"
      tool.report(reason)
      SystemSearch.refuse(socket, reason)
      endProcessAtOnce(status: 1)
    }
    switch SystemSearch.answer(question, on: socket, from: store, at: time, report: { tool.report($0) }) {
    case .finished(let report): endProcessAtOnce(status: report?.status ?? 0)
    case .broken: endProcessAtOnce(status: 1)
    }
  }
}
