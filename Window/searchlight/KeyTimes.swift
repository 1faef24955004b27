// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Widgets

/// Measures the time from a change of the text to the frame with its results.
@MainActor
final class KeyTimes {
  /// When the oldest search without results began, and when its results arrived.
  private var start: Int64?
  private var arrival: Int64?

  /// A search begins. One that takes the place of another counts from that one's beginning.
  func begin() { if start == nil { start = MainLoop.time } }

  /// Nothing is searched for any more.
  func cancel() { start = nil }

  /// The next frame has the results.
  func drawNextFrame() { arrival = MainLoop.time }

  private var isFirst = true

  /// A frame is drawn.
  func end() {
    if isFirst { StandardError.write("first frame\n") }
    isFirst = false
    guard let start, let arrival else { return }
    StandardError.write("key to results: \(arrival - start) µs, drawn after \(MainLoop.time - start) µs\n")
    (self.start, self.arrival) = (nil, nil)
  }
}
