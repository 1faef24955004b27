// SPDX-License-Identifier: Apache-2.0

/// Detects the type of a file by its content. It is declared here so that importers need not link
/// the library that implements it.
package protocol TypeSniffing {
  /// The MIME type of the content; `nil` if it cannot be read or is not recognised.
  ///
  /// - Parameter descriptor: A descriptor open for reading; its position may change.
  func mimeType(ofFile descriptor: Int32) -> String?

  /// The MIME type of a content in memory; `nil` if it is not recognised.
  func mimeType(ofContent content: Span<UInt8>) -> String?
}
