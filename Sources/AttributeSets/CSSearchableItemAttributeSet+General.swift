internal import Attributes
public import Foundation

/// Attributes of any kind of document.
// swift-format-ignore
extension CSSearchableItemAttributeSet {
  /// Localized name shown in UI.
  public var displayName: String? { get { self[.displayName] } set { self[.displayName] = newValue } }

  /// Extra localized names.
  public var alternateNames: [String]? { get { self[.alternateNames] } set { self[.alternateNames] = newValue } }

  /// Absolute path; kMDItemPath reportedly not queryable on macOS.
  public var path: String? { get { self[.path] } set { self[.path] = newValue } }

  /// File URL of indexed content; used to deduplicate.
  public var contentURL: URL? { get { self[.contentURL] } set { self[.contentURL] = newValue } }

  /// Local file URL of thumbnail.
  public var thumbnailURL: URL? { get { self[.thumbnailURL] } set { self[.thumbnailURL] = newValue } }

  /// Local thumbnail URL for dark mode.
  public var darkThumbnailURL: URL? { get { self[.darkThumbnailURL] } set { self[.darkThumbnailURL] = newValue } }

  /// Encoded thumbnail image bytes.
  public var thumbnailData: Data? { get { self[.thumbnailData] } set { self[.thumbnailData] = newValue } }

  /// Item id tied to activity; lifetimes linked.
  public var relatedUniqueIdentifier: String? { get { self[.relatedUniqueIdentifier] } set { self[.relatedUniqueIdentifier] = newValue } }

  /// Related item id; lifetimes not linked.
  public var weakRelatedUniqueIdentifier: String? { get { self[.weakRelatedUniqueIdentifier] } set { self[.weakRelatedUniqueIdentifier] = newValue } }

  /// When any attribute last changed.
  public var metadataModificationDate: Date? { get { self[.metadataModificationDate] } set { self[.metadataModificationDate] = newValue } }

  /// UTI string; not searched unless named.
  public var contentType: String? { get { self[.contentType] } set { self[.contentType] = newValue } }

  /// UTI plus ancestors; not searched unless named.
  public var contentTypeTree: [String]? { get { self[.contentTypeTree] } set { self[.contentTypeTree] = newValue } }

  /// Tags or keywords.
  public var keywords: [String]? { get { self[.keywords] } set { self[.keywords] = newValue } }

  /// Document, song or mail title.
  public var title: String? { get { self[.title] } set { self[.title] = newValue } }

  /// Version text.
  public var version: String? { get { self[.version] } set { self[.version] = newValue } }

  /// Relative importance within app, 0 to 100.
  public var rankingHint: NSNumber? { get { self[.rankingHint] } set { self[.rankingHint] = newValue } }

  /// Owner or domain id; dotted hierarchy.
  public var domainIdentifier: String? { get { self[.domainIdentifier] } set { self[.domainIdentifier] = newValue } }

  /// 1 when user made the item.
  public var userCreated: NSNumber? { get { self[.userCreated] } set { self[.userCreated] = newValue } }

  /// 1 when user bought or acquired it.
  public var userOwned: NSNumber? { get { self[.userOwned] } set { self[.userOwned] = newValue } }

  /// 1 when user picked or collected it.
  public var userCurated: NSNumber? { get { self[.userCurated] } set { self[.userCurated] = newValue } }
}
