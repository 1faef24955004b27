// SPDX-License-Identifier: Apache-2.0

internal import Attributes
public import Foundation
public import UniformTypeIdentifiers

/// The actions that a list of results can offer for an item. `mdfind -i` offers phone calls and navigation.
/// Searchlight's own importers do not set them.
// swift-format-ignore
extension CSSearchableItemAttributeSet {
  /// Whether the user can call the numbers in ``phoneNumbers`` from a list of results: 1 if so, 0
  /// if not.
  public var supportsPhoneCall: NSNumber? { get { self[.supportsPhoneCall] } set { self[.supportsPhoneCall] = newValue } }

  /// Whether the user can get directions to ``latitude`` and ``longitude`` from a list of results:
  /// 1 if so, 0 if not.
  public var supportsNavigation: NSNumber? { get { self[.supportsNavigation] } set { self[.supportsNavigation] = newValue } }

  /// The identifiers of the actions that the program offers for the item. The array is empty if
  /// there are none; setting an empty array removes the attribute.
  ///
  /// - Note: Searchlight stores them and does not offer the actions.
  public var actionIdentifiers: [String] { get { self[.actionIdentifiers] ?? [] } set { self[.actionIdentifiers] = newValue.isEmpty ? nil : newValue } }
}

extension CSSearchableItemAttributeSet {
  /// The type of the content that the item offers for sharing. The index stores its identifier.
  public var sharedItemContentType: UTType? {
    get { self[.sharedItemContentType].map { (identifier: String) in UTType(importedAs: identifier) } }
    set { self[.sharedItemContentType] = newValue?.identifier }
  }
}
