// SPDX-License-Identifier: Apache-2.0

internal import Attributes
public import Foundation

/// Attributes with custom keys.
extension CSSearchableItemAttributeSet {
  /// Sets the value of a custom key. `nil` removes the value; `NSNull` is stored as a value.
  ///
  /// - Parameter value: An `NSString`, `NSNumber`, `NSNull`, `NSData`, `NSDate`, `NSURL` or
  ///   `CSPerson`, or an `NSArray` or `NSDictionary` of these, nested at most eight deep. A URL is
  ///   stored as a string. Any other object cannot be stored: the value of the key is then removed.
  public func setValue(_ value: (any NSSecureCoding)?, forCustomKey key: CSCustomAttributeKey) {
    let searchability: AttributeRecord.Searchability =
      switch (key.isSearchable, key.isSearchableByDefault) {
      case (false, _): .notSearchable
      case (true, false): .whenNamed
      case (true, true): .byDefault
      }
    setCustom(value.flatMap { AttributeValue(object: $0) }, for: key.keyName, searchability)
  }

  /// The value of a custom key; `nil` if the key has no value.
  public func value(forCustomKey key: CSCustomAttributeKey) -> (any NSSecureCoding)? {
    record[custom: key.keyName]?.object
  }
}

extension AttributeValue {
  /// The stored form of an object; `nil` for an object that cannot be stored.
  ///
  /// - Parameter depth: Number of arrays and dictionaries that contain the object. A record that is
  ///   nested more deeply could not be read.
  fileprivate init?(object: Any, depth: Int = 0) {
    guard depth <= AttributeRecord.maximumDepth else { return nil }
    switch object {
    case let localized as CSLocalizedString:
      // It is stored as a dictionary.
      guard depth < AttributeRecord.maximumDepth else { return nil }
      self = localized.attributeValue
    case let string as NSString: self = .string(String(string))
    case let number as NSNumber: self.init(number)
    case is NSNull: self = .null
    case let data as NSData: self = .data([UInt8](data as Data))
    case let date as NSDate: self = .date(Timestamp(date as Date))
    case let url as NSURL: self = .string((url as URL).absoluteString)
    case let person as CSPerson: self = .person(person.person)
    case let array as NSArray: self.init(elements: array.map { $0 }, depth: depth + 1)
    case let dictionary as NSDictionary: self.init(entries: dictionary.map { ($0.key, $0.value) }, depth: depth + 1)
    case let string as String: self = .string(string)
    case let array as [Any]: self.init(elements: array, depth: depth + 1)
    case let data as Data: self = .data([UInt8](data))
    case let date as Date: self = .date(Timestamp(date))
    default: return nil
    }
  }

  private init?(elements: [Any], depth: Int) {
    var values: [AttributeValue] = []
    for element in elements {
      guard let value = AttributeValue(object: element, depth: depth) else { return nil }
      values.append(value)
    }
    self = .array(values)
  }

  private init?(entries: [(Any, Any)], depth: Int) {
    var values: [String: AttributeValue] = [:]
    for (key, value) in entries {
      guard let key = (key as? String) ?? (key as? NSString).map({ String($0) }), let value = AttributeValue(object: value, depth: depth)
      else { return nil }
      values[key] = value
    }
    self = .dictionary(values)
  }

  fileprivate var object: any NSSecureCoding {
    switch self {
    case .string(let string): NSString(string: string)
    case .integer(let value): NSNumber(value: value)
    case .number(let value): NSNumber(value: value)
    case .boolean(let value): NSNumber(value: value)
    case .date(let timestamp): NSDate(timeIntervalSinceReferenceDate: timestamp.secondsSinceReferenceDate)
    case .data(let bytes): NSData(data: Data(bytes))
    case .person(let person): CSPerson(person)
    case .array(let elements): NSArray(array: elements.map(\.object))
    case .dictionary(let entries): NSDictionary(dictionary: entries.mapValues(\.object))
    case .null: NSNull()
    }
  }
}
