// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// The texts of subtitles in MPEG-4 and QuickTime files: samples of tracks of their own.
enum MPEG4Subtitles {
  private static let maximumCount = 1 << 17
  private static let maximumTextLength = 64 << 10
  private static let maximumTrackCount = 256

  static func read(_ file: FileBytes, into subtitles: inout Subtitles) {
    guard let movie = ISOBox.list(in: file, 0..<file.count).first(where: { $0.type == "moov" }) else { return }
    let boxes = ISOBox.list(in: file, movie.body)
    let chapters = MPEG4Chapters.trackNumbers(in: file, boxes)
    for track in boxes.filter({ $0.type == "trak" }).prefix(maximumTrackCount) {
      let parts = ISOBox.list(in: file, track.body)
      if let number = MPEG4Chapters.number(of: parts, file), chapters.contains(number) { continue }
      read(file, parts, into: &subtitles)
    }
  }

  private static func read(_ file: FileBytes, _ track: [ISOBox], into subtitles: inout Subtitles) {
    let media = children(file, of: track, "mdia")
    guard let handler = media.first(where: { $0.type == "hdlr" })?.body.lowerBound,
      ["sbtl", "subt", "text"].contains(String(decoding: file.bytes(at: handler + 8, count: 4), as: UTF8.self))
    else { return }
    let tables = children(file, of: media, "minf", "stbl")
    guard let description = tables.first(where: { $0.type == "stsd" })?.body, description.count > 16 else { return }
    let format = String(decoding: file.bytes(at: description.lowerBound + 12, count: 4), as: UTF8.self)
    guard ["stpp", "text", "tx3g", "wvtt"].contains(format) else { return }
    let samples = SampleTable(file, tables, maximumCount: maximumCount)
    if samples.ranges.count == maximumCount { subtitles.isComplete = false }
    for range in samples.ranges where !subtitles.isFull {
      switch format {
      case "wvtt":
        for cue in ISOBox.list(in: file, range.clamped(to: 0..<file.count)) where cue.type == "vttc" {
          for text in ISOBox.list(in: file, cue.body) where text.type == "payl" {
            subtitles.append(file.bytes(at: text.body.lowerBound, count: min(text.body.count, maximumTextLength)), .cue)
          }
        }
      case "stpp": subtitles.append(file.bytes(at: range.lowerBound, count: min(range.count, maximumTextLength)), .timedText)
      default:
        // The length of the text, the text, and boxes with its styles.
        guard let length = file.integer(at: range.lowerBound, as: UInt16.self, .big), length > 0 else { continue }
        let bytes = file.bytes(at: range.lowerBound + 2, count: min(Int(length), range.count - 2))
        if bytes.starts(with: [0xFE, 0xFF]) {
          subtitles.append(String(bigEndianUTF16: Array(bytes.dropFirst(2))))
        } else {
          subtitles.append(bytes, .cue)
        }
      }
    }
  }

  private static func children(_ file: FileBytes, of boxes: [ISOBox], _ path: String...) -> [ISOBox] {
    path.reduce(boxes) { boxes, type in boxes.first { $0.type == type }.map { ISOBox.list(in: file, $0.body) } ?? [] }
  }
}
