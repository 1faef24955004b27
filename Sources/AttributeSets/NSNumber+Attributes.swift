// SPDX-License-Identifier: Apache-2.0

package import Attributes
package import Foundation

/// Apple's attribute sets use `NSNumber` for Booleans, integers and fractions; the schema
/// determines which one is meant.
extension AttributeValue {
  /// Converts a number to the attribute's type, or, if that would change its value, to the number's
  /// own type.
  package init(_ number: NSNumber, as type: AttributeDefinition.ValueType) {
    let plain = AttributeValue(number)
    switch (type, plain) {
    case (.boolean, .integer(let value)) where value == 0 || value == 1: self = .boolean(value == 1)
    case (.integer, .boolean(let value)): self = .integer(value ? 1 : 0)
    case (.integer, .number(let value)): self = Int64(exactly: value).map { .integer($0) } ?? plain
    case (.number, .integer(let value)): self = Double(exactly: value).map { .number($0) } ?? plain
    case (.number, .boolean(let value)): self = .number(value ? 1 : 0)
    default: self = plain
    }
  }

  /// Converts a number to its own type. An integer that exceeds 64 signed bits becomes a fraction.
  package init(_ number: NSNumber) {
    if number === (true as NSNumber) || number === (false as NSNumber) {
      self = .boolean(number.boolValue)
    } else if number.isFraction {
      self = .number(number.doubleValue)
    } else {
      self = Int64(exactly: number).map { .integer($0) } ?? .number(number.doubleValue)
    }
  }

  /// The value as a number; `nil` if it is not a number.
  package var number: NSNumber? {
    switch self {
    case .integer(let value): NSNumber(value: value)
    case .number(let value): NSNumber(value: value)
    case .boolean(let value): NSNumber(value: value)
    default: nil
    }
  }
}

extension NSNumber {
  /// Whether the number was created from a floating-point value. The code letters are those of
  /// `@encode`.
  fileprivate var isFraction: Bool {
    let code = UInt8(bitPattern: objCType.pointee)
    return code == UInt8(ascii: "d") || code == UInt8(ascii: "f")
  }
}
