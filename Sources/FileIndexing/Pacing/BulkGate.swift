// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import Synchronization
package import SystemPlatform

/// Where bulk work waits while it must not run: while a user has paused it, while the computer runs
/// on its battery, and while others need the computer.
///
/// Nothing is measured unless bulk work asks, so an idle daemon has no timer. Thread-safe.
package final class BulkGate: Sendable {
  package enum Work: Sendable {
    /// Crawls, bursts of changes, and the maintenance of the index.
    case upkeep
    /// Contents that nobody has changed just now. They take most of the time and energy, and searches
    /// for names do without them. So only they wait for a power supply.
    case contents
    /// Searching for text in pictures, which takes more energy than all else and never has to be done now. It waits for a
    /// power supply whatever the configuration says of contents.
    case recognition
  }

  /// Why bulk work waits.
  package enum Obstacle: Sendable, Hashable {
    case battery
    case pressure(Pressure.Resource)
  }

  fileprivate struct State {
    var isPaused = false
    var worksOnBattery = false
    var backOff = PressureBackOff(now: .now)
    /// What was found when the power supplies were last examined.
    var power: (isOnBattery: Bool, looked: ContinuousClock.Instant)?
    /// Number of threads that wait for each obstacle.
    var waiting: [Obstacle: Int] = [:]
    var shown: Obstacle?
    var onChange: @Sendable (Obstacle?) -> Void = { _ in }
  }

  /// Working threads examine the power supplies this often.
  fileprivate static let powerInterval = Duration.seconds(10)
  /// Waiting threads do so less often.
  fileprivate static let powerPatience = Duration.seconds(30)
  /// Pictures may be left for weeks, so a computer on its battery is not woken often because of them.
  fileprivate static let recognitionPatience = Duration.seconds(600)

  private let state = Mutex(State())
  private let root: String
  /// Readable while bulk work is not paused. eventfd(2)
  var resumed: Int32 { event.rawValue }
  private let event: OwnedDescriptor

  /// - Parameter root: The folder that contains `proc` and `sys`. Tests have their own.
  package init(systemRoot root: String = "") throws(SystemError) {
    self.root = root
    let number = event_make()
    guard number >= 0 else { throw .current("eventfd") }
    event = OwnedDescriptor(owning: number)
    event_raise(number)
  }

  package var isPaused: Bool { state.withLock { $0.isPaused } }

  /// Pauses or resumes bulk work. Threads between two pieces of work wait from now on.
  package func setPaused(_ isPaused: Bool) {
    state.withLock { state in
      guard state.isPaused != isPaused else { return }
      state.isPaused = isPaused
      if isPaused { event.file.takeEvents() } else { event_raise(resumed) }
    }
  }

  package func setWorksOnBattery(_ worksOnBattery: Bool) { state.withLock { $0.worksOnBattery = worksOnBattery } }

  /// - Parameter onChange: Called on the threads that wait, when they begin to wait for another
  ///   obstacle, and with `nil` when they go on. Must not use the gate.
  package func observe(_ onChange: @escaping @Sendable (Obstacle?) -> Void) { state.withLock { $0.onChange = onChange } }

  /// Whether contents are not to be read for a longer time, so that workers need not be kept.
  var isClosedForContents: Bool { state.withLock { $0.isPaused || $0.isHeldByBattery(at: .now, root) } }

  /// The same for text in pictures.
  var isClosedForRecognition: Bool { state.withLock { $0.isPaused || $0.isOnBattery(at: .now, root) } }

  /// Whether ``pass(_:unless:)`` would not wait.
  func mayPass(_ work: Work) -> Bool { state.withLock { $0.hold(of: work, at: .now, root) == nil } }

  /// Waits until bulk work may go on, or `stop` is sent.
  func pass(_ work: Work, unless stop: StopSignal) {
    var known: Obstacle?
    while !stop.isSent {
      let hold = state.withLock { state -> Hold? in
        let hold = state.hold(of: work, at: .now, root)
        // Users need not know what text in pictures waits for.
        guard work != .recognition else { return hold }
        state.note(hold?.obstacle, insteadOf: known)
        known = hold?.obstacle
        return hold
      }
      guard let hold else { return }
      wait(hold, unless: stop)
    }
    if known != nil { state.withLock { $0.note(nil, insteadOf: known) } }
  }

  /// Waits until bulk work is no longer paused, for at most `duration`, unless `stop` is sent.
  func waitWhilePaused(atMost duration: Duration, unless stop: StopSignal) {
    if isPaused { wait(Hold(isPaused: true, duration: duration), unless: stop) }
  }

  fileprivate struct Hold {
    var obstacle: Obstacle?
    var isPaused = false
    /// When to look again; `nil` if there is nothing to measure.
    var duration: Duration?
  }

  private func wait(_ hold: Hold, unless stop: StopSignal) {
    enum Source { case stop, resumption }
    var wait = Wait<Source>([.stop: .input(stop.descriptor), .resumption: .input(hold.isPaused ? resumed : -1)])
    _ = try? wait.ready(within: hold.duration)
  }
}

extension BulkGate.State {
  fileprivate mutating func hold(of work: BulkGate.Work, at now: ContinuousClock.Instant, _ root: String) -> BulkGate.Hold? {
    if isPaused { return BulkGate.Hold(isPaused: true) }
    switch work {
    case .upkeep: break
    case .contents where isHeldByBattery(at: now, root): return BulkGate.Hold(obstacle: .battery, duration: BulkGate.powerPatience)
    case .recognition where isOnBattery(at: now, root): return BulkGate.Hold(obstacle: .battery, duration: BulkGate.recognitionPatience)
    case .contents, .recognition: break
    }
    return backOff.hold(at: now) { Pressure(in: root) }.map { hold in
      BulkGate.Hold(obstacle: hold.resource.map { .pressure($0) }, duration: hold.duration)
    }
  }

  fileprivate mutating func isHeldByBattery(at now: ContinuousClock.Instant, _ root: String) -> Bool {
    !worksOnBattery && isOnBattery(at: now, root)
  }

  fileprivate mutating func isOnBattery(at now: ContinuousClock.Instant, _ root: String) -> Bool {
    if let power, now - power.looked < BulkGate.powerInterval { return power.isOnBattery }
    let isOnBattery = PowerSupplies.areOnBattery(in: root)
    power = (isOnBattery, now)
    return isOnBattery
  }

  /// Records what one thread waits for.
  fileprivate mutating func note(_ obstacle: BulkGate.Obstacle?, insteadOf previous: BulkGate.Obstacle?) {
    guard obstacle != previous else { return }
    if let previous { waiting[previous] = waiting[previous, default: 1] - 1 }
    if let obstacle { waiting[obstacle, default: 0] += 1 }
    waiting = waiting.filter { $0.value > 0 }
    // A wait for power is the longest.
    let main = waiting.keys.contains(.battery) ? .battery : waiting.keys.first
    guard main != shown else { return }
    shown = main
    onChange(main)
  }
}
