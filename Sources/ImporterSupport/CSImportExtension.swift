public import AttributeSets
public import Foundation

/// Something that finds out the attributes of files: subclass it and override ``update(_:forFileAt:)``.
open class CSImportExtension: NSObject, NSExtensionRequestHandling {
  /// An importer.
  public required override init() {}

  /// Sets the attributes that the file has.
  ///
  /// - Parameters:
  ///   - attributes: The set to fill. What the indexer finds out by itself (name, size, dates, type) need not be set.
  ///   - contentURL: The file, readable during the call.
  /// - Throws: Why the file cannot be imported; attributes set before are kept.
  open func update(_ attributes: CSSearchableItemAttributeSet, forFileAt contentURL: URL) throws {}

  /// Does nothing: an importer is driven by the indexer.
  open func beginRequest(with context: NSExtensionContext) {}
}
