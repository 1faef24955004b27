// SPDX-License-Identifier: Apache-2.0

package import AttributeSets
internal import DocumentImporter
package import ImporterSupport
internal import OfficeImporter

/// Imports images: dimensions, colours, camera, place, and embedded texts. It never decodes pixels. Documents in PostScript are
/// run to read their text.
package final class ImageImporter: CSImportExtension, DescriptorImporter {
  package static let importerName = "Image"
  package static let importerVersion = 8
  package static let contentTypes = ["com.adobe.encapsulated-postscript", "com.adobe.postscript", "public.image", "public.svg-image"]
  package static let dataPaths = PostScriptInterpreter.dataPaths

  package func update(_ attributes: CSSearchableItemAttributeSet, from file: ImportedFile, text: TextSink) throws {
    let bytes = FileBytes(file)
    // Files of unsupported image formats are found by name, size and date.
    guard let format = ImageFormat(bytes) else { throw ImportError.noReader }
    let facts = format.facts(of: bytes)
    let longTexts = facts.fill(attributes)
    attributes.decodeUndeclaredTexts()
    for words in longTexts { try text.append(words + "\n") }
    if !facts.content.isEmpty { try text.append(facts.content) }
    for diagram in facts.diagrams where text.isWanted { try EmbeddedDiagram.append(diagram, to: text) }
    if let error = bytes.error { throw error }
    if format == .eps, text.isWanted { try PostScriptText.append(of: file, EPS.program(in: bytes), to: text) }
    if facts.width == nil, format.alwaysHasSize { throw ImportError.damaged("the picture's size is missing") }
  }
}

extension ImageFormat {
  /// Whether a file without dimensions is damaged.
  fileprivate var alwaysHasSize: Bool {
    self != .svg && self != .eps
  }
}
