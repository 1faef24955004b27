// SPDX-License-Identifier: Apache-2.0

/// Durations of one kind, summarised as percentiles.
struct Times: Sendable {
  private var microseconds: [Double] = []

  mutating func append(_ duration: Duration) {
    let parts = duration.components
    microseconds.append(Double(parts.seconds) * 1e6 + Double(parts.attoseconds / 1_000_000_000) / 1e3)
  }

  /// The count, and the percentiles in microseconds.
  var json: String {
    let sorted = microseconds.sorted()
    guard let last = sorted.last else { return "null" }
    func percentile(_ part: Double) -> Double { sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))] }
    return "{\"count\": \(sorted.count), \"p50\": \(percentile(0.5)), \"p99\": \(percentile(0.99)), \"max\": \(last)}"
  }
}
