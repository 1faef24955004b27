// SPDX-License-Identifier: Apache-2.0

package import AttributeSets
package import ImporterSupport

/// Imports video files: length, dimensions, codecs, bit rates, languages, tags and positions. It
/// reads headers and decodes nothing.
///
/// The readers are our own: linking libavformat makes every start of a worker 35 ms slower, and
/// libmediainfo 5 ms, because they bring codecs and network protocols with them.
package final class VideoImporter: CSImportExtension, DescriptorImporter {
  package static let importerName = "Video"
  package static let importerVersion = 4
  package static let contentTypes = [
    "com.microsoft.advanced-systems-format", "org.matroska.mka", "org.webmproject.weba", "public.movie", "public.video",
  ]

  package func update(_ attributes: CSSearchableItemAttributeSet, from file: ImportedFile, text: TextSink) throws {
    let bytes = FileBytes(file)
    // Files of other formats are indexed only by name, size and type.
    guard let format = VideoFormat(bytes) else { throw ImportError.noReader }
    let movie = format.movie(bytes)
    let longTexts = movie.fill(attributes, byteCount: bytes.count)
    for chapter in movie.texts + longTexts { try text.append(chapter + "\n") }
    if let error = bytes.error { throw error }
    if text.isWanted, movie.tracks.contains(where: { $0.kind == .text }) { try appendSubtitles(of: file, format, to: text) }
    if movie.tracks.isEmpty { throw ImportError.damaged("it has no description of its streams") }
  }

  /// More than that is a damaged file that leads to the same places again and again, in bytes.
  private static let subtitleBudget = 256 << 20

  private func appendSubtitles(of file: ImportedFile, _ format: VideoFormat, to text: TextSink) throws {
    let bytes = FileBytes(count: Int(clamping: file.byteCount), budget: Self.subtitleBudget) { offset, count throws(ImportError) in
      try file.read(at: UInt64(offset), count: count)
    }
    var subtitles = Subtitles()
    format.readSubtitles(bytes, into: &subtitles)
    try text.append(utf8: subtitles.text.span)
    if let error = bytes.error { throw error }
    if !subtitles.isComplete { throw ImportError.unsupported("the subtitles of a long video, which are read in part") }
  }
}
