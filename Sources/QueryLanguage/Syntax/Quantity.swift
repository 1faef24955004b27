// SPDX-License-Identifier: Apache-2.0

/// A number with a unit: `10MB`, `3:30`, `50mm`, or as photographers write it: `1/125`, `f/8`.
struct Quantity: Hashable {
  var value: Double
  /// Half of the last written digit, in the same unit: `10MB` includes everything that rounds to
  /// it. Zero without a unit.
  var tolerance: Double

  /// - Parameter fallback: The unit to use if the number has none.
  init?(_ text: String, form: SearchKeyword.Form, unit fallback: String = "") {
    if form == .duration, let seconds = Self.clock(text) {
      self.init(value: seconds, tolerance: 0.5)
      return
    }
    let letters = Self.unit(of: text)
    let digits = text.dropLast(letters.count)
    let unit = letters.isEmpty ? fallback : letters
    if let value = Self.photographic(String(digits).trimmingSpace, form), let factor = unit.isEmpty ? 1 : Self.factor(unit, form) {
      // Cameras round fractions.
      self.init(value: value * factor, tolerance: value * factor / 100)
      return
    }
    guard let number = NumberLiteral(String(String(digits).trimmingSpace)), number.value.isFinite else { return nil }
    guard !unit.isEmpty else {
      self.init(value: number.value, tolerance: 0)
      return
    }
    guard let factor = Self.factor(unit, form), (number.value * factor).isFinite else { return nil }
    let decimals = number.spelling.split(separator: ".").dropFirst().first?.utf8.count ?? 0
    var tolerance = factor > 1 ? factor / 2 : 0
    for _ in 0..<min(decimals, 12) { tolerance /= 10 }
    self.init(value: number.value * factor, tolerance: tolerance)
  }

  /// The value of a fraction or an f-number.
  private static func photographic(_ text: some StringProtocol, _ form: SearchKeyword.Form) -> Double? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, form == .number || form == .duration, let divisor = NumberLiteral(String(parts[1]))?.value, divisor > 0,
      divisor.isFinite
    else { return nil }
    if form == .number, parts[0].lowercased() == "f" { return divisor }
    guard let dividend = NumberLiteral(String(parts[0]))?.value, (dividend / divisor).isFinite else { return nil }
    return dividend / divisor
  }

  /// Parses `1-2MB` and `100..200`. A unit at the end also applies to a first number without one.
  static func ends(_ text: String, form: SearchKeyword.Form) -> (first: Double, last: Double)? {
    let unit = unit(of: text)
    return RangeText.ends(text) { Quantity($0, form: form, unit: unit) }.map { ($0.first.value, $0.last.value) }
  }

  /// The trailing letters.
  private static func unit(of text: String) -> String {
    String(decoding: text.utf8.suffix(text.utf8.reversed().prefix { $0.isASCIILetter }.count), as: UTF8.self).lowercased()
  }

  private init(value: Double, tolerance: Double) {
    self.value = value
    self.tolerance = tolerance
  }

  private static func factor(_ unit: String, _ form: SearchKeyword.Form) -> Double? {
    switch form {
    case .size: sizes[unit]
    case .duration: durations[unit]
    default: units[unit]
    }
  }

  /// Sizes as in Finder: 1 KB is 1,000 bytes. Binary units have their own names.
  private static let sizes: [String: Double] = [
    "b": 1, "byte": 1, "bytes": 1, "k": 1e3, "kb": 1e3, "m": 1e6, "mb": 1e6, "g": 1e9, "gb": 1e9, "t": 1e12, "tb": 1e12, "pb": 1e15,
    "kib": 1024, "mib": 1_048_576, "gib": 1_073_741_824, "tib": 1_099_511_627_776, "pib": 1_125_899_906_842_624,
  ]
  private static let durations: [String: Double] = [
    "s": 1, "sec": 1, "secs": 1, "second": 1, "seconds": 1, "m": 60, "min": 60, "mins": 60, "minute": 60, "minutes": 60,
    "h": 3_600, "hr": 3_600, "hour": 3_600, "hours": 3_600,
  ]
  private static let units: [String: Double] = [
    "px": 1, "mm": 1, "dpi": 1, "hz": 1, "khz": 1e3, "bps": 1, "kbps": 1e3, "mbps": 1e6, "bpm": 1, "s": 1, "pages": 1,
  ]

  /// `3:30`, `1:02:03`. The fields after the first one have two digits and are at most 59.
  private static func clock(_ text: String) -> Double? {
    let fields = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard (2...3).contains(fields.count) else { return nil }
    var seconds = 0.0
    for field in fields {
      let isFirst = field.startIndex == text.utf8.startIndex
      guard field.allSatisfy(\.isDigit), let number = Double(String(decoding: field, as: UTF8.self)),
        isFirst ? field.count <= 3 : field.count == 2 && number < 60
      else { return nil }
      seconds = seconds * 60 + number
    }
    return seconds
  }
}
