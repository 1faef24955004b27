// SPDX-License-Identifier: Apache-2.0

import Attributes
import Testing

struct TimestampTests {
  @Test(
    arguments: [
      (1_740_787_199, 999_999_999, 1_740_787_199), (1_740_787_199, 0, 1_740_787_199), (0, -1, -1), (0, 0, 0), (-1, 999_999_999, -1),
      (253_402_300_799, 999_999_999, 253_402_300_799), (978_307_199, 999_999_999, 978_307_199),
    ] as [(Int64, Int64, Int64)])
  func `a time of the kernel stays in its second`(seconds: Int64, nanoseconds: Int64, expected: Int64) {
    let time = Timestamp(unixSeconds: seconds, nanoseconds: nanoseconds)
    #expect(time.unixSeconds == expected)
    #expect(abs(time.secondsSince1970 - Double(seconds) - Double(nanoseconds) * 1e-9) < 1e-4)
  }
}
