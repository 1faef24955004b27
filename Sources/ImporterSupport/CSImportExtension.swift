// SPDX-License-Identifier: Apache-2.0

public import AttributeSets
public import Foundation

/// An importer, which extracts the attributes of files. Subclass it and override
/// ``update(_:forFileAt:)``. The executable of an importer has one line, which creates the subclass
/// and calls ``serve()``. A manifest registers it.
open class CSImportExtension: NSObject, NSExtensionRequestHandling {
  /// Creates an importer.
  public override init() {}

  /// Sets the attributes of a file.
  ///
  /// The default implementation does nothing; that of a built-in importer sets all attributes,
  /// including the text.
  ///
  /// - Parameters:
  ///   - attributes: The set to fill in. The indexer itself determines name, size, dates and type.
  ///   - contentURL: The file, which is readable during the call.
  /// - Throws: An error if the file cannot be imported. Attributes set before are kept.
  open func update(_ attributes: CSSearchableItemAttributeSet, forFileAt contentURL: URL) throws {
    try (self as? any DescriptorImporter)?.update(attributes, fromFileAt: contentURL)
  }

  /// Does nothing, because the indexer calls importers directly.
  open func beginRequest(with context: NSExtensionContext) {}
}
