// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Foundation
internal import ImporterSupport

/// Audio properties; `nil` if the file does not contain them.
struct AudioStream {
  /// Seconds.
  var duration: Double?
  /// Bits per second.
  var bitRate: Int?
  /// Hertz.
  var sampleRate: Int?
  var channels: Int?
  /// Bits per sample, for uncompressed and lossless audio.
  var bitsPerSample: Int?
  var codecs: [String] = []
  /// Whether the file also contains video.
  var hasVideo = false

  /// Sets properties that are missing here to those of `other`.
  mutating func fill(from other: AudioStream) {
    duration = duration ?? other.duration
    bitRate = bitRate ?? other.bitRate
    sampleRate = sampleRate ?? other.sampleRate
    channels = channels ?? other.channels
    bitsPerSample = bitsPerSample ?? other.bitsPerSample
  }

  func fill(_ attributes: CSSearchableItemAttributeSet) {
    let positive = { (number: Int?) in number.flatMap { $0 > 0 ? $0 as NSNumber : nil } }
    attributes.duration = (duration?.rounded(toPlaces: 6)).flatMap { $0 > 0 && $0.isFinite ? $0 as NSNumber : nil }
    attributes.audioBitRate = positive(bitRate)
    attributes.audioSampleRate = positive(sampleRate).map { $0.doubleValue as NSNumber }
    attributes.audioChannelCount = positive(channels)
    attributes.bitsPerSample = positive(bitsPerSample)
    if !hasVideo { attributes.totalBitRate = attributes.audioBitRate }
    if !codecs.isEmpty { attributes.codecs = codecs }
    if hasVideo { attributes.mediaTypes = ["Sound", "Video"] }
  }
}
