// SPDX-License-Identifier: Apache-2.0

internal import LogMessages

/// Shows the progress of a long job on standard error: a progress bar on a terminal, otherwise a
/// line every few seconds.
package final class Progress {
  /// Whether a line can be overwritten.
  private let isTerminal = StandardError.isTerminal && ToolEnvironment().terminalHasColors
  private let start = ContinuousClock.now
  private var shown: ContinuousClock.Instant?

  package init() {}

  /// Shows the number of names indexed so far; the total is not known.
  package func show(names: Int) {
    guard isDue() else { return }
    let rate = Int(Double(names) / max(seconds(since: start), 0.001))
    write("\(counted(names, "name")), \(rate)/s")
  }

  /// Shows the number of files read so far.
  package func show(done: Int, of total: Int, since start: ContinuousClock.Instant) {
    guard isDue() else { return }
    let rate = Double(done) / max(seconds(since: start), 0.001)
    var text = "\(done)/\(counted(total, "file")), \(Int(rate.rounded()))/s"
    if done > 0, rate > 0 { text += ", \(Self.clock(Double(total - done) / rate)) left" }
    write(isTerminal ? "\(Self.bar(done, of: total)) \(text)" : text)
  }

  /// Removes the bar, so that other lines can be printed.
  package func clear() { StandardError.clearTransientLine() }

  private func isDue() -> Bool {
    let now = ContinuousClock.now
    // A short job needs no progress line if the line cannot be removed afterwards.
    let since = shown ?? start
    guard now - since >= (isTerminal ? .milliseconds(100) : .seconds(3)) else { return false }
    shown = now
    return true
  }

  private func write(_ text: String) {
    if isTerminal { StandardError.showTransientLine(text) } else { StandardError.write("\(text)\n") }
  }

  static func bar(_ done: Int, of total: Int, width: Int = 24) -> String {
    let filled = total > 0 ? min(width, width * done / total) : 0
    return "[" + String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled) + "]"
  }

  /// `42 s`, `3:07 min`, `1:02:03 h`.
  static func clock(_ seconds: Double) -> String {
    let whole = Int(min(max(seconds, 0), 1e9).rounded())
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60):\(two(whole % 60)) min" }
    return "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60)) h"
  }

  private func seconds(since instant: ContinuousClock.Instant) -> Double { (ContinuousClock.now - instant) / .seconds(1) }
}
