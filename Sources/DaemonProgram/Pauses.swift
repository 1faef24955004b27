// SPDX-License-Identifier: Apache-2.0

import FileIndexing
import SystemPlatform

/// The pauses of bulk work that a user and programs have asked for.
struct Pauses {
  /// A pause by a user.
  enum Pause: Equatable {
    case none, unlimited
    case until(ContinuousClock.Instant)

    init(_ duration: Duration?) { self = duration.map { .until(.now + $0) } ?? .unlimited }

    /// For other processes, which have another clock.
    fileprivate var published: DaemonReport.Pause? {
      switch self {
      case .none: nil
      case .unlimited: .unlimited
      case .until(let end): .until(UnixTime.now + Int((end - .now).components.seconds))
      }
    }
  }

  var user = Pause.none
  /// The reasons for the pauses of programs, by their numbers.
  var programs: [UInt32: String] = [:]

  var isPaused: Bool { user != .none || !programs.isEmpty }

  /// How long the pause by the user still lasts; `nil` if there is none, or no limit.
  var rest: Duration? { if case .until(let end) = user { end - .now } else { nil } }

  /// For other processes; `nil` if nothing is paused.
  var published: DaemonReport.Pause? {
    user.published ?? programs.min { $0.key < $1.key }.map { .program(reason: $0.value) }
  }
}
