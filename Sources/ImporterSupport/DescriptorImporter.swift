package import AttributeSets

/// An importer that reads a file through an open descriptor, so that it works where no path can be
/// opened. The built-in importers do so.
package protocol DescriptorImporter: CSImportExtension {
  /// The name of the importer, shown to the user and recorded with its results: `Document`.
  static var importerName: String { get }
  /// The version of the importer. Increase it to have files imported again.
  static var importerVersion: Int { get }
  /// The identifiers of the types it reads. It also reads all types that conform to them. If
  /// several importers read a type, the one with the most specific identifier gets the file.
  static var contentTypes: [String] { get }

  /// Sets the attributes of the file, and delivers its text.
  ///
  /// One instance handles all files of its worker, one after the other. State that it keeps between
  /// calls must not grow.
  ///
  /// - Throws: ``ImportError`` or another error if the file cannot be read to its end. Attributes
  ///   and text delivered before are kept, and the description of the error is recorded with them.
  func update(_ attributes: CSSearchableItemAttributeSet, from file: ImportedFile, text: TextSink) throws
}
