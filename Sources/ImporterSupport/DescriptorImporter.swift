package import AttributeSets

/// An importer that reads a file through an open descriptor, and so runs where no path can be opened. The built-in importers are such.
package protocol DescriptorImporter: CSImportExtension {
  /// Name shown to the user and recorded with what the importer produced: `Document`.
  static var importerName: String { get }
  /// Grows when the importer would produce other attributes than before; files are then imported again.
  static var importerVersion: Int { get }
  /// Identifiers of the types it reads, and so of everything that conforms to them. Where several importers read a file's type, the one
  /// that names the type most closely gets the file.
  static var contentTypes: [String] { get }

  /// Sets the attributes that the file has, and hands over its text.
  ///
  /// One importer instance serves all files of its worker, one after the other: what it keeps between calls must not grow.
  ///
  /// - Throws: ``ImportError`` or another error when the file cannot be read to its end. Attributes and text delivered before are kept,
  ///   and the error's description is recorded with them.
  func update(_ attributes: CSSearchableItemAttributeSet, from file: ImportedFile, text: TextSink) throws
}
