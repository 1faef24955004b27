// SPDX-License-Identifier: Apache-2.0

import SystemSearch
import Testing

/// How much longer searches take on a busy computer.
struct SystemLoadTests {
  @Test(arguments: [
    ("0.00 0.00 0.00 1/98 1234", 1.0), ("2.00 9.00 9.00 1/98 1234", 1.5), ("2.00 0.00 0.00 9/98 1234", 3.0),
    ("1000.0 0.00 0.00 2/98 1234", 4.0), ("", 1.0), ("nan", 1.0), ("inf 1 1 inf/1", 1.0), ("-8.0 0.00 0.00 -7/98", 1.0),
  ])
  func `the present load and that of the last minute count`(text: String, factor: Double) {
    #expect(SystemLoad(text, processorCount: 2).factor == factor)
  }

  @Test func `the number of processors counts`() {
    #expect(SystemLoad("4.00 4.00 4.00 1/98 1", processorCount: 1).factor == 3)
    #expect(SystemLoad("8.00 8.00 8.00 1/98 1", processorCount: 16).factor == 1.25)
    #expect(SystemLoad("8.00 8.00 8.00 1/98 1", processorCount: -1).factor == 4)
  }

  @Test func `the system tells its load`() { #expect(SystemLoad.current().factor >= 1) }
}
