// SPDX-License-Identifier: Apache-2.0

internal import Attributes
public import Foundation

/// Attributes of recordings, films and other media.
// swift-format-ignore
extension CSSearchableItemAttributeSet {
  /// The people who edited the content.
  public var editors: [String]? { get { self[.editors] } set { self[.editors] = newValue } }

  /// The people who can be seen or heard in the content, or about whom it was written.
  public var participants: [String]? { get { self[.participants] } set { self[.participants] = newValue } }

  /// The projects that the content belongs to, such as films or magazines.
  public var projects: [String]? { get { self[.projects] } set { self[.projects] = newValue } }

  /// The date on which the item was last downloaded.
  ///
  /// - Note: `kMDItemDownloadedDate` can have several dates. This property is the first one;
  ///   setting it replaces all of them.
  public var downloadedDate: Date? { get { self[.downloadedDate] } set { self[.downloadedDate] = newValue } }

  /// Where the item came from: the web addresses of a download, or the sender and the subject of a
  /// mail attachment.
  ///
  /// - Note: For files, the index takes the addresses from extended attributes that programs such
  ///   as web browsers set.
  public var contentSources: [String]? { get { self[.contentSources] } set { self[.contentSources] = newValue } }

  /// A comment that is stored in the content of the file. A comment that the user gives to a file
  /// is a different attribute, `kMDItemFinderComment`.
  public var comment: String? { get { self[.comment] } set { self[.comment] = newValue } }

  /// The owner of the copyright, or the copyright notice.
  public var copyright: String? { get { self[.copyright] } set { self[.copyright] = newValue } }

  /// The date on which the item was last opened.
  ///
  /// - Note: Searchlight does not record when files are opened.
  public var lastUsedDate: Date? { get { self[.lastUsedDate] } set { self[.lastUsedDate] = newValue } }

  /// The date on which the content was created, such as the date on which a photograph was taken.
  ///
  /// - Note: For a file whose importer does not set it, queries use the date on which the file was
  ///   created.
  public var contentCreationDate: Date? { get { self[.contentCreationDate] } set { self[.contentCreationDate] = newValue } }

  /// The date on which the content was last changed.
  ///
  /// - Note: For a file whose importer does not set it, queries use the modification date of the
  ///   file.
  public var contentModificationDate: Date? { get { self[.contentModificationDate] } set { self[.contentModificationDate] = newValue } }

  /// The date on which the item was added to the folder that contains it.
  ///
  /// - Note: The index determines the date for files itself.
  public var addedDate: Date? { get { self[.addedDate] } set { self[.addedDate] = newValue } }

  /// The duration of the recording, in seconds.
  public var duration: NSNumber? { get { self[.duration] } set { self[.duration] = newValue } }

  /// The names of contacts that have to do with the item, other than its authors.
  public var contactKeywords: [String]? { get { self[.contactKeywords] } set { self[.contactKeywords] = newValue } }

  /// The names of the codecs with which the sound or video was encoded.
  public var codecs: [String]? { get { self[.codecs] } set { self[.codecs] = newValue } }

  /// The kinds of media in the file, such as `Sound` and `Video`.
  public var mediaTypes: [String]? { get { self[.mediaTypes] } set { self[.mediaTypes] = newValue } }

  /// Whether the content is prepared for streaming: 1 if so, 0 if not.
  public var streamable: NSNumber? { get { self[.streamable] } set { self[.streamable] = newValue } }

  /// The bit rate of sound and video together, in bits per second.
  ///
  /// - Note: The music importer sets it only for files without video.
  public var totalBitRate: NSNumber? { get { self[.totalBitRate] } set { self[.totalBitRate] = newValue } }

  /// The bit rate of the video, in bits per second.
  public var videoBitRate: NSNumber? { get { self[.videoBitRate] } set { self[.videoBitRate] = newValue } }

  /// The bit rate of the sound, in bits per second.
  public var audioBitRate: NSNumber? { get { self[.audioBitRate] } set { self[.audioBitRate] = newValue } }

  /// How the content is delivered: 0 for a file that plays while it is downloaded (“fast start”), 1
  /// for a real-time stream (RTSP).
  public var deliveryType: NSNumber? { get { self[.deliveryType] } set { self[.deliveryType] = newValue } }

  /// The companies or organizations that made the content.
  public var organizations: [String]? { get { self[.organizations] } set { self[.organizations] = newValue } }

  /// The role of the person or organization that made the content.
  public var role: String? { get { self[.role] } set { self[.role] = newValue } }

  /// The languages of the content, preferably as BCP 47 tags such as `en` or `pt-BR`.
  ///
  /// - Note: Importers do not convert the tags of a file: music files often have codes of three
  ///   letters, such as `eng`.
  public var languages: [String]? { get { self[.languages] } set { self[.languages] = newValue } }

  /// A statement of the rights in the content, or a link to one.
  public var rights: String? { get { self[.rights] } set { self[.rights] = newValue } }

  /// The persons or organizations that published the content.
  public var publishers: [String]? { get { self[.publishers] } set { self[.publishers] = newValue } }

  /// The persons or organizations that contributed to the content.
  public var contributors: [String]? { get { self[.contributors] } set { self[.contributors] = newValue } }

  /// The places or periods of time that the content covers.
  public var coverage: [String]? { get { self[.coverage] } set { self[.coverage] = newValue } }

  /// The number of stars that the user gave to the item, from 0 to 5; can be a fraction, such as
  /// 3.5.
  ///
  /// - Note: For files, an extended attribute also sets the rating.
  public var rating: NSNumber? { get { self[.rating] } set { self[.rating] = newValue } }

  /// An explanation of the rating, such as the number of reviews.
  public var ratingDescription: String? { get { self[.ratingDescription] } set { self[.ratingDescription] = newValue } }

  /// The number of times the item was played.
  public var playCount: NSNumber? { get { self[.playCount] } set { self[.playCount] = newValue } }

  /// General information about the item.
  public var information: String? { get { self[.information] } set { self[.information] = newValue } }

  /// The director of the film.
  public var director: String? { get { self[.director] } set { self[.director] = newValue } }

  /// The producer of the content.
  public var producer: String? { get { self[.producer] } set { self[.producer] = newValue } }

  /// The genre of the film. ``musicalGenre`` is the genre of music.
  public var genre: String? { get { self[.genre] } set { self[.genre] = newValue } }

  /// The performers of the content, such as the actors of a film or the musicians of a recording.
  public var performers: [String]? { get { self[.performers] } set { self[.performers] = newValue } }

  /// The format in which the film was originally made.
  public var originalFormat: String? { get { self[.originalFormat] } set { self[.originalFormat] = newValue } }

  /// The source from which the film was originally made.
  public var originalSource: String? { get { self[.originalSource] } set { self[.originalSource] = newValue } }

  /// Whether the content is stored on this machine: 1 if so, 0 if not.
  public var local: NSNumber? { get { self[.local] } set { self[.local] = newValue } }

  /// Whether the content is explicit: 1 if so, 0 if it is clean.
  public var contentRating: NSNumber? { get { self[.contentRating] } set { self[.contentRating] = newValue } }

  /// The address of the item.
  public var url: URL? { get { self[.url] } set { self[.url] = newValue } }
}
