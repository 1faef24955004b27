internal import Attributes
public import Foundation

/// Attributes of music and other sound.
// swift-format-ignore
extension CSSearchableItemAttributeSet {
  /// Hz, floating point.
  public var audioSampleRate: NSNumber? { get { self[.audioSampleRate] } set { self[.audioSampleRate] = newValue } }

  /// Discrete audio channels.
  public var audioChannelCount: NSNumber? { get { self[.audioChannelCount] } set { self[.audioChannelCount] = newValue } }

  /// Beats per minute.
  public var tempo: NSNumber? { get { self[.tempo] } set { self[.tempo] = newValue } }

  /// Musical key, e.g. F#m.
  public var keySignature: String? { get { self[.keySignature] } set { self[.keySignature] = newValue } }

  /// E.g. 4/4.
  public var timeSignature: String? { get { self[.timeSignature] } set { self[.timeSignature] = newValue } }

  /// Encoder application.
  public var audioEncodingApplication: String? { get { self[.audioEncodingApplication] } set { self[.audioEncodingApplication] = newValue } }

  /// Composer.
  public var composer: String? { get { self[.composer] } set { self[.composer] = newValue } }

  /// Lyric writer.
  public var lyricist: String? { get { self[.lyricist] } set { self[.lyricist] = newValue } }

  /// Album title.
  public var album: String? { get { self[.album] } set { self[.album] = newValue } }

  /// Artist; audio importers put it in kMDItemAuthors.
  public var artist: String? { get { self[.artist] } set { self[.artist] = newValue } }

  /// Track number on album.
  public var audioTrackNumber: NSNumber? { get { self[.audioTrackNumber] } set { self[.audioTrackNumber] = newValue } }

  /// When performance was recorded.
  public var recordingDate: Date? { get { self[.recordingDate] } set { self[.recordingDate] = newValue } }

  /// E.g. Jazz.
  public var musicalGenre: String? { get { self[.musicalGenre] } set { self[.musicalGenre] = newValue } }

  /// 1 for General MIDI sequence.
  public var generalMIDISequence: NSNumber? { get { self[.generalMIDISequence] } set { self[.generalMIDISequence] = newValue } }

  /// Instrument category.
  public var musicalInstrumentCategory: String? { get { self[.musicalInstrumentCategory] } set { self[.musicalInstrumentCategory] = newValue } }

  /// Instrument within category.
  public var musicalInstrumentName: String? { get { self[.musicalInstrumentName] } set { self[.musicalInstrumentName] = newValue } }
}
