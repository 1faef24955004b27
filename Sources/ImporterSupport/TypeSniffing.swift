/// Tells a file's type by its content. Declared here so that who links an importer does not link the library that does it.
package protocol TypeSniffing {
  /// The MIME type that the content suggests; `nil` when it cannot be read or says nothing.
  ///
  /// - Parameter descriptor: Open for reading; its position may be left anywhere.
  func mimeType(ofFile descriptor: Int32) -> String?
}
