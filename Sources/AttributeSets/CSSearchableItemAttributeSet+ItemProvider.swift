internal import Attributes

/// The forms in which a program can provide an item.
// swift-format-ignore
extension CSSearchableItemAttributeSet {
  /// UTIs delegate can supply as Data.
  public var providerDataTypeIdentifiers: [String]? { get { self[.providerDataTypeIdentifiers] } set { self[.providerDataTypeIdentifiers] = newValue } }

  /// UTIs delegate can supply as file URL.
  public var providerFileTypeIdentifiers: [String]? { get { self[.providerFileTypeIdentifiers] } set { self[.providerFileTypeIdentifiers] = newValue } }

  /// UTIs delegate can supply in place.
  public var providerInPlaceFileTypeIdentifiers: [String]? { get { self[.providerInPlaceFileTypeIdentifiers] } set { self[.providerInPlaceFileTypeIdentifiers] = newValue } }
}
