// SPDX-License-Identifier: Apache-2.0

package import Attributes

/// What a person can do with a hit besides opening it, because its program says that the item supports it
/// (`supportsPhoneCall`, `supportsNavigation`). Only a person at a terminal chooses an action: no link does.
package enum HitAction: Equatable {
  /// - Parameters:
  ///   - number: As the item has it.
  ///   - digits: What is dialled: digits, and a plus sign before an international number.
  case call(number: String, digits: String)
  /// Coordinates in degrees.
  case navigate(latitude: Double, longitude: Double)

  /// The URL that carries it out. RFC 3966, RFC 5870
  package var url: String {
    switch self {
    case .call(_, let digits): "tel:" + digits
    case .navigate(let latitude, let longitude): "geo:\(Self.decimal(latitude)),\(Self.decimal(longitude))"
    }
  }

  /// As in “Enter calls …”.
  package var title: String {
    switch self {
    case .call(let number, _): "calls \(number)"
    case .navigate(let latitude, let longitude): "shows the way to \(Self.decimal(latitude)), \(Self.decimal(longitude))"
    }
  }

  /// - Returns: `nil` for a text that is not only the number of a telephone. A code such as `*21#` changes
  ///   settings of a telephone.
  init?(calling number: String) {
    var digits = ""
    for character in number.unicodeScalars {
      switch character {
      case "0"..."9": digits.unicodeScalars.append(character)
      case "+" where digits.isEmpty: digits = "+"
      case " ", "-", ".", "(", ")", "/", "\u{A0}", "\u{202F}", "\u{2010}", "\u{2011}": continue
      default: return nil
      }
    }
    // The longest international numbers have 15 digits, and national prefixes precede some.
    guard (2...20).contains(digits.utf8.count { $0 != UInt8(ascii: "+") }) else { return nil }
    self = .call(number: number, digits: digits)
  }

  init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self = .navigate(latitude: latitude, longitude: longitude)
  }

  /// With six digits after the point, a tenth of a metre. The standard description may have an exponent.
  private static func decimal(_ degrees: Double) -> String {
    let millionths = Int((degrees * 1e6).rounded())
    let (whole, fraction) = millionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    // A leading digit keeps the zeros.
    return "\(millionths < 0 ? "-" : "")\(whole).\(String(1_000_000 + fraction).dropFirst())"
  }

  /// The attributes that ``actions(_:)`` needs.
  package static let keys: [AttributeKey] = [.supportsPhoneCall, .phoneNumbers, .supportsNavigation, .latitude, .longitude]

  /// Maximum number of telephone numbers that are offered.
  private static let maximumNumberCount = 5

  /// - Parameter values: Those of ``keys``.
  package static func actions(_ values: [AttributeValue?]) -> [HitAction] {
    guard values.count == keys.count else { return [] }
    var actions: [HitAction] = []
    if values[0].isTrue {
      for number in (values[1]?.elements ?? []).prefix(maximumNumberCount) {
        guard case .string(let number) = number, let action = HitAction(calling: number), !actions.contains(action) else { continue }
        actions.append(action)
      }
    }
    if values[2].isTrue, let latitude = values[3]?.degrees, let longitude = values[4]?.degrees,
      let action = HitAction(latitude: latitude, longitude: longitude)
    {
      actions.append(action)
    }
    return actions
  }
}

extension AttributeValue? {
  fileprivate var isTrue: Bool {
    switch self {
    case .boolean(let value): value
    case .integer(let value): value != 0
    default: false
    }
  }
}

extension AttributeValue {
  fileprivate var degrees: Double? {
    switch self {
    case .number(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }
}
