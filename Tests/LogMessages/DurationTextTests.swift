// SPDX-License-Identifier: Apache-2.0

import LogMessages
import Testing

struct DurationTextTests {
  @Test(arguments: [
    (0, "0 s"), (45, "45 s"), (60, "1 min"), (3599, "59 min"), (3600, "1 h"), (7500, "2 h 5 min"), (86_400, "1 d"), (100_000, "1 d 3 h"),
  ])
  func `durations are described with two units at most`(seconds: Int, text: String) {
    #expect(describedDuration(.seconds(seconds)) == text)
  }

  @Test(arguments: [("45s", 45), ("90min", 5400), ("2h", 7200), ("1h30m", 5400), ("1 d", 86_400), ("2H", 7200)])
  func `written durations have units`(text: String, seconds: Int) { #expect(duration(written: text) == .seconds(seconds)) }

  @Test(arguments: ["", "2", "h", "2 weeks", "-2h", "0s", "2.5h", "9999999999h", "2h later"])
  func `anything else is no duration`(text: String) { #expect(duration(written: text) == nil) }
}
