// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Attributes
internal import Foundation
internal import ImporterSupport

/// What the headers of a video file tell.
struct Movie {
  /// Seconds.
  var duration: Double?
  var tracks: [Track] = []
  var tags = MovieTags()
  var creationDate: Date?
  /// Whether the description of the streams precedes them; `nil` if the format does not tell.
  var isStreamable: Bool?
  /// Texts for people that are no tags: titles of chapters, names of tracks and attached files.
  var texts: [String] = []

  /// A stream.
  struct Track {
    enum Kind { case sound, video, text }

    var kind: Kind
    var codec: String?
    /// ISO 639-2 or BCP 47, as stored.
    var language: String?
    var width: Int?
    var height: Int?
    /// Whether players show the picture on its side.
    var isTurned = false
    var channels: Int?
    /// Hertz.
    var sampleRate: Double?
    /// Bits per second.
    var bitRate: Double?
  }

  /// - Returns: Texts of tags that are too long for attributes.
  func fill(_ attributes: CSSearchableItemAttributeSet, byteCount: Int) -> [String] {
    let longTexts = tags.fill(attributes)
    fillStreams(attributes, byteCount: byteCount)
    return longTexts
  }

  private func fillStreams(_ attributes: CSSearchableItemAttributeSet, byteCount: Int) {
    guard !tracks.isEmpty else { return }
    if !tracks.contains(where: { $0.kind == .video }) { tags.fillRecording(attributes) }
    let kinds: [(Track.Kind, String)] = [(.sound, "Sound"), (.video, "Video"), (.text, "Text")]
    attributes.mediaTypes = kinds.filter { kind, _ in tracks.contains { $0.kind == kind } }.map(\.1)
    let codecs = tracks.compactMap(\.codec)
    attributes.codecs = codecs.isEmpty ? nil : codecs.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    // Damaged headers contain texts that are no language.
    attributes.languages = tracks.compactMap(\.language).filter { LanguageTag(named: $0) != nil }.languageTags ?? attributes.languages
    // Microseconds, without the noise of the last digits.
    if let duration = duration?.rounded(toPlaces: 6), duration > 0, duration < 1e9 {
      attributes.duration = duration as NSNumber
      attributes.totalBitRate = positive((Double(byteCount) * 8 / duration).rounded())
    }
    attributes.contentCreationDate = creationDate ?? attributes.contentCreationDate
    attributes.streamable = isStreamable.map { $0 ? 1 : 0 }
    if let video = tracks.first(where: { $0.kind == .video }) {
      attributes.pixelWidth = positive(video.width.map { Double($0) })
      attributes.pixelHeight = positive(video.height.map { Double($0) })
      attributes.videoBitRate = positive(video.bitRate?.rounded())
      if let width = attributes.pixelWidth?.doubleValue, let height = attributes.pixelHeight?.doubleValue {
        attributes.pixelCount = width * height as NSNumber
        attributes.orientation = (video.isTurned ? height >= width : width >= height) ? 0 : 1
      }
    }
    if let sound = tracks.first(where: { $0.kind == .sound }) {
      attributes.audioChannelCount = positive(sound.channels.map { Double($0) })
      attributes.audioSampleRate = positive(sound.sampleRate)
      attributes.audioBitRate = positive(sound.bitRate?.rounded())
    }
  }

  /// Damaged headers contain zeros and absurd numbers.
  private func positive(_ number: Double?) -> NSNumber? {
    number.flatMap { $0 > 0 && $0 < 1e12 ? $0 as NSNumber : nil }
  }
}
