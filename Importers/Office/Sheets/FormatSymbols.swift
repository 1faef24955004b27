// SPDX-License-Identifier: Apache-2.0

/// The symbols in the first section of the code of a number format.
struct FormatSymbols {
  private var fields: NumberFormat.DateFields = []
  private var lastField: NumberFormat.DateFields = []
  /// Whether one or two `m` wait for the next field, which tells whether they are minutes.
  private var hasOpenM = false
  private var integerZeros = 0
  private var placeZeros = 0
  private var placeCount = 0
  private var hasDigits = false
  private var hasPoint = false
  private var isPercent = false
  private var endsInComma = false
  /// Whether there is something that is not imitated: a condition, a fraction, an exponent, text.
  private var isOther = false

  init(_ code: some StringProtocol) {
    if code.lowercased().hasPrefix("general") { return }
    var rest = Array(code.unicodeScalars)[...]
    while let symbol = rest.popFirst(), symbol != ";" { take(symbol, &rest) }
    closeM()
  }

  var format: NumberFormat {
    if isOther { return .general }
    if !fields.isEmpty { return .date(fields) }
    // A comma behind the digits divides the number by thousand.
    guard hasDigits, !endsInComma, placeCount <= 15, integerZeros <= 15 else { return .general }
    return .decimal(.init(integerDigits: max(1, integerZeros), places: placeZeros...placeCount, isPercent: isPercent))
  }

  private mutating func take(_ symbol: Unicode.Scalar, _ rest: inout ArraySlice<Unicode.Scalar>) {
    switch symbol {
    case "\"": rest = rest.drop { $0 != "\"" }.dropFirst()
    case "\\", "_", "*": rest = rest.dropFirst()
    case "[":
      takeBracket(rest.first)
      rest = rest.drop { $0 != "]" }.dropFirst()
    case "A", "a": rest = rest.drop { "MPmp/".unicodeScalars.contains($0) }
    case "y", "Y": takeField(.year)
    case "E", "e": if hasDigits { isOther = true } else { takeField(.year) }
    case "d", "D": takeField(.day)
    case "h", "H": takeField(.hour)
    case "s", "S": takeField(.second)
    case "m", "M":
      let more = rest.prefix { $0 == symbol }.count
      rest = rest.dropFirst(more)
      if more > 1 { takeField(.month) } else { takeM() }
    case "0", "#", "?": takeDigit(symbol)
    case ",": endsInComma = hasDigits
    case ".": hasPoint = true
    case "%": isPercent = true
    case "/": isOther = isOther || hasDigits && fields.isEmpty
    case "@": isOther = true
    default: break
    }
  }

  private mutating func takeField(_ field: NumberFormat.DateFields) {
    if hasOpenM, field == .second { fields.insert(.minute) } else { closeM() }
    hasOpenM = false
    fields.insert(field)
    lastField = field
  }

  /// One or two letters are minutes behind hours or before seconds, and otherwise the month.
  private mutating func takeM() {
    if lastField == .hour { return takeField(.minute) }
    closeM()
    hasOpenM = true
  }

  private mutating func closeM() {
    if hasOpenM { fields.insert(.month) }
    hasOpenM = false
  }

  private mutating func takeDigit(_ symbol: Unicode.Scalar) {
    hasDigits = true
    endsInComma = false
    if !hasPoint {
      if symbol == "0" { integerZeros += 1 }
    } else {
      placeCount += 1
      if symbol == "0" { placeZeros = placeCount }
    }
  }

  /// Takes a time that may exceed a day, or a condition. Other brackets hold colours, currencies and languages.
  private mutating func takeBracket(_ first: Unicode.Scalar?) {
    switch first {
    case "h", "H": takeField(.hour)
    case "m", "M": takeField(.minute)
    case "s", "S": takeField(.second)
    case "<", ">", "=":
      isOther = true
      return
    default: return
    }
    fields.insert(.elapsed)
  }
}
