// SPDX-License-Identifier: Apache-2.0

extension DaemonReport {
  /// The report as named facts, for `DaemonLock`.
  package var facts: [String: String] {
    var facts = ["state": state.rawValue, "paused": "no", "names": "\(names)", "read": "\(read)", "contents": "\(contents)"]
    switch pause {
    case nil: break
    case .unlimited: facts["paused"] = "yes"
    case .program(let reason):
      facts["paused"] = "yes"
      facts["pause-reason"] = reason
    case .until(let end): facts["paused"] = "until \(end)"
    }
    facts["trouble"] = activity.trouble
    facts["seconds-left"] = secondsLeft.map { "\($0)" }
    facts["last-scan"] = lastScan.map { "\($0)" }
    facts["last-scan-names"] = lastScan.map { _ in "\(lastScanNames)" }
    if !isComplete { facts["complete"] = "no" }
    if coverage.unwatched > 0 { facts["unwatched"] = "\(coverage.unwatched)" }
    if let reason = coverage.incomplete.first {
      facts["incomplete"] = "\(coverage.incomplete.count)"
      facts["incomplete-reason"] = reason
    }
    if overflows > 0 {
      facts["overflows"] = "\(overflows)"
      facts["last-overflow"] = lastOverflow.map { "\($0)" }
    }
    return facts
  }

  /// Facts that change with every file. A change of only these is not urgent.
  package static let progress: Set<String> = ["names", "read", "contents", "seconds-left"]
}
