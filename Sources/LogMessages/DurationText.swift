// SPDX-License-Identifier: Apache-2.0

/// A duration for people: `45 s`, `12 min`, `2 h 5 min`, `3 d 4 h`. Rounded down to the smaller unit.
package func describedDuration(_ duration: Duration) -> String {
  let seconds = max(duration.components.seconds, 0)
  let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86_400)
  func joined(_ large: Int64, _ largeUnit: String, _ small: Int64, _ smallUnit: String) -> String {
    "\(large) \(largeUnit)" + (small > 0 ? " \(small) \(smallUnit)" : "")
  }
  if days > 0 { return joined(days, "d", hours % 24, "h") }
  if hours > 0 { return joined(hours, "h", minutes % 60, "min") }
  return minutes > 0 ? "\(minutes) min" : "\(seconds) s"
}

/// The duration that a person has written: `45s`, `90min`, `2h`, `1h30m`, `1d`; `nil` if it is none.
/// A number needs a unit.
package func duration(written text: String) -> Duration? {
  let units: [Substring: Int64] = ["s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400]
  var rest = text.lowercased().filter { $0 != " " }[...]
  var seconds: Int64 = 0
  while !rest.isEmpty {
    let number = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest.dropFirst(number.count)
    let unit = rest.prefix { $0.isLetter }
    rest = rest.dropFirst(unit.count)
    // Nine digits are more than thirty years.
    guard number.count <= 9, let count = Int64(number), let factor = units[unit] else { return nil }
    seconds += count * factor
  }
  return seconds > 0 ? .seconds(seconds) : nil
}
