// SPDX-License-Identifier: Apache-2.0

public import AttributeSets

/// A property of an entity, which the index can contain as an attribute.
///
/// ```swift
/// @Property(indexingKey: \.contentDescription)
/// var summary: String
/// ```
///
/// A property with an indexing key sets the attribute with this key when the entity is added to the
/// index. The value is converted to the type of the attribute: numbers to `NSNumber`, and a single
/// value to an array of one. A value that cannot be converted leaves the attribute unset.
@propertyWrapper
public struct EntityProperty<Value: Sendable>: Sendable {
  enum Key {
    case none
    case attribute(PartialKeyPath<CSSearchableItemAttributeSet>)
    case custom(CSCustomAttributeKey)
  }

  var value: Value?
  /// The name of the property, as shown to people; `nil` if it has none.
  public let title: LocalizedStringResource?
  // Safe because paths without captured values and custom keys are immutable.
  nonisolated(unsafe) let key: Key

  private init(title: LocalizedStringResource?, key: Key) {
    self.title = title
    self.key = key
  }

  /// A property that the index does not contain.
  public init() { self.init(title: nil, key: .none) }

  /// A property that the index does not contain.
  public init(title: LocalizedStringResource) { self.init(title: title, key: .none) }

  /// A property that the index contains as an attribute.
  public init(indexingKey: PartialKeyPath<CSSearchableItemAttributeSet>) { self.init(title: nil, key: .attribute(indexingKey)) }

  /// A property that the index contains as an attribute.
  public init(title: LocalizedStringResource, indexingKey: PartialKeyPath<CSSearchableItemAttributeSet>) {
    self.init(title: title, key: .attribute(indexingKey))
  }

  /// A property that the index contains under a custom key.
  public init(customIndexingKey: CSCustomAttributeKey) { self.init(title: nil, key: .custom(customIndexingKey)) }

  /// A property that the index contains under a custom key.
  public init(title: LocalizedStringResource, customIndexingKey: CSCustomAttributeKey) {
    self.init(title: title, key: .custom(customIndexingKey))
  }

  /// The value. Reading it before it is set traps, unless it is optional.
  public var wrappedValue: Value {
    get {
      guard let value = value ?? absentValue else { preconditionFailure("The property of the entity is read before it is set.") }
      return value
    }
    set { value = newValue }
  }

  /// `nil` as a value of an optional type.
  private var absentValue: Value? { (Value.self as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()) as? Value }

  /// The property itself.
  public var projectedValue: EntityProperty { self }
}
