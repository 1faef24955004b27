internal import Attributes
public import Foundation

/// The item that contains this one.
// swift-format-ignore
extension CSSearchableItemAttributeSet {
  /// Title of parent container.
  public var containerTitle: String? { get { self[.containerTitle] } set { self[.containerTitle] = newValue } }

  /// Localized parent container name.
  public var containerDisplayName: String? { get { self[.containerDisplayName] } set { self[.containerDisplayName] = newValue } }

  /// Id of parent container.
  public var containerIdentifier: String? { get { self[.containerIdentifier] } set { self[.containerIdentifier] = newValue } }

  /// Position inside container.
  public var containerOrder: NSNumber? { get { self[.containerOrder] } set { self[.containerOrder] = newValue } }
}
