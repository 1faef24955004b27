// SPDX-License-Identifier: Apache-2.0

internal import CxxTagLib
internal import ImporterSupport

/// The reader of TagLib to use for a file.
enum TagLibReader: Equatable {
  case mpeg, flac, oggVorbis, oggFLAC, oggOpus, oggSpeex, mp4, asf, monkeysAudio, musepack, wavPack, trueAudio, aiff, wav
  case mod, s3m, impulseTracker, extendedModule
  /// Only a tag, for files whose audio TagLib does not support.
  case id3v2(offset: Int)
  case ape

  fileprivate var format: taglib_format {
    switch self {
    case .mpeg: TAGLIB_MPEG
    case .flac: TAGLIB_FLAC
    case .oggVorbis: TAGLIB_OGG_VORBIS
    case .oggFLAC: TAGLIB_OGG_FLAC
    case .oggOpus: TAGLIB_OGG_OPUS
    case .oggSpeex: TAGLIB_OGG_SPEEX
    case .mp4: TAGLIB_MP4
    case .asf: TAGLIB_ASF
    case .monkeysAudio: TAGLIB_MONKEYS_AUDIO
    case .musepack: TAGLIB_MUSEPACK
    case .wavPack: TAGLIB_WAVPACK
    case .trueAudio: TAGLIB_TRUE_AUDIO
    case .aiff: TAGLIB_AIFF
    case .wav: TAGLIB_WAV
    case .mod: TAGLIB_MOD
    case .s3m: TAGLIB_S3M
    case .impulseTracker: TAGLIB_IMPULSE_TRACKER
    case .extendedModule: TAGLIB_EXTENDED_MODULE
    case .id3v2: TAGLIB_BARE_ID3V2
    case .ape: TAGLIB_BARE_APE
    }
  }

  /// The codec, for formats with only one.
  var codec: String? {
    switch self {
    case .flac, .oggFLAC: "FLAC"
    case .oggVorbis: "Vorbis"
    case .oggOpus: "Opus"
    case .oggSpeex: "Speex"
    case .monkeysAudio: "Monkey's Audio"
    case .musepack: "Musepack"
    case .wavPack: "WavPack"
    case .trueAudio: "TTA"
    default: nil
    }
  }
}

/// A file read by TagLib.
@safe
struct TagLibMedia: ~Copyable {
  /// Maximum number of bytes to read. Tags with album covers have several megabytes; more than this
  /// is a loop in a damaged file.
  private static let budget: Int64 = 256 << 20

  private let media: OpaquePointer

  /// - Returns: `nil` if TagLib cannot read the file.
  init?(_ file: ImportedFile, _ reader: TagLibReader) {
    let offset = if case .id3v2(let offset) = reader { offset } else { 0 }
    let size = Int64(clamping: file.byteCount)
    guard let media = unsafe taglib_media_read(file.descriptor, size, Self.budget, reader.format, Int64(offset)) else { return nil }
    unsafe self.media = unsafe media
  }

  deinit {
    unsafe taglib_media_free(media)
  }

  var stream: AudioStream {
    let properties = unsafe taglib_media_properties(media)
    let positive = { (number: Int32) in number > 0 ? Int(number) : nil }
    return AudioStream(
      duration: properties.milliseconds > 0 ? Double(properties.milliseconds) / 1000 : nil,
      bitRate: positive(properties.bitrate).map { $0 * 1000 },
      sampleRate: positive(properties.sample_rate),
      channels: positive(properties.channels),
      bitsPerSample: positive(properties.bits_per_sample))
  }

  var tags: Tags {
    var tags = Tags()
    for index in 0..<(unsafe taglib_media_tag_count(media)) {
      let tag = unsafe taglib_media_tag(media, index)
      unsafe tags.append(String(tag.value), to: String(tag.name))
    }
    return tags
  }
}

extension String {
  fileprivate init(_ string: taglib_string) {
    let bytes = unsafe UnsafeRawBufferPointer(start: string.bytes, count: string.length)
    self = unsafe String(decoding: bytes, as: UTF8.self)
  }
}
