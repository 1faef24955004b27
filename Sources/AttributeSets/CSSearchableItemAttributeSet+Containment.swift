// SPDX-License-Identifier: Apache-2.0

internal import Attributes
public import Foundation

/// The item that contains this one. Searchlight's own importers do not set these attributes.
// swift-format-ignore
extension CSSearchableItemAttributeSet {
  /// The title of the item that contains this one, such as an album or a folder.
  public var containerTitle: String? { get { self[.containerTitle] } set { self[.containerTitle] = newValue } }

  /// The name of the containing item, as shown to people, in their language if possible.
  public var containerDisplayName: String? { get { self[.containerDisplayName] } set { self[.containerDisplayName] = newValue } }

  /// The unique identifier of the containing item.
  public var containerIdentifier: String? { get { self[.containerIdentifier] } set { self[.containerIdentifier] = newValue } }

  /// The position of this item among the items in its container. Items with a lower number come
  /// first.
  public var containerOrder: NSNumber? { get { self[.containerOrder] } set { self[.containerOrder] = newValue } }
}
