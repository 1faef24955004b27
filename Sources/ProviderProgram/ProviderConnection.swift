// SPDX-License-Identifier: Apache-2.0

import CSystemd
import CommandLine
import MessageBus
import ShellSearch
import Synchronization
import SystemPlatform
import Threading

/// A connection to the message bus of the session, with the objects that the shells ask. For one thread, which never searches: a call that
/// needs more than memory goes to a lane.
@safe
final class ProviderConnection {
  /// The name of this program on the bus. Files in `desktop` have it, too.
  static let name = "org.searchlight.Searchlight.SearchProvider"
  private static let gnomePath = "/org/searchlight/Searchlight/SearchProvider"
  private static let krunnerPath = "/runner"

  private let bus: OpaquePointer
  private let object: UnsafeMutablePointer<shell_object>
  private let changes: ChangeSignal
  private let reporter: Reporter
  /// Searches and rows.
  private let searches = Lane()
  /// Opening, which may take a second, and which no later call ends.
  private let choices = Lane()
  private let answers = Outbox()
  private var calls: [UInt64: PendingCall] = [:]
  private var lastNumber: UInt64 = 0
  private var token: Request.StartToken?

  /// A call without an answer yet.
  @safe private struct PendingCall {
    let message: OpaquePointer
    let request: Request
  }

  /// The answers that other threads have given.
  private final class Outbox: Sendable {
    let given = Mutex<[(number: UInt64, answer: Answer)]>([])
  }

  /// Connects, and takes the name of the program: whoever sees the name finds the objects.
  init(_ environment: ToolEnvironment, _ reporter: Reporter) throws(BusFailure) {
    var opened: OpaquePointer?
    try BusFailure.check(unsafe sd_bus_open_user(&opened), "sd_bus_open_user")
    guard let bus = unsafe opened else { throw BusFailure(call: "sd_bus_open_user", code: -Errno.noMedium.rawValue) }
    unsafe self.bus = bus
    self.reporter = reporter
    unsafe object = .allocate(capacity: 1)
    unsafe object.initialize(to: shell_object(context: nil, call: nil))
    guard let changes = ChangeSignal() else { throw BusFailure(call: "eventfd", code: -Errno.tooManyOpenFiles.rawValue) }
    self.changes = changes
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe object.pointee = shell_object(
      context: context,
      call: { context, call in
        guard let context = unsafe context, let call = unsafe call else { return -Errno.invalidArgument.rawValue }
        return unsafe Unmanaged<ProviderConnection>.fromOpaque(context).takeUnretainedValue().receive(call)
      })
    try BusFailure.check(unsafe gnome_shell_object_add(bus, Self.gnomePath, object), "sd_bus_add_object_vtable")
    try BusFailure.check(unsafe krunner_object_add(bus, Self.krunnerPath, object), "sd_bus_add_object_vtable")
    try startLanes(environment)
    try BusFailure.check(unsafe sd_bus_request_name(bus, Self.name, 0), "sd_bus_request_name")
  }

  deinit {
    calls.values.forEach { unsafe sd_bus_message_unref($0.message) }
    unsafe sd_bus_flush_close_unref(bus)
    unsafe object.deallocate()
  }

  private func startLanes(_ environment: ToolEnvironment) throws(BusFailure) {
    let indexes = IndexLookup(environment: environment, reporter: reporter)
    let memory = SharedMemory()
    let deliver: @Sendable (UInt64, Answer) -> Void = { [answers, changes] number, answer in
      answers.given.withLock { $0.append((number, answer)) }
      changes.send()
    }
    do throws(ThreadError) {
      try searches.start(
        {
          let searcher = Searcher(indexes, memory)
          return { request, isWanted in searcher.answer(request, while: isWanted) }
        }, deliver: deliver)
      let chooser = Chooser(indexes: indexes, memory: memory)
      try choices.start(
        {
          // The first search does not wait for it.
          indexes.startDaemon()
          return { request, _ in chooser.answer(request) }
        }, deliver: deliver)
    } catch {
      throw BusFailure(call: "pthread_create", code: -error.code)
    }
  }

  // MARK: Waiting

