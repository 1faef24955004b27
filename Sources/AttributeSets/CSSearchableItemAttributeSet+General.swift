// SPDX-License-Identifier: Apache-2.0

internal import Attributes
public import Foundation

/// Attributes of any kind of document.
// swift-format-ignore
extension CSSearchableItemAttributeSet {
  /// The name of the item, as shown to people, in their language if possible.
  ///
  /// - Note: For a file, this is always its name: the index ignores a value that an importer sets.
  public var displayName: String? { get { self[.displayName] } set { self[.displayName] = newValue } }

  /// Other names under which people know the item, in their language if possible.
  public var alternateNames: [String]? { get { self[.alternateNames] } set { self[.alternateNames] = newValue } }

  /// The absolute path of the item.
  ///
  /// - Note: The index determines the path of a file itself. A search of all attributes does not
  ///   include paths; a query must name the attribute.
  public var path: String? { get { self[.path] } set { self[.path] = newValue } }

  /// The file URL of the content, for an item whose content is also a file. With it, a program can
  /// tell that an item and a file are the same document.
  public var contentURL: URL? { get { self[.contentURL] } set { self[.contentURL] = newValue } }

  /// The file URL of a thumbnail image on this machine. It cannot be searched.
  public var thumbnailURL: URL? { get { self[.thumbnailURL] } set { self[.thumbnailURL] = newValue } }

  /// The file URL of a thumbnail image for a dark appearance. It cannot be searched.
  public var darkThumbnailURL: URL? { get { self[.darkThumbnailURL] } set { self[.darkThumbnailURL] = newValue } }

  /// The encoded bytes of a thumbnail image. They cannot be searched.
  public var thumbnailData: Data? { get { self[.thumbnailData] } set { self[.thumbnailData] = newValue } }

  /// The unique identifier of the item that a user activity belongs to. The activity is meaningful
  /// only as long as the item exists; for an activity that outlives the item, use
  /// ``weakRelatedUniqueIdentifier``.
  public var relatedUniqueIdentifier: String? { get { self[.relatedUniqueIdentifier] } set { self[.relatedUniqueIdentifier] = newValue } }

  /// The unique identifier of an item that is related to this one. Either can exist without the
  /// other.
  public var weakRelatedUniqueIdentifier: String? { get { self[.weakRelatedUniqueIdentifier] } set { self[.weakRelatedUniqueIdentifier] = newValue } }

  /// The date on which any attribute of the item last changed.
  public var metadataModificationDate: Date? { get { self[.metadataModificationDate] } set { self[.metadataModificationDate] = newValue } }

  /// The identifier of the uniform type of the content, such as `public.jpeg`.
  ///
  /// Setting it also sets ``contentTypeTree``, unless that was set to something else than the types of
  /// the previous content type.
  ///
  /// - Note: The index determines the type of a file itself. A search of all attributes does not
  ///   include types; a query must name the attribute.
  public var contentType: String? { get { self[.contentType] } set { setContentType(newValue) } }

  /// The identifiers of the content type and of every type that it conforms to, such as
  /// `public.jpeg`, `public.image` and `public.data`. Setting ``contentType`` sets it.
  ///
  /// - Note: The index determines the types of a file itself. A search of all attributes does not
  ///   include them; a query must name the attribute.
  public var contentTypeTree: [String]? { get { self[.contentTypeTree] } set { self[.contentTypeTree] = newValue } }

  /// Words or phrases that describe the subject of the item, such as the keywords of a photograph.
  /// They are part of the content, unlike the tags that users give to files (`kMDItemUserTags`).
  public var keywords: [String]? { get { self[.keywords] } set { self[.keywords] = newValue } }

  /// The title of the item, such as the title of a document or song, or the subject of a mail
  /// message.
  public var title: String? { get { self[.title] } set { self[.title] = newValue } }

  /// The version of the item, as text. For a PDF document it is the version of the format, such as
  /// `1.7`.
  public var version: String? { get { self[.version] } set { self[.version] = newValue } }

  /// The importance of the item compared with the other items of the same program, from 0 to 100.
  /// More important items have a higher number.
  ///
  /// - Note: Searchlight stores the value, but does not rank results by it.
  public var rankingHint: NSNumber? { get { self[.rankingHint] } set { self[.rankingHint] = newValue } }

  /// The identifier of the group of items that the item belongs to, such as an account or a
  /// mailbox. Periods separate the levels of a hierarchy: `mail.inbox` is part of `mail`.
  public var domainIdentifier: String? { get { self[.domainIdentifier] } set { self[.domainIdentifier] = newValue } }

  /// Whether the user made the item: 1 if so, 0 if not.
  public var userCreated: NSNumber? { get { self[.userCreated] } set { self[.userCreated] = newValue } }

  /// Whether the user bought or otherwise acquired the item: 1 if so, 0 if not.
  public var userOwned: NSNumber? { get { self[.userOwned] } set { self[.userOwned] = newValue } }

  /// Whether the user selected the item, for example for a playlist or a list of favourites: 1 if
  /// so, 0 if not.
  public var userCurated: NSNumber? { get { self[.userCurated] } set { self[.userCurated] = newValue } }
}
