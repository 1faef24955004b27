// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Widgets

/// Measures the time from a change of the text to the frame with its results.
@MainActor
final class KeyTimes {
  private var start: Int64?
  private var isDrawing = false

  /// The text has changed.
  func begin() {
    // A key that comes before the results of the one before counts from that one.
    if start == nil { start = MainLoop.time }
  }

  /// The next frame has the results.
  func drawNextFrame() { isDrawing = true }

  /// A frame is drawn.
  func end() {
    guard isDrawing, let start else { return }
    StandardError.write("key to results: \(MainLoop.time - start) µs\n")
    (self.start, isDrawing) = (nil, false)
  }
}
