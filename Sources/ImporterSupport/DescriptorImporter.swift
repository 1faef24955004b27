// SPDX-License-Identifier: Apache-2.0

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
  /// Directories of data that the importer's libraries open while they read a file, such as
  /// `/usr/share/poppler`. The sandbox refuses all other paths. None by default.
  static var dataPaths: [String] { get }

  /// Whether files of its types have text, so that they are read inside other files. No by default.
  static var readsText: Bool { get }

  /// Creates an importer.
  init()

  /// Loads what the importer's libraries open when they are first used and keep in memory: tables,
  /// configuration. Called once, before the sandbox is entered. Does nothing by default.
  static func prepare()

  /// Sets the attributes of the file, and delivers its text.
  ///
  /// One instance handles all files of its worker, one after the other. State that it keeps between
  /// calls must not grow.
  ///
  /// - Throws: ``ImportError`` or another error if the file cannot be read to its end. Attributes
  ///   and text delivered before are kept, and the description of the error is recorded with them.
  func update(_ attributes: CSSearchableItemAttributeSet, from file: ImportedFile, text: TextSink) throws
}

extension DescriptorImporter {
  package static var dataPaths: [String] { [] }
  package static var readsText: Bool { false }
  package static func prepare() {}
}
