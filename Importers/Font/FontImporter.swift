// SPDX-License-Identifier: Apache-2.0

package import AttributeSets
package import ImporterSupport
internal import Markup
internal import UniformTypeIdentifiers

/// Imports fonts: their names, versions and authors. It never loads glyphs.
package final class FontImporter: CSImportExtension, DescriptorImporter {
  package static let importerName = "Font"
  package static let importerVersion = 1
  package static let contentTypes = ["public.font"]

  /// The faces of a collection that are read. The largest collections have about 200.
  private static let maximumFaceCount = 512

  /// Kept from file to file.
  private var library: FontLibrary?

  package func update(_ attributes: CSSearchableItemAttributeSet, from file: ImportedFile, text: TextSink) throws {
    let library = try self.library ?? FontLibrary()
    self.library = library
    let font = FontFile(file, library)
    guard let first = try firstFace(of: font, file) else { return }
    var names = UniqueNames()
    defer { attributes.fontNames = names.all.nonEmpty }
    attributes.take(FontNames(first), to: &names)
    for index in 1..<max(1, min(first.count, Self.maximumFaceCount)) { names.insert(FontNames(try font.face(at: index))) }
    if first.count > Self.maximumFaceCount { throw ImportError.unsupported("more than \(Self.maximumFaceCount) fonts in one file") }
  }

  /// - Returns: `nil` for other files of these types: metrics, sources of fonts, and formats of single programs.
  private func firstFace(of font: FontFile, _ file: ImportedFile) throws(ImportError) -> FontFace? {
    do throws(ImportError) {
      return try font.face(at: 0)
    } catch {
      guard case .damaged = error, !Self.readableTypes.contains(file.typeIdentifier) else { throw error }
      return nil
    }
  }

  /// Types of which every intact file can be read.
  private static let readableTypes = Set(
    [
      "com.adobe.postscript-pfb-font", "org.w3.woff", "org.w3.woff2", "public.opentype-font", "public.truetype-collection-font",
      "public.truetype-ttf-font",
    ] + ["application/x-font-bdf", "application/x-font-pcf"].compactMap { UTType(mimeType: $0)?.identifier })
}

extension CSSearchableItemAttributeSet {
  fileprivate func take(_ font: FontNames, to names: inout UniqueNames) {
    title = font.fullName
    version = font.version
    copyright = font.copyright
    rights = font.license
    contentDescription = font.description
    authorNames = font.designer.map { [$0] }
    organizations = font.manufacturer.map { [$0] }
    names.insert(font)
  }
}

/// The names of all fonts in a file, each once.
private struct UniqueNames {
  private(set) var all: [String] = []
  private var known: Set<String> = []

  mutating func insert(_ font: FontNames) {
    for name in font.all where known.insert(name).inserted { all.append(name) }
  }
}
