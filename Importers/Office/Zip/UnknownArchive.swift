// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import ImporterSupport
internal import Markup

/// A ZIP archive that is a document of a program that is not known. Its text is that of its parts; their names say nothing.
enum UnknownArchive {
  /// More parts are not read. A text is rarely in more.
  private static let maximumPartCount = 1 << 12

  static func read(_ archive: ZipArchive, to text: TextSink) throws {
    guard text.isWanted, let files = text.embeddedFiles else { return }
    var problem: (any Error)?
    for name in archive.names.prefix(maximumPartCount) where !isDescription(name) {
      do {
        try archive.withMember(name) { member in
          try unsafe files.appendText(ofFileNamed: Array(name.utf8), to: text) { try unsafe member.read(into: $0) }
        }
      } catch let error as ImportError {
        problem = problem ?? error
      }
    }
    if let problem { throw problem }
  }

  /// Whether a part only describes others: relations, types, checksums.
  private static func isDescription(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasSuffix("/") || name.hasSuffix(".rels") || name == "[content_types].xml" || name == "mimetype"
      || name.hasPrefix("meta-inf/") || name == "manifest.json" || name.hasSuffix(".sha1")
  }
}