  /// Serves calls until none has come for a time.
  ///
  /// - Throws: If the connection ends otherwise than with the bus.
  func serve(untilIdleFor limit: Duration) throws(BusFailure) {
    var idle = IdleClock(limit: limit, now: SuspendingClock().now)
    while true {
      try processAll(&idle)
      let rest = idle.remaining(now: SuspendingClock().now)
      if calls.isEmpty, rest == .zero { break }
      // While a call is worked on, there is no time to end.
      try wait(within: calls.isEmpty ? rest : nil)
    }
    // Calls that have already come to this process are answered; the bus starts the program again for later ones.
    try BusFailure.check(unsafe sd_bus_release_name(bus, Self.name), "sd_bus_release_name")
    repeat {
      try processAll(&idle)
      if !calls.isEmpty { try wait(within: nil) }
    } while !calls.isEmpty
  }

  private func processAll(_ idle: inout IdleClock) throws(BusFailure) {
    while true {
      sendAnswers(&idle)
      let processed = unsafe sd_bus_process(bus, nil)
      try BusFailure.check(processed, "sd_bus_process")
      guard processed > 0 else { return }
      idle.use(now: SuspendingClock().now)
    }
  }

  private func wait(within duration: Duration?) throws(BusFailure) {
    let (file, events) = unsafe (sd_bus_get_fd(bus), sd_bus_get_events(bus))
    try BusFailure.check(min(file, events), "sd_bus_get_events")
    enum Source { case bus, changes }
    var wait = Wait<Source>([.bus: WaitSource(file, events: events), .changes: .input(changes.descriptor)])
    do throws(SystemError) {
      if try wait.ready(within: duration).contains(.changes) { changes.takeAll() }
    } catch {
      throw BusFailure(call: "poll", code: -error.code.rawValue)
    }
  }

  private func sendAnswers(_ idle: inout IdleClock) {
    let given = answers.given.withLock { given in
      defer { given.removeAll() }
      return given
    }
    for (number, answer) in given { send(answer, to: number) }
    if !given.isEmpty { idle.use(now: SuspendingClock().now) }
  }

  // MARK: Calls

  /// Answers a call, or has a lane answer it.
  private func receive(_ message: OpaquePointer) -> Int32 {
    do {
      switch unsafe try ReceivedCall(message) {
      case .immediate(let reply): return unsafe reply.send(to: message)
      case .token(let text):
        token = Request.StartToken(activationToken: text)
        return unsafe ImmediateReply.done.send(to: message)
      case .end(let searcher):
        end(searches.supersede(searcher))
        return unsafe ImmediateReply.done.send(to: message)
      case .search(let request, let searcher): unsafe add(message, request, to: searches, searcher)
      case .rows(let request): unsafe add(message, request, to: searches, nil)
      case .choice(var request):
        if case .open(let result, let query, nil) = request { request = .open(result, query, token.take()) }
        unsafe add(message, request, to: choices, nil)
      }
      return 1
    } catch let error as BusFailure {
      return error.code
    } catch let error as ProviderError {
      return unsafe Answer.failure(error).reply(to: message)
    } catch {
      return -Errno.invalidArgument.rawValue
    }
  }

  private func add(_ message: OpaquePointer, _ request: Request, to lane: Lane, _ searcher: String?) {
    lastNumber += 1
    let number = lastNumber
    calls[number] = unsafe PendingCall(message: sd_bus_message_ref(message), request: request)
    let admission = lane.add(CallBoard.Call(number: number, searcher: searcher, request: request))
    end(admission.superseded)
    if !admission.isAdmitted { send(.failure(.tooManyCalls), to: number) }
  }

  /// Answers searches that another one has ended.
  private func end(_ numbers: [UInt64]) {
    for number in numbers {
      guard case .search(_, let shell)? = calls[number]?.request else { continue }
      send(Answer(endedBy: shell), to: number)
    }
  }

  private func send(_ answer: Answer, to number: UInt64) {
    guard let call = calls.removeValue(forKey: number) else { return }
    defer { unsafe sd_bus_message_unref(call.message) }
    if case .failure(let error) = answer { reporter.report(error.logMessage) }
    let code = unsafe answer.reply(to: call.message)
    // The caller may be gone.
    if code < 0 { reporter.report("an answer is not sent: \(BusFailure(call: "sd_bus_send", code: code))") }
  }
}
