// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A text that is the same for equal values of a user activity, in each run of the program.
struct IdentifyingText {
  let text: String

  /// The text of a value; `nil` for a value that an activity cannot contain.
  init?(_ value: Any) {
    switch value {
    case let string as String: text = Self.escaped(string)
    case let string as NSString: text = Self.escaped(String(string))
    case let number as NSNumber: text = number.stringValue
    case let date as Date: text = "\(date.timeIntervalSinceReferenceDate)"
    case let data as Data: text = Self.escaped(data.base64EncodedString())
    case let url as URL: text = Self.escaped(url.absoluteString)
    case let uuid as UUID: text = uuid.uuidString
    case is NSNull: text = "null"
    case let elements as [Any]: text = "[\(elements.compactMap { Self($0)?.text }.joined(separator: ","))]"
    case let elements as Set<AnyHashable>: text = "{\(elements.compactMap { Self($0.base)?.text }.sorted().joined(separator: ","))}"
    case let entries as [AnyHashable: Any]:
      let texts = entries.compactMap { key, value in Self(key.base).flatMap { key in Self(value).map { "\(key.text)=\($0.text)" } } }
      text = "{\(texts.sorted().joined(separator: ","))}"
    default: return nil
    }
  }

  /// A string without the characters that separate the parts of a text.
  static func escaped(_ string: String) -> String {
    string.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~:/ "))) ?? string
  }
}
