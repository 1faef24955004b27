// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

/// Takes events from the kernel in batches, and waits for what else gives a daemon something to do.
struct EventCollector {
  private let context: DaemonContext
  /// When the previous batch was complete.
  private(set) var collected = ContinuousClock.now

  init(_ context: DaemonContext) { self.context = context }

  /// After an event, this time without further events ends the batch. Meanwhile the thread sleeps
  /// through the events, which may come one by one.
  private static let silence = Duration.milliseconds(3)
  /// Maximum time for collecting a batch, of which the time for applying the previous batch is a part.
  private static let maximumWait = Duration.milliseconds(9)

  /// Waits for events, then for further ones that may belong to them.
  ///
  /// - Parameters:
  ///   - due: When to return even if there are no events; `nil` for never.
  ///   - end: Returns without events at the end of this batch; `nil` for none.
  /// - Returns: At least one event, or none at the given time, at the end of the batch or after a file system was
  ///   mounted or unmounted; `nil` if the daemon must stop.
  mutating func next(
    before due: ContinuousClock.Instant?, orEndOf end: BatchEnd?
  ) throws -> (events: [WatchEvent], awakening: Awakening)? {
    defer { collected = .now }
    let endsAtResumption = context.gate.isPaused
    var events: [WatchEvent] = []
    // Events that are waiting by now have come since the previous batch.
    var began = collected
    var awakening = try sleep(atMost: .zero, orEndOf: end, endsAtResumption: endsAtResumption)
    func sleepUntilDue() throws {
      awakening = try sleep(atMost: due.map { $0 - .now }, orEndOf: end, endsAtResumption: endsAtResumption)
      began = .now
    }
    if awakening == .time { try sleepUntilDue() }
    while true {
      switch awakening {
      case .stop: return nil
      case .circumstances: return (try events + context.watcher.events(), awakening)
      case .end: return ([], awakening)
      case .time where events.isEmpty: return ([], awakening)
      case .time, .events: break
      }
      let more = try context.watcher.events()
      if more.isEmpty {
        if !events.isEmpty { return (events, awakening) }
        // Only entries that share a directory with a root have changed.
        try sleepUntilDue()
        continue
      }
      events += more
      // Editors and archivers cause many events at once, and a transaction for many changes costs
      // hardly more than one for a single change. The kernel queues both halves of a rename next to
      // each other, so this wait also brings them into one batch.
      // Only if the last event is the first half of a rename, the second half may still come.
      let isComplete = if case .movedAway? = events.last { false } else { true }
      if isComplete, events.count >= 4096 || ContinuousClock.now - began >= Self.maximumWait { return (events, awakening) }
      awakening = try sleep(atMost: Self.silence, throughEvents: true, endsAtResumption: endsAtResumption)
    }
  }

  /// Why the thread that takes the events goes on.
  enum Awakening {
    case events, time, stop
    /// A batch has been applied.
    case end
    /// A file system was mounted or unmounted, or a pause is over.
    case circumstances
  }

  /// Waits for events, for the end of a time, and for what changes the daemon's work.
  ///
  /// - Parameters:
  ///   - duration: `nil` for no end.
  ///   - throughEvents: Whether events do not end the wait.
  ///   - end: Of a batch, which ends the wait.
  ///   - endsAtResumption: Whether the end of a pause does: what is due then is not due before.
  private func sleep(
    atMost duration: Duration?, throughEvents: Bool = false, orEndOf end: BatchEnd? = nil, endsAtResumption: Bool
  ) throws -> Awakening {
    enum Source { case inotify, fanotify, stop, mounts, resumption, end }
    let watched = throughEvents ? (-1, -1) : context.watcher.descriptors
    var wait = Wait<Source>([
      .inotify: .input(watched.0), .fanotify: .input(watched.1), .stop: .input(context.stopSignal.descriptor),
      .mounts: .exception(context.mountWatch.descriptor), .resumption: .input(endsAtResumption ? context.gate.resumed : -1),
      .end: .input(end?.descriptor ?? -1),
    ])
    let ready = try context.liveness.noteWait(of: .following) { () throws in try wait.ready(within: duration) }
    if ready.contains(.stop) { return .stop }
    if ready.contains(.mounts) || ready.contains(.resumption) { return .circumstances }
    if ready.contains(.end) { return .end }
    return ready.isEmpty ? .time : .events
  }
}
