// SPDX-License-Identifier: Apache-2.0

import CSystemd
import CommandLine
import DesktopSearch
import MessageBus
import ShellSearch
import Synchronization
import SystemPlatform
import Threading

/// A connection to the message bus of the session, with the objects that shells and other programs ask. For one thread, which never searches: a call that
/// needs more than memory goes to a lane.
@safe
final class ProviderConnection {
  /// The name for desktop shells on the bus. Files in `desktop` have both names, too.
  static let name = "org.searchlight.Searchlight.SearchProvider"
  /// The name for other programs, and that of their interface.
  static let programName = "org.searchlight.Search1"
  private static let programPath = "/org/searchlight/Search1"
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
  /// Searches of other programs, for which no shell waits.
  private let programs = Lane()
  private let liveSearches: LiveSearches
  private let watches: WatchTable
  /// The numbers of the calls that began live searches whose first results are not there yet.
  private var beginnings: [UInt32: UInt64] = [:]
  private var callers = CallerCheck()
  private let answers = Outbox()
  private var calls: [UInt64: PendingCall] = [:]
  private var lastNumber: UInt64 = 0
  private var token: StartToken?

  /// A call without an answer yet.
  @safe private struct PendingCall {
    let message: OpaquePointer
    let request: Request
  }

  private enum Delivery: Sendable {
    case answer(Answer, UInt64)
    case event(LiveSearches.Event, UInt32)
  }

  /// What other threads have delivered.
  private final class Outbox: Sendable {
    let given = Mutex<[Delivery]>([])
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
    let liveSearches = try LiveSearches()
    self.liveSearches = liveSearches
    watches = unsafe WatchTable(bus) { liveSearches.end($0) }
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe object.pointee = shell_object(
      context: context,
      call: { context, call in
        guard let context = unsafe context, let call = unsafe call else { return -Errno.invalidArgument.rawValue }
        return unsafe Unmanaged<ProviderConnection>.fromOpaque(context).takeUnretainedValue().receive(call)
      })
    try BusFailure.check(unsafe gnome_shell_object_add(bus, Self.gnomePath, object), "sd_bus_add_object_vtable")
    try BusFailure.check(unsafe krunner_object_add(bus, Self.krunnerPath, object), "sd_bus_add_object_vtable")
    try BusFailure.check(unsafe program_object_add(bus, Self.programPath, Self.programName, object), "sd_bus_add_object_vtable")
    try startLanes(environment)
    for name in [Self.name, Self.programName] { try BusFailure.check(unsafe sd_bus_request_name(bus, name, 0), "sd_bus_request_name") }
  }

  deinit {
    calls.values.forEach { unsafe sd_bus_message_unref($0.message) }
    unsafe sd_bus_flush_close_unref(bus)
    unsafe object.deallocate()
  }

  private func startLanes(_ environment: ToolEnvironment) throws(BusFailure) {
    let indexes = IndexLookup(environment, reporter)
    let memory = SharedMemory()
    let deliver: @Sendable (UInt64, Answer) -> Void = { [answers, changes] number, answer in
      answers.given.withLock { $0.append(.answer(answer, number)) }
      changes.send()
    }
    do throws(ThreadError) {
      try searches.start(
        {
          let searcher = Searcher(indexes, memory)
          return { request, isWanted in searcher.answer(request, while: isWanted) }
        }, deliver: deliver)
      let chooser = Chooser(indexes, memory)
      try choices.start(
        {
          // The first search does not wait for it.
          indexes.startDaemon()
          return { request, _ in chooser.answer(request) }
        }, deliver: deliver)
      let programSearcher = ProgramSearcher(indexes: indexes)
      try programs.start({ { request, isWanted in programSearcher.answer(request, while: isWanted) } }, deliver: deliver)
      try liveSearches.start(indexes) { [answers, changes] number, event in
        answers.given.withLock { $0.append(.event(event, number)) }
        changes.send()
      }
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
      let isUsed = !calls.isEmpty || !watches.isEmpty
      if !isUsed, rest == .zero { break }
      // While a call is worked on or a search is live, there is no time to end.
      try wait(within: isUsed ? nil : rest)
    }
    // Calls that have already come to this process are answered; the bus starts the program again for later ones.
    for name in [Self.name, Self.programName] { try BusFailure.check(unsafe sd_bus_release_name(bus, name), "sd_bus_release_name") }
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
    for delivery in given {
      switch delivery {
      case .answer(let answer, let number): send(answer, to: number)
      case .event(let event, let number): handle(event, of: number)
      }
    }
    if !given.isEmpty { idle.use(now: SuspendingClock().now) }
  }

