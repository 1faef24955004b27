// SPDX-License-Identifier: Apache-2.0

/// Receives the content of an XML document from ``XMLParser``.
///
/// Names are local names, without the prefix of their namespace: writers choose prefixes freely,
/// and most formats here have no two elements whose names differ only in the namespace, which the attributes know.
package protocol XMLHandler: AnyObject {
  func start(_ element: String, _ attributes: borrowing XMLAttributes)
  func end(_ element: String)
  /// Receives text in UTF-8. The text of one element may come in several pieces.
  func add(_ characters: borrowing Span<UInt8>)
}
