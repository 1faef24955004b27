// SPDX-License-Identifier: Apache-2.0

internal import Attributes
public import Foundation

/// Attributes of music and other sound.
// swift-format-ignore
extension CSSearchableItemAttributeSet {
  /// The sample rate of the sound, in hertz.
  public var audioSampleRate: NSNumber? { get { self[.audioSampleRate] } set { self[.audioSampleRate] = newValue } }

  /// The number of audio channels, such as 2 for stereo.
  public var audioChannelCount: NSNumber? { get { self[.audioChannelCount] } set { self[.audioChannelCount] = newValue } }

  /// The tempo of the music, in beats per minute.
  public var tempo: NSNumber? { get { self[.tempo] } set { self[.tempo] = newValue } }

  /// The key of the music, such as `C` or `F#m`. Importers take the text as it is in the file.
  public var keySignature: String? { get { self[.keySignature] } set { self[.keySignature] = newValue } }

  /// The time signature of the music, such as `4/4`.
  public var timeSignature: String? { get { self[.timeSignature] } set { self[.timeSignature] = newValue } }

  /// The program that encoded the sound.
  public var audioEncodingApplication: String? { get { self[.audioEncodingApplication] } set { self[.audioEncodingApplication] = newValue } }

  /// The composer of the music. Several names are separated by commas.
  public var composer: String? { get { self[.composer] } set { self[.composer] = newValue } }

  /// The author of the lyrics. Several names are separated by commas.
  public var lyricist: String? { get { self[.lyricist] } set { self[.lyricist] = newValue } }

  /// The title of the album that the recording belongs to.
  public var album: String? { get { self[.album] } set { self[.album] = newValue } }

  /// The artist who performs the recording.
  ///
  /// - Note: The music importer does not set it. It records the artists of a file in
  ///   ``authorNames`` (`kMDItemAuthors`).
  public var artist: String? { get { self[.artist] } set { self[.artist] = newValue } }

  /// The number of the track on its album; the first one is 1.
  public var audioTrackNumber: NSNumber? { get { self[.audioTrackNumber] } set { self[.audioTrackNumber] = newValue } }

  /// The date on which the performance was recorded.
  ///
  /// - Note: If the file does not contain the day, the music importer sets only the year,
  ///   `kMDItemRecordingYear`.
  public var recordingDate: Date? { get { self[.recordingDate] } set { self[.recordingDate] = newValue } }

  /// The genre of the music, such as `Jazz`. Several genres are separated by commas.
  public var musicalGenre: String? { get { self[.musicalGenre] } set { self[.musicalGenre] = newValue } }

  /// Whether the file is a sequence for General MIDI devices: 1 if so, 0 if not.
  public var generalMIDISequence: NSNumber? { get { self[.generalMIDISequence] } set { self[.generalMIDISequence] = newValue } }

  /// The category of the instrument in the recording, such as `Keyboards`.
  public var musicalInstrumentCategory: String? { get { self[.musicalInstrumentCategory] } set { self[.musicalInstrumentCategory] = newValue } }

  /// The name of the instrument within ``musicalInstrumentCategory``, such as `Piano`.
  public var musicalInstrumentName: String? { get { self[.musicalInstrumentName] } set { self[.musicalInstrumentName] = newValue } }
}