  // MARK: Calls

  /// Answers a call, or has a lane answer it.
  private func receive(_ message: OpaquePointer) -> Int32 {
    do {
      guard unsafe callers.isAllowed(message) else { throw ProviderError.sandboxed }
      switch unsafe try ReceivedCall(message) {
      case .immediate(let reply): return unsafe reply.send(to: message)
      case .token(let text):
        token = StartToken(activationToken: text)
        return unsafe ImmediateReply.done.send(to: message)
      case .end(let searcher):
        end(searches.supersede(searcher))
        return unsafe ImmediateReply.done.send(to: message)
      case .search(let request, let searcher): unsafe add(message, request, to: searches, searcher)
      case .rows(let request): unsafe add(message, request, to: searches, nil)
      case .choice(var request):
        if case .open(let result, let query, nil) = request { request = .open(result, query, token.take()) }
        unsafe add(message, request, to: choices, nil)
      case .program(let request): unsafe add(message, request, to: programs, nil)
      case .watch(let query): unsafe try watch(query, for: message)
      case .unwatch(let number): return unsafe try unwatch(number, for: message)
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

  /// Keeps a call to answer it later.
  private func keep(_ message: OpaquePointer, _ request: Request) -> UInt64 {
    lastNumber += 1
    calls[lastNumber] = unsafe PendingCall(message: sd_bus_message_ref(message), request: request)
    return lastNumber
  }

  private func add(_ message: OpaquePointer, _ request: Request, to lane: Lane, _ searcher: String?) {
    let number = unsafe keep(message, request)
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

  // MARK: Live searches

  private func watch(_ query: ProgramQuery, for message: OpaquePointer) throws {
    let number = unsafe try watches.add(for: message)
    beginnings[number] = unsafe keep(message, .program(query))
    liveSearches.begin(number, query)
  }

  private func unwatch(_ number: UInt32, for message: OpaquePointer) throws(ProviderError) -> Int32 {
    // A number of another program is as unknown as one that was never given.
    guard let caller = watches.caller(of: number), unsafe sd_bus_message_get_sender(message).map({ unsafe String(cString: $0) }) == caller
    else { throw .unknownWatch(number) }
    watches.remove(number)
    liveSearches.end(number)
    return unsafe ImmediateReply.done.send(to: message)
  }

  private func handle(_ event: LiveSearches.Event, of number: UInt32) {
    switch event {
    case .begun(.success(let hits)):
      if let call = beginnings.removeValue(forKey: number) { send(.watch(number, hits), to: call) }
    case .begun(.failure(let error)):
      watches.remove(number)
      if let call = beginnings.removeValue(forKey: number) { send(.failure(error), to: call) }
    case .changed(let changes):
      signal("Changed", number) { writer in
        writer.append(dictionaries: changes.added)
        writer.append(dictionaries: changes.updated)
        writer.append(texts: changes.removed)
      }
    case .ended(let reason):
      signal("Ended", number) { $0.append(reason) }
      watches.remove(number)
    }
  }

  /// Sends a signal to the program of a live search alone.
  private func signal(_ name: String, _ number: UInt32, _ append: (MessageWriter) -> Void) {
    // The program may have left, or have ended the search.
    guard let caller = watches.caller(of: number) else { return }
    var made: OpaquePointer?
    var code = unsafe sd_bus_message_new_signal(bus, &made, Self.programPath, Self.programName, name)
    if code >= 0, let message = unsafe made {
      defer { unsafe sd_bus_message_unref(message) }
      let writer = unsafe MessageWriter(message)
      writer.append(number)
      append(writer)
      code = unsafe writer.code < 0 ? writer.code : sd_bus_message_set_destination(message, caller)
      if code >= 0 { code = unsafe sd_bus_send(bus, message, nil) }
    }
    if code < 0 { reporter.report("a signal is not sent: \(BusFailure(call: "sd_bus_send", code: code))") }
  }
}
