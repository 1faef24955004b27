// SPDX-License-Identifier: Apache-2.0

/// What a daemon does at present: a state machine. A pure value.
///
/// Kinds of work overlap: contents are read while a part of the index is merged, and a pause may
/// begin during a scan. The machine remembers all of them, and ``state`` is the one that a user wants
/// to know first. So the state after a pause is that of before, with what has changed meanwhile.
package struct DaemonActivity: Sendable, Equatable {
  /// In the order in which one state hides another.
  package enum State: String, CaseIterable, Sendable {
    case stopping
    /// Something keeps the daemon from working; it tries again.
    case degraded
    /// By a user.
    case paused
    case waitingForProcessor = "waiting-for-processor"
    case waitingForDisk = "waiting-for-disk"
    case waitingForMemory = "waiting-for-memory"
    /// Opening the index, and starting a first worker.
    case starting
    case scanning
    /// Contents are left to read, and the computer runs on its battery.
    case waitingForPower = "waiting-for-power"
    case reading
    case merging
    case idle
  }

  package enum Event: Sendable, Equatable {
    /// The daemon begins, also after a new configuration.
    case started
    case scanBegan
    case scanEnded
    /// Contents may be left to read.
    case readingBegan
    case readingEnded
    case mergeBegan
    case mergeEnded
    case paused
    case resumed
    /// Bulk work waits, or no longer waits.
    case held(BulkGate.Obstacle?)
    case failed(reason: String)
    case recovered
    case stopped
  }

  private var isStarting = true
  private var isScanning = false
  private var isReading = false
  private var isMerging = false
  private var isPaused = false
  private var isStopping = false
  private var obstacle: BulkGate.Obstacle?
  /// What keeps the daemon from working; `nil` if nothing does.
  package private(set) var trouble: String?

  package init() {}

  package mutating func handle(_ event: Event) {
    switch event {
    case .started: (isStarting, isScanning, isReading) = (true, false, false)
    case .scanBegan: (isStarting, isScanning) = (false, true)
    case .scanEnded: isScanning = false
    case .readingBegan: isReading = true
    case .readingEnded: isReading = false
    case .mergeBegan: isMerging = true
    case .mergeEnded: isMerging = false
    case .paused: isPaused = true
    case .resumed: isPaused = false
    case .held(let new): obstacle = new
    case .failed(let reason): trouble = reason
    case .recovered: trouble = nil
    case .stopped: isStopping = true
    }
  }

  package var state: State {
    if isStopping { return .stopping }
    if trouble != nil { return .degraded }
    if isPaused { return .paused }
    if case .pressure(let resource)? = obstacle { return .waiting(for: resource) }
    if isStarting { return .starting }
    if isScanning { return .scanning }
    if obstacle == .battery { return .waitingForPower }
    if isReading { return .reading }
    return isMerging ? .merging : .idle
  }
}

extension DaemonActivity.State {
  fileprivate static func waiting(for resource: Pressure.Resource) -> Self {
    switch resource {
    case .processor: .waitingForProcessor
    case .disk: .waitingForDisk
    case .memory: .waitingForMemory
    }
  }
}
