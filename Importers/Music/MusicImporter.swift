// SPDX-License-Identifier: Apache-2.0

package import AttributeSets
internal import Foundation
package import ImporterSupport

/// Imports audio files: length, audio properties, and tags. It never decodes audio.
package final class MusicImporter: CSImportExtension, DescriptorImporter {
  package static let importerName = "Music"
  package static let importerVersion = 5
  package static let contentTypes = ["public.audio"]

  package func update(_ attributes: CSSearchableItemAttributeSet, from file: ImportedFile, text: TextSink) throws {
    let bytes = FileBytes(file)
    attributes.mediaTypes = ["Sound"]
    // Files of other formats are indexed only by name, size and type.
    let id3 = ID3Tags(bytes)
    guard let format = AudioFormat(bytes, from: id3.end, name: file.name) else { throw ImportError.noReader }
    let found = format.recording(file, bytes)
    var recording = found ?? Recording()
    // For formats that usually have such a tag, TagLib reads the first one, but not all of it after
    // an extended header.
    for offset in format == .tagLib(.mpeg) && !id3.isFirstExtended ? id3.offsets.dropFirst() : id3.offsets[...] {
      if let media = TagLibMedia(file, .id3v2(offset: offset)) { recording.tags.fill(from: media.tags) }
    }
    recording.tags.decodeUndeclaredTexts()
    recording.stream.fill(attributes)
    recording.tags.fill(attributes)
    let longTexts = recording.tags.fillNamed(attributes)
    for part in recording.tags.lyrics + recording.tags.chapters + longTexts { try text.append(part + "\n") }
    if let error = bytes.error { throw error }
    if found == nil { throw ImportError.damaged("neither tags nor sound could be read") }
  }
}
