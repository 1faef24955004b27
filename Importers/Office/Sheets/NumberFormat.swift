// SPDX-License-Identifier: Apache-2.0

/// How a cell shows a number, as far as it matters for finding it: without colours, currencies and separators of groups.
enum NumberFormat: Equatable {
  /// With as many digits as the number has.
  case general
  case decimal(Decimal)
  case date(DateFields)

  /// Digits before and after the point, and whether the number is shown in hundredths.
  struct Decimal: Equatable {
    var integerDigits = 1
    var places = 0...0
    var isPercent = false
  }

  /// What a format shows of a date, a time or a duration.
  struct DateFields: OptionSet {
    let rawValue: UInt8

    static let year = DateFields(rawValue: 1)
    static let month = DateFields(rawValue: 2)
    static let day = DateFields(rawValue: 4)
    static let hour = DateFields(rawValue: 8)
    static let minute = DateFields(rawValue: 16)
    static let second = DateFields(rawValue: 32)
    /// Hours, minutes or seconds beyond those of a clock.
    static let elapsed = DateFields(rawValue: 64)

    var hasDate: Bool { !isDisjoint(with: [.year, .month, .day]) }
    var hasTime: Bool { !isDisjoint(with: [.hour, .minute, .second]) }
  }

  /// Excel's maximum. The rest of a longer format is ignored.
  private static let maximumCodeLength = 255

  /// The format of a code such as `dd.mm.yyyy` or `0.00%`: its first section, which is that of positive numbers (ECMA-376, 18.8.31).
  init(code: some StringProtocol) { self = FormatSymbols(code.prefix(Self.maximumCodeLength)).format }

  /// The format that has a number instead of a code (ECMA-376, 18.8.30, with those of East Asian languages).
  init(builtIn number: Int) {
    switch number {
    case 1, 3, 5, 6, 37, 38, 41, 42: self = .decimal(Decimal())
    case 2, 4, 7, 8, 39, 40, 43, 44: self = .decimal(Decimal(places: 2...2))
    case 9: self = .decimal(Decimal(isPercent: true))
    case 10: self = .decimal(Decimal(places: 2...2, isPercent: true))
    case 14...16, 27...31, 36, 50...54, 57, 58: self = .date([.year, .month, .day])
    case 17: self = .date([.year, .month])
    case 18, 20, 32: self = .date([.hour, .minute])
    case 19, 21, 33: self = .date([.hour, .minute, .second])
    case 22: self = .date([.year, .month, .day, .hour, .minute])
    case 45, 47: self = .date([.minute, .second])
    case 46: self = .date([.hour, .minute, .second, .elapsed])
    default: self = .general
    }
  }
}
