// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport
internal import Markup

/// The texts of the subtitles in a video file, each followed by a newline.
struct Subtitles {
  /// How a text is stored.
  enum Format {
    /// A text with the markup of SubRip or WebVTT.
    case cue
    /// Eight fields that are separated by commas, and the text.
    case subStation
    /// The name and the settings of a cue in lines of their own, and the text.
    case namedCue
    /// XML.
    case timedText

    /// - Returns: `nil` for pictures.
    init?(matroska codec: String) {
      switch codec {
      case "S_TEXT/UTF8", "S_TEXT/ASCII", "S_TEXT/WEBVTT": self = .cue
      case "S_TEXT/ASS", "S_TEXT/SSA", "S_ASS", "S_SSA": self = .subStation
      case "D_WEBVTT/SUBTITLES", "D_WEBVTT/CAPTIONS": self = .namedCue
      case "S_TEXT/USF": self = .timedText
      default: return nil
      }
    }
  }

  private(set) var text: [UInt8] = []
  /// Whether all texts were found.
  var isComplete = true
  /// Subtitles often repeat a line for each step of an animation.
  private var last = ""

  private static let maximumByteCount = 16 << 20

  var isFull: Bool { text.count >= Self.maximumByteCount }

  mutating func append(_ bytes: [UInt8], _ format: Format) {
    let stored = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    switch format {
    case .cue: append(SubtitleMarkup.plain(cue: stored))
    case .subStation:
      let fields = stored.split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
      if fields.count == 9 { append(SubtitleMarkup.plain(subStation: fields[8])) }
    case .namedCue:
      let lines = stored.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
      if lines.count == 3 { append(SubtitleMarkup.plain(cue: String(lines[2]))) }
    case .timedText: append(stored.replacing(/<[^<>]*>/, with: " "))
    }
  }

  mutating func append(_ words: String) {
    let words = words.trimmed
    guard !words.isEmpty, words != last else { return }
    guard !isFull else {
      isComplete = false
      return
    }
    last = words
    text.append(contentsOf: words.utf8)
    text.append(UInt8(ascii: "\n"))
  }
}
