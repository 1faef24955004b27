// SPDX-License-Identifier: Apache-2.0

internal import Attributes

/// The forms in which a program can provide an item. Searchlight's own importers do not set these
/// attributes.
// swift-format-ignore
extension CSSearchableItemAttributeSet {
  /// The identifiers of the uniform types in which the program can provide the item as data.
  public var providerDataTypeIdentifiers: [String]? { get { self[.providerDataTypeIdentifiers] } set { self[.providerDataTypeIdentifiers] = newValue } }

  /// The identifiers of the uniform types in which the program can provide the item as a file.
  public var providerFileTypeIdentifiers: [String]? { get { self[.providerFileTypeIdentifiers] } set { self[.providerFileTypeIdentifiers] = newValue } }

  /// The identifiers of the uniform types in which the program can provide the item as a file that
  /// is opened where it is, without a copy.
  public var providerInPlaceFileTypeIdentifiers: [String]? { get { self[.providerInPlaceFileTypeIdentifiers] } set { self[.providerInPlaceFileTypeIdentifiers] = newValue } }
}
