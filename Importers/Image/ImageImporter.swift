// SPDX-License-Identifier: Apache-2.0

package import AttributeSets
internal import DocumentImporter
package import ImporterSupport
internal import OfficeImporter
internal import UniformTypeIdentifiers

/// Imports images: dimensions, colours, camera, place, and embedded texts, and the packets of XMP beside photographs. It never decodes pixels. Documents in PostScript are
/// run to read their text.
package final class ImageImporter: CSImportExtension, DescriptorImporter {
  package static let importerName = "Image"
  package static let importerVersion = 10
  package static let contentTypes =
    ["com.adobe.encapsulated-postscript", "com.adobe.postscript", "public.image", "public.svg-image"] + [sidecarType].compactMap(\.self)

  /// The type of files with a packet of XMP beside a photograph.
  private static let sidecarType = UTType(mimeType: "application/x-xmp")?.identifier
  private static let maximumSidecarByteCount = 16 << 20
  package static let dataPaths = PostScriptInterpreter.dataPaths

  package func update(_ attributes: CSSearchableItemAttributeSet, from file: ImportedFile, text: TextSink) throws {
    if file.typeIdentifier == Self.sidecarType { return try importSidecar(file, into: attributes, text: text) }
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

  /// Sets the keywords, the rating and the other properties that a program keeps beside a photograph which it does not change.
  private func importSidecar(_ file: ImportedFile, into attributes: CSSearchableItemAttributeSet, text: TextSink) throws {
    let bytes = try file.read(at: 0, count: Self.maximumSidecarByteCount)
    try text.append(utf8: bytes.span)
    guard let packet = XMP(bytes) else { throw ImportError.damaged("it is no packet of XMP") }
    packet.fill(attributes)
  }
}

extension ImageFormat {
  /// Whether a file without dimensions is damaged.
  fileprivate var alwaysHasSize: Bool {
    // Reports are DICOM files without an image.
    self != .svg && self != .eps && self != .dicom
  }
}
