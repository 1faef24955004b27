internal import Attributes
public import Foundation

/// Attributes of recordings, films and other media.
// swift-format-ignore
extension CSSearchableItemAttributeSet {
  /// People who edited.
  public var editors: [String]? { get { self[.editors] } set { self[.editors] = newValue } }

  /// People visible or written about.
  public var participants: [String]? { get { self[.participants] } set { self[.participants] = newValue } }

  /// Projects it belongs to.
  public var projects: [String]? { get { self[.projects] } set { self[.projects] = newValue } }

  /// Last downloaded; kMDItem key is array.
  public var downloadedDate: Date? { get { self[.downloadedDate] } set { self[.downloadedDate] = newValue } }

  /// Where obtained: URLs, sender, subject.
  public var contentSources: [String]? { get { self[.contentSources] } set { self[.contentSources] = newValue } }

  /// Comment inside file, not Finder comment.
  public var comment: String? { get { self[.comment] } set { self[.comment] = newValue } }

  /// Copyright owner or notice.
  public var copyright: String? { get { self[.copyright] } set { self[.copyright] = newValue } }

  /// Last opened.
  public var lastUsedDate: Date? { get { self[.lastUsedDate] } set { self[.lastUsedDate] = newValue } }

  /// Content creation time.
  public var contentCreationDate: Date? { get { self[.contentCreationDate] } set { self[.contentCreationDate] = newValue } }

  /// Content last modified time.
  public var contentModificationDate: Date? { get { self[.contentModificationDate] } set { self[.contentModificationDate] = newValue } }

  /// Moved into current folder.
  public var addedDate: Date? { get { self[.addedDate] } set { self[.addedDate] = newValue } }

  /// Seconds.
  public var duration: NSNumber? { get { self[.duration] } set { self[.duration] = newValue } }

  /// Associated contacts beyond authors.
  public var contactKeywords: [String]? { get { self[.contactKeywords] } set { self[.contactKeywords] = newValue } }

  /// Codec names.
  public var codecs: [String]? { get { self[.codecs] } set { self[.codecs] = newValue } }

  /// Media kinds present, e.g. Sound, Video.
  public var mediaTypes: [String]? { get { self[.mediaTypes] } set { self[.mediaTypes] = newValue } }

  /// 1 when prepared for streaming.
  public var streamable: NSNumber? { get { self[.streamable] } set { self[.streamable] = newValue } }

  /// Bits per second, audio plus video.
  public var totalBitRate: NSNumber? { get { self[.totalBitRate] } set { self[.totalBitRate] = newValue } }

  /// Bits per second.
  public var videoBitRate: NSNumber? { get { self[.videoBitRate] } set { self[.videoBitRate] = newValue } }

  /// Bits per second.
  public var audioBitRate: NSNumber? { get { self[.audioBitRate] } set { self[.audioBitRate] = newValue } }

  /// 0 fast start, 1 RTSP.
  public var deliveryType: NSNumber? { get { self[.deliveryType] } set { self[.deliveryType] = newValue } }

  /// Companies that created it.
  public var organizations: [String]? { get { self[.organizations] } set { self[.organizations] = newValue } }

  /// Role of creator.
  public var role: String? { get { self[.role] } set { self[.role] = newValue } }

  /// BCP 47 language tags.
  public var languages: [String]? { get { self[.languages] } set { self[.languages] = newValue } }

  /// Rights statement or link.
  public var rights: String? { get { self[.rights] } set { self[.rights] = newValue } }

  /// Publishing entities.
  public var publishers: [String]? { get { self[.publishers] } set { self[.publishers] = newValue } }

  /// Contributing entities.
  public var contributors: [String]? { get { self[.contributors] } set { self[.contributors] = newValue } }

  /// Spatial or temporal scope.
  public var coverage: [String]? { get { self[.coverage] } set { self[.coverage] = newValue } }

  /// User rating out of 5.
  public var rating: NSNumber? { get { self[.rating] } set { self[.rating] = newValue } }

  /// Explains rating, e.g. reviewer count.
  public var ratingDescription: String? { get { self[.ratingDescription] } set { self[.ratingDescription] = newValue } }

  /// Times played.
  public var playCount: NSNumber? { get { self[.playCount] } set { self[.playCount] = newValue } }

  /// General information.
  public var information: String? { get { self[.information] } set { self[.information] = newValue } }

  /// Film director.
  public var director: String? { get { self[.director] } set { self[.director] = newValue } }

  /// Producer.
  public var producer: String? { get { self[.producer] } set { self[.producer] = newValue } }

  /// Film genre.
  public var genre: String? { get { self[.genre] } set { self[.genre] = newValue } }

  /// Performers in movie.
  public var performers: [String]? { get { self[.performers] } set { self[.performers] = newValue } }

  /// Original movie format.
  public var originalFormat: String? { get { self[.originalFormat] } set { self[.originalFormat] = newValue } }

  /// Original movie source.
  public var originalSource: String? { get { self[.originalSource] } set { self[.originalSource] = newValue } }

  /// 1 when stored locally.
  public var local: NSNumber? { get { self[.local] } set { self[.local] = newValue } }

  /// 1 explicit, 0 clean.
  public var contentRating: NSNumber? { get { self[.contentRating] } set { self[.contentRating] = newValue } }

  /// Item URL.
  public var url: URL? { get { self[.url] } set { self[.url] = newValue } }
}
