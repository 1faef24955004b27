// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Markup

/// A handler that collects text.
protocol TextHandler: XMLHandler {
  /// Returns the text since the last call.
  func takeText() -> [UInt8]
}

/// A handler that collects the text and the metadata of a document.
protocol DocumentHandler: TextHandler {
  func fill(_ attributes: CSSearchableItemAttributeSet)
}
