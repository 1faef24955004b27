// SPDX-License-Identifier: Apache-2.0

internal import LogMessages

/// The report of a daemon as other processes find it, in words. Each state has an explanation, or
/// says what a user can do.
package struct PublishedReport: Sendable {
  package let state: DaemonActivity.State
  private let facts: [String: String]
  /// In seconds since 1970.
  private let now: Int

  /// - Parameters:
  ///   - facts: See ``DaemonReport/facts``.
  ///   - now: In seconds since 1970.
  /// - Returns: `nil` if the daemon is from a version that reports no state, or one with other states.
  package init?(_ facts: [String: String], at now: Int) {
    guard let state = facts["state"].flatMap(DaemonActivity.State.init) else { return nil }
    self.state = state
    self.facts = facts
    self.now = now
  }

  private func number(_ fact: String) -> Int? { facts[fact].flatMap { Int($0) } }

  /// What the daemon does, on one line.
  package var activity: String {
    switch state {
    case .stopping: "stopping"
    case .degraded: "waiting: \(facts["trouble"] ?? "an error"); tried again by itself, or at once after SIGHUP"
    case .paused: "paused\(pauseReason)\(restOfPause); 'mdutil resume' ends the pause"
    case .waitingForProcessor: waiting(for: "the processor")
    case .waitingForDisk: waiting(for: "the disk")
    case .waitingForMemory: waiting(for: "memory")
    case .starting: "starting: opening the index"
    case .scanning: "scanning folders\(names); every name is found as soon as it is listed"
    case .waitingForPower:
      "waiting for a power supply before reading \(contents); 'index-on-battery = yes' reads them now, see searchlight.conf(5)"
    case .reading: "reading \(contents)\(timeLeft)"
    case .merging: "merging parts of the index, which makes it smaller and searches faster"
    case .idle:
      facts["complete"] == "no" ? "idle: some contents cannot be read at present, and are tried again" : "everything is indexed"
    }
  }

  /// What a user should know besides the activity, one line each.
  package var remarks: [String] {
    var remarks: [String] = []
    if let advice { remarks.append(advice) }
    // The activity says something else.
    if state == .paused, let trouble = facts["trouble"] { remarks.append(trouble) }
    if let count = number("unwatched") {
      remarks.append(
        "\(counted(count, "folder", isGrouped: true)) cannot be watched and \(count == 1 ? "is" : "are") scanned at intervals; "
          + "raise fs.inotify.max_user_watches, see mds(1)")
    }
    if let count = number("incomplete") {
      let reason = facts["incomplete-reason"].map { (count == 1 ? ": " : ", such as ") + $0 } ?? ""
      remarks.append("\(counted(count, "folder", isGrouped: true)) could not be read, or only in part\(reason)")
    }
    if let count = number("overflows") {
      let last = number("last-overflow").map { ", last \(time($0))" } ?? ""
      remarks.append("the kernel dropped events \(counted(count, "time")) since the start\(last); a scan finds what they reported")
    }
    if let scan = number("last-scan") {
      remarks.append("last complete scan: \(time(scan)), \(counted(number("last-scan-names") ?? 0, "name", isGrouped: true))")
    }
    return remarks
  }

  /// How to have files read at once; `nil` if none are left, or something else keeps the daemon from reading them.
  private var advice: String? {
    guard number("contents") ?? 0 > number("read") ?? 0 else { return nil }
    switch state {
    case .reading: return "mds reads while other programs leave room; 'mdimport ~' reads everything now, 'mdimport FOLDER' a folder"
    case .waitingForProcessor, .waitingForDisk, .waitingForMemory:
      // Their number is that of the index: others may read them meanwhile.
      return "files are left to read; 'mdimport ~' reads everything now, 'mdimport FOLDER' a folder"
    case .stopping, .degraded, .paused, .starting, .scanning, .waitingForPower, .merging, .idle: return nil
    }
  }

  private func waiting(for what: String) -> String { "waiting: other programs need \(what); work goes on by itself" }

  private var names: String { number("names").map { $0 > 0 ? ": \(counted($0, "name", isGrouped: true)) so far" : "" } ?? "" }

  private var contents: String {
    guard let total = number("contents"), total > 0 else { return "contents" }
    return "contents: \((number("read") ?? 0).grouped) of \(counted(total, "file", isGrouped: true))"
  }

  private var timeLeft: String {
    number("seconds-left").map { ", about \(describedDuration(.seconds(max($0, 1)))) left" } ?? ""
  }

  private var pauseReason: String { facts["pause-reason"].map { " by a program: \($0)" } ?? "" }

  private var restOfPause: String {
    guard let pause = facts["paused"], pause.hasPrefix("until "), let end = Int(pause.dropFirst(6)) else { return "" }
    return " for another \(describedDuration(.seconds(max(end - now, 1))))"
  }

  /// A past time as the time since then, which needs no time zone.
  private func time(_ seconds: Int) -> String { "\(describedDuration(.seconds(max(now - seconds, 0)))) ago" }
}
