// SPDX-License-Identifier: Apache-2.0

internal import Foundation

extension NSUserActivity {
  /// Why a value cannot be stored in an activity, or read from it.
  public enum TypedPayloadError: Error {
    /// The activity's information does not describe a value of the type.
    case invalidContent
    /// The encoded value is not a dictionary.
    case encodingError
  }

  /// Adds the properties of a value to ``userInfo``, each under its coding key.
  ///
  /// - Throws: ``TypedPayloadError/encodingError`` if the value does not encode as a dictionary, and
  ///   the error of a value that cannot be encoded.
  public func setTypedPayload<Payload: Codable>(_ payload: Payload) throws {
    let data = try PropertyListEncoder().encode([payload])
    guard let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [Any],
      let entries = list.first as? [String: Any]
    else { throw TypedPayloadError.encodingError }
    addUserInfoEntries(from: entries)
  }

  /// The value whose properties ``userInfo`` contains.
  ///
  /// - Throws: ``TypedPayloadError/invalidContent`` if there is no such value.
  public func typedPayload<Payload: Codable>(_ type: Payload.Type) throws -> Payload {
    let entries = (userInfo ?? [:]).compactMap { key, value in (key.base as? String).map { ($0, value) } }
    let dictionary = Dictionary(entries) { $1 }
    guard let data = try? PropertyListSerialization.data(fromPropertyList: dictionary, format: .binary, options: 0),
      let payload = try? PropertyListDecoder().decode(type, from: data)
    else { throw TypedPayloadError.invalidContent }
    return payload
  }
}
