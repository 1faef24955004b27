// SPDX-License-Identifier: Apache-2.0

/// The right-hand side of a comparison.
package enum Value: Hashable, Sendable {
  /// Quoted text, or a bare word.
  case string(WildcardString)
  /// A bare number. A quoted number is a string that numeric attributes interpret as a number.
  case number(NumberLiteral)
  case time(TimeExpression)
  /// `NULL`: `==` means absent, `!=` means present.
  case null
  /// A lone `*`: `==` means present, `!=` means absent.
  case presence
}

extension Value: CustomStringConvertible {
  package var description: String {
    switch self {
    case .string(let string): string.description
    case .number(let number): number.description
    case .time(let time): time.description
    case .null: "NULL"
    case .presence: "*"
    }
  }
}
