// SPDX-License-Identifier: Apache-2.0

package import AttributeSets
internal import Glibc
package import ImporterSupport
internal import UniformTypeIdentifiers

/// Imports archives, packages, disk images and torrents by the names and texts of their members, and compressed files as
/// what they hold.
package final class ArchiveImporter: CSImportExtension, DescriptorImporter {
  package static let importerName = "Archive"
  package static let importerVersion = 5
  package static let readsText = true
  package static let contentTypes =
    [Torrent.contentType, "public.archive"]
    + [
      "application/vnd.android.package-archive", "application/vnd.comicbook+zip", "application/vnd.comicbook-rar",
      "application/vnd.google-earth.kmz", "application/vnd.openofficeorg.extension", "application/x-cb7", "application/x-cbt",
      "application/x-xpinstall", "application/vnd.recordare.musicxml", "application/x-musescore",
    ].compactMap { UTType(mimeType: $0)?.identifier } + compressedDocumentTypes

  /// Types of compressed files that are named for what they hold.
  private static let compressedDocumentTypes = [
    "application/x-bzdvi", "application/x-bzpdf", "application/x-bzpostscript", "application/x-gzdvi", "application/x-gzpdf",
    "application/x-gzpostscript", "application/x-lzpdf", "application/x-xzpdf",
  ].compactMap { UTType(mimeType: $0)?.identifier }

  /// More names are not read.
  private static let maximumMemberCount = 1 << 18

  /// libarchive converts names by the rules of the locale, which is otherwise that of ASCII.
  ///
  /// A locale is immutable once it is made.
  nonisolated(unsafe) private static let locale = unsafe newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)

  package static func prepare() { _ = unsafe locale }

  package func update(_ attributes: CSSearchableItemAttributeSet, from file: ImportedFile, text: TextSink) throws {
    if file.typeIdentifier == Torrent.contentType { return try Torrent.read(file, attributes, text) }
    let previous = unsafe uselocale(Self.locale)
    defer { unsafe uselocale(previous) }
    let reader: ArchiveReader?
    do throws(ImportError) {
      reader = try ArchiveReader(FileInput(file)) {
        // Without them, the names are read one by one.
        (try? ArchiveReader(FileInput(file), keepsMarks: true))?.takeMarkedNames() ?? []
      }
    } catch {
      return try importCompressed(file, into: attributes, text) { CompressedContent(of: file, after: error) }
    }
    guard let reader else {
      // Of other types, such as those of raw disk images, only some formats can be read.
      guard Self.readableTypes.contains(file.typeIdentifier) else { throw ImportError.noReader }
      return try importCompressed(file, into: attributes, text) {
        CompressedContent(of: file, after: ImportError.damaged("it is no archive, or incomplete"))
      }
    }
    // The zeros at the start of many disk images are those at the end of a tar archive.
    if reader.isEmpty, !Self.readableTypes.contains(file.typeIdentifier) { throw ImportError.noReader }
    guard reader.isCompressedFile else {
      if reader.isRPM { try RPMPackage(FileBytes(file))?.read(attributes, text) }
      return try appendMembers(of: reader, file.typeIdentifier, to: text, attributes)
    }
    var first: ArchiveReader? = reader
    try importCompressed(file, into: attributes, text) {
      guard let reader = try first.take() ?? ArchiveReader(FileInput(file)) else { throw ImportError.damaged("it has changed") }
      return CompressedContent(of: reader, in: file)
    }
  }

  /// - Parameter open: Begins to read the content, once or twice.
  private func importCompressed(
    _ file: ImportedFile, into attributes: CSSearchableItemAttributeSet, _ text: TextSink, _ open: () throws -> CompressedContent
  ) throws {
    let compressed = CompressedFile(name: file.name)
    if try compressed.importContent(open(), into: attributes, text) { return }
    // Too large, or of a type that no importer reads.
    try compressed.appendText(open(), to: text)
  }

  private func appendMembers(
    of reader: ArchiveReader, _ typeIdentifier: String, to text: TextSink, _ attributes: CSSearchableItemAttributeSet
  ) throws {
    var problem: ImportError?
    let describing = DescribingMember(typeIdentifier: typeIdentifier)
    for _ in 0..<Self.maximumMemberCount {
      guard let member = try reader.next() else { break }
      if DebianPackage.isPart(member.name) {
        guard let part = try ArchiveReader(MemberInput(reader)) else { continue }
        try DebianPackage.read(part, isDescription: member.name.hasPrefix("control"), attributes, text) { member in
          do { try appendText(of: member, in: part, to: text, nil) } catch let error as ImportError { problem = problem ?? error }
        }
      } else {
        try text.append(member.name + "\n")
        if member.isEncrypted { attributes.securityMethod = "Password Encrypted" }
        // The names of further members are readable even if the content of one is not.
        let target = describing.isNamed(member.name) ? attributes : nil
        do { try appendText(of: member, in: reader, to: text, target) } catch let error as ImportError { problem = problem ?? error }
      }
    }
    if let problem { throw problem }
  }

  private func appendText(
    of member: ArchiveReader.Member, in reader: ArchiveReader, to text: TextSink, _ attributes: CSSearchableItemAttributeSet?
  ) throws {
    guard !member.isEncrypted else { return }
    try unsafe text.embeddedFiles?.appendText(ofFileNamed: Array(member.name.utf8), to: text, attributes: attributes) { buffer in
      try unsafe reader.read(into: buffer)
    }
  }

  /// Types of which every intact file can be read.
  private static let readableTypes = Set(
    ["application/zstd"].compactMap { UTType(mimeType: $0)?.identifier } + [
      "com.redhat.rpm-archive", "com.sun.java-archive", "org.7-zip.7-zip-archive", "org.bzip.bzip2-tar-archive", "org.debian.deb-archive",
      "org.gnu.gnu-zip-archive", "org.gnu.gnu-zip-tar-archive", "org.tukaani.tar-xz-archive", "org.tukaani.xz-archive",
      "public.bzip2-archive", "public.iso-image", "public.tar-archive", "public.zip-archive",
    ])
}
