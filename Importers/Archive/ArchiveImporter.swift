package import AttributeSets
internal import Glibc
package import ImporterSupport

/// Imports archives, disk images, packages and torrents by the names of their members, and compressed
/// files by their text.
package final class ArchiveImporter: CSImportExtension, DescriptorImporter {
  package static let importerName = "Archive"
  package static let importerVersion = 2
  package static let contentTypes = [Torrent.contentType, "public.archive"]

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
    guard let reader = try ArchiveReader(FileInput(file)) else {
      if Self.readableTypes.contains(file.typeIdentifier) { throw ImportError.damaged("it is no archive") }
      // The formats of other types, such as those of raw disk images, are not supported.
      return
    }
    if reader.isCompressedFile {
      try CompressedFile(name: file.name).appendText(of: reader, to: text)
    } else {
      try appendNames(of: reader, to: text, attributes)
    }
  }

  private func appendNames(of reader: ArchiveReader, to text: TextSink, _ attributes: CSSearchableItemAttributeSet) throws {
    for _ in 0..<Self.maximumMemberCount {
      guard let member = try reader.next() else { return }
      if DebianPackage.isPart(member.name) {
        if let part = try ArchiveReader(MemberInput(reader)) { try DebianPackage.read(part, attributes, text) }
      } else {
        try text.append(member.name + "\n")
        if member.isEncrypted { attributes.securityMethod = "Password Encrypted" }
      }
    }
  }

  /// Types of which every intact file can be read.
  private static let readableTypes: Set = [
    "com.redhat.rpm-archive", "com.sun.java-archive", "org.7-zip.7-zip-archive", "org.bzip.bzip2-tar-archive", "org.debian.deb-archive",
    "org.gnu.gnu-zip-archive", "org.gnu.gnu-zip-tar-archive", "org.tukaani.tar-xz-archive", "org.tukaani.xz-archive",
    "public.bzip2-archive", "public.iso-image", "public.tar-archive", "public.zip-archive",
  ]
}
