// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import OfficeImporter

@Suite struct NumberFormatTests {
  @Test(arguments: [
    ("dd.mm.yyyy", 44260.0, "2021-03-05"), ("d-mmm-yy", 44260.9, "2021-03-05"), ("mmm yyyy", 44260, "2021-03"), ("yyyy", 44260, "2021"),
    ("[$-407]dddd, d. mmmm yyyy", 44260, "2021-03-05"), ("yyyy\\-mm\\-dd hh:mm:ss", 44260.5000115741, "2021-03-05 12:00:01"),
    ("m/d/yy h:mm AM/PM", 44260.75, "2021-03-05 18:00"), ("h:mm", 0.25, "06:00"), ("mm:ss", 0.0210069444, "30:15"),
    ("[h]:mm:ss", 1.5, "36:00:00"), ("[mm]:ss", 0.0625, "90:00"), ("[ss]", 0.0625, "5400"), ("ss.0", 0.0001157407, "10"),
    ("mm", 44260, "2021-03"), ("hh:mm dd/mm/yyyy", 0.5, "12:00"), ("dd/mm/yyyy", 1, "1900-01-01"), ("dd/mm/yyyy", 61, "1900-03-01"),
    ("dd/mm/yyyy", 2958465, "9999-12-31"), ("0%", 0.12, "12%"), ("0.00%;[Red]-0.00%", -0.12345, "-12.35%"), ("0.00", 1.005, "1.01"),
    ("#,##0.00 \"km\"", 1234.5, "1234.50"), ("#,##0.##", 1234.5, "1234.5"), ("\"d\"0", 7, "7"), ("00000", 501, "00501"),
    ("#.##", 0.5, "0.5"), ("_-* #,##0.00 [$€-407]_-;-* #,##0.00 [$€-407]_-", 9.9, "9.90"), ("0.0", -0.01, "0.0"), ("0;(0)", -3, "-3"),
    ("General", 0.1 + 0.2, "0.3"), ("# ?/?", 0.5, "0.5"), ("0.00E+00", 1200, "1200"), ("0,", 1200, "1200"), ("@", 12, "12"),
    ("[>1]0.0;0", 2.25, "2.25"), ("", 2.5, "2.5"), ("[", 2.5, "2.5"), ("\"", 2.5, "2.5"), ("\\", 2.5, "2.5"),
  ])
  func `a number is shown as its format says`(code: String, value: Double, shown: String) {
    #expect(NumberFormat(code: code).text(of: value, startsIn1904: false) == shown)
  }

  @Test(arguments: [
    (1, 2.6, "3"), (4, 2, "2.00"), (9, 0.5, "50%"), (10, 0.5, "50.00%"), (14, 44260, "2021-03-05"), (17, 44260, "2021-03"),
    (18, 0.5, "12:00"), (21, 0.5, "12:00:00"), (22, 44260.5, "2021-03-05 12:00"), (45, 0.5, "00:00"), (46, 2, "48:00:00"),
    (49, 0.5, "0.5"), (0, 44260, "44260"), (9999, 44260, "44260"), (-1, 1, "1"),
  ])
  func `formats with numbers are known`(number: Int, value: Double, shown: String) {
    #expect(NumberFormat(builtIn: number).text(of: value, startsIn1904: false) == shown)
  }

  @Test func `days count from 1904 in some workbooks`() {
    #expect(NumberFormat(builtIn: 14).text(of: 0, startsIn1904: true) == "1904-01-01")
    #expect(NumberFormat(builtIn: 14).text(of: 60, startsIn1904: true) == "1904-03-01")
  }

  @Test(arguments: [-1, -0.5, 2_958_466, 1e300, -1e300, .infinity, -.infinity, .nan, .leastNonzeroMagnitude])
  func `no number is too much for a format`(value: Double) {
    for number in 0...60 {
      for startsIn1904 in [false, true] { _ = NumberFormat(builtIn: number).text(of: value, startsIn1904: startsIn1904) }
    }
    if value < 0 || value > 2_958_465 || value.isNaN { #expect(NumberFormat(builtIn: 14).text(of: value, startsIn1904: false) == nil) }
  }
}
