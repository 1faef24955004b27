// SPDX-License-Identifier: Apache-2.0

/// A date in the extended format of ISO 8601: `2014-03-16T01:03:08.250+09:00`. Time, seconds,
/// fraction and zone are optional.
package struct ISODate: Hashable, Sendable {
  package var civil: CivilTime
  package var nanoseconds: Int
  /// Seconds east of UTC; `nil` means the user's own time zone.
  package var zoneOffset: Int?

  package init(_ civil: CivilTime, nanoseconds: Int = 0, zoneOffset: Int? = nil) {
    self.civil = civil
    self.nanoseconds = nanoseconds
    self.zoneOffset = zoneOffset
  }

  /// - Returns: `nil` if `text` is not such a date, or the calendar has no such day.
  package init?(_ text: some StringProtocol) {
    var reader = FieldReader(rest: Array(text.utf8)[...])
    guard let year = reader.digits(4), reader.take("-"), let month = reader.digits(2), reader.take("-"), let day = reader.digits(2)
    else { return nil }
    var civil = CivilTime(year: year, month: month, day: day)
    var nanoseconds = 0
    if reader.take("T") || reader.take("t") || reader.takeSpaceBeforeDigit() {
      guard let hour = reader.digits(2) else { return nil }
      civil.hour = hour
      if reader.take(":") {
        guard let minute = reader.digits(2) else { return nil }
        civil.minute = minute
        if reader.take(":") {
          guard let second = reader.digits(2) else { return nil }
          civil.second = second
          if reader.take(".") || reader.take(",") {
            guard let fraction = reader.fraction() else { return nil }
            nanoseconds = fraction
          }
        }
      }
    }
    guard civil.exists, let zone = reader.zone(), reader.rest.isEmpty else { return nil }
    self.init(civil, nanoseconds: nanoseconds, zoneOffset: zone)
  }
}

extension ISODate: CustomStringConvertible {
  package var description: String {
    func padded(_ number: Int, _ width: Int = 2) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    var text = "\(padded(civil.year, 4))-\(padded(civil.month))-\(padded(civil.day))"
    if civil != civil.midnight || nanoseconds != 0 || zoneOffset != nil {
      text += "T\(padded(civil.hour)):\(padded(civil.minute)):\(padded(civil.second))"
    }
    if nanoseconds != 0 {
      var fraction = padded(nanoseconds, 9)
      while fraction.last == "0" { fraction.removeLast() }
      text += ".\(fraction)"
    }
    guard let zoneOffset else { return text }
    guard zoneOffset != 0 else { return text + "Z" }
    let minutes = abs(zoneOffset) / 60
    return text + "\(zoneOffset < 0 ? "-" : "+")\(padded(minutes / 60)):\(padded(minutes % 60))"
  }
}

/// Parses fixed-width fields from the front of a text.
private struct FieldReader {
  var rest: ArraySlice<UInt8>

  mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: byte) else { return false }
    rest.removeFirst()
    return true
  }

  mutating func takeSpaceBeforeDigit() -> Bool {
    guard rest.count > 1, rest.first == UInt8(ascii: " "), Self.digit(rest[rest.startIndex + 1]) != nil else { return false }
    rest.removeFirst()
    return true
  }

  mutating func digits(_ count: Int) -> Int? {
    guard rest.count >= count else { return nil }
    var number = 0
    for byte in rest.prefix(count) {
      guard let digit = Self.digit(byte) else { return nil }
      number = number * 10 + digit
    }
    rest.removeFirst(count)
    return number
  }

  /// Nanoseconds; digits after the ninth are dropped. `nil` if there is no digit.
  mutating func fraction() -> Int? {
    var (number, count) = (0, 0)
    while let digit = rest.first.flatMap(Self.digit) {
      if count < 9 { number = number * 10 + digit }
      count += 1
      rest.removeFirst()
    }
    guard count > 0 else { return nil }
    for _ in min(count, 9)..<9 { number *= 10 }
    return number
  }

  /// `Z`, `+09`, `+0900` or `+09:00`; `.some(nil)` if there is no zone, `nil` if it is malformed.
  mutating func zone() -> Int?? {
    if rest.isEmpty { return .some(nil) }
    if take("Z") || take("z") { return 0 }
    let sign = rest.first == UInt8(ascii: "-") ? -1 : 1
    guard take("+") || take("-"), let hours = digits(2), hours <= 14 else { return nil }
    if rest.isEmpty { return sign * hours * 3_600 }
    _ = take(":")
    guard let minutes = digits(2), minutes <= 59 else { return nil }
    return sign * (hours * 3_600 + minutes * 60)
  }

  private static func digit(_ byte: UInt8) -> Int? {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte - UInt8(ascii: "0")) : nil
  }
}
