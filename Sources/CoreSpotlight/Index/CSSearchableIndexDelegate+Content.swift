// SPDX-License-Identifier: Apache-2.0

internal import Foundation

extension CSSearchableIndexDelegate {
  /// The content of an item, from the one of its two methods that the delegate implements.
  func content(ofItem identifier: String, type: String, in index: CSSearchableIndex) throws -> Data {
    do {
      return try data(for: index, itemIdentifier: identifier, typeIdentifier: type)
    } catch CocoaError.featureUnsupported {
      // The file is only read, so it need not be a copy.
      return try Data(contentsOf: try fileURL(for: index, itemIdentifier: identifier, typeIdentifier: type, inPlace: true))
    }
  }
}
