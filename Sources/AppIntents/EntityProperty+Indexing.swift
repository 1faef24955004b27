// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Foundation

extension EntityProperty: IndexedProperty {
  func index(in attributes: CSSearchableItemAttributeSet) {
    guard let value, let object = unwrapped(value) else { return }
    switch key {
    case .none: break
    case .attribute(let path): set(path, of: attributes, to: object)
    case .custom(let key): attributes.setValue(archivable(object), forCustomKey: key)
    }
  }

  /// A value that is not optional; `nil` for none.
  private func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    return mirror.children.first.flatMap { unwrapped($0.value) }
  }

  private func set(_ path: PartialKeyPath<CSSearchableItemAttributeSet>, of attributes: CSSearchableItemAttributeSet, to object: Any) {
    func assign<Property>(_ property: Property.Type) -> Bool {
      guard let path = path as? ReferenceWritableKeyPath<CSSearchableItemAttributeSet, Property>, let value = object as? Property else {
        return false
      }
      attributes[keyPath: path] = value
      return true
    }
    func assign<Element>(elementsOrOne: Element.Type) -> Bool {
      if assign(Element?.self) { return true }
      guard let path = path as? ReferenceWritableKeyPath<CSSearchableItemAttributeSet, [Element]?> else { return false }
      guard let values = object as? [Element] ?? (object as? Element).map({ [$0] }) else { return false }
      attributes[keyPath: path] = values
      return true
    }
    _ =
      assign(elementsOrOne: String.self) || assign(elementsOrOne: Date.self) || assign(NSNumber?.self) || assign(NSNumber.self)
      || assign(URL?.self) || assign(Data?.self) || assign(elementsOrOne: CSPerson.self)
  }

  private func archivable(_ object: Any) -> (any NSSecureCoding)? {
    switch object {
    case let text as String: NSString(string: text)
    case let date as Date: NSDate(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)
    case let data as Data: NSData(data: data)
    case let url as URL: NSString(string: url.absoluteString)
    case let number as NSNumber: number
    case let elements as [Any]: NSArray(array: elements.compactMap { archivable($0) })
    default: object as? any NSSecureCoding
    }
  }
}
