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
  package static let importerVersion = 3
  package static let contentTypes = [
    "com.microsoft.advanced-systems-format", "org.matroska.mka", "org.webmproject.weba", "public.movie", "public.video",
  ]

  package func update(_ attributes: CSSearchableItemAttributeSet, from file: ImportedFile, text: TextSink) throws {
    let bytes = FileBytes(file)
    // Files of other formats are indexed only by name, size and type.
    guard let format = VideoFormat(bytes) else { throw ImportError.noReader }
    let movie = format.movie(bytes)
    movie.fill(attributes, byteCount: bytes.count)
    for chapter in movie.texts { try text.append(chapter + "\n") }
    if let error = bytes.error { throw error }
    if movie.tracks.isEmpty { throw ImportError.damaged("it has no description of its streams") }
  }
}
