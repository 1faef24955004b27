internal import Attributes
public import Foundation
public import UniformTypeIdentifiers

/// Actions for an item in a list of results.
// swift-format-ignore
extension CSSearchableItemAttributeSet {
  /// 1 allows dialing phoneNumbers.
  public var supportsPhoneCall: NSNumber? { get { self[.supportsPhoneCall] } set { self[.supportsPhoneCall] = newValue } }

  /// 1 allows navigating to latitude/longitude.
  public var supportsNavigation: NSNumber? { get { self[.supportsNavigation] } set { self[.supportsNavigation] = newValue } }

  /// Custom action ids; iOS 15+, not macOS.
  public var actionIdentifiers: [String] { get { self[.actionIdentifiers] ?? [] } set { self[.actionIdentifiers] = newValue.isEmpty ? nil : newValue } }
}

extension CSSearchableItemAttributeSet {
  /// Type offered for sharing.
  public var sharedItemContentType: UTType? {
    get { self[.sharedItemContentType].map { (identifier: String) in UTType(importedAs: identifier) } }
    set { self[.sharedItemContentType] = newValue?.identifier }
  }
}
