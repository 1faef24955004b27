// SPDX-License-Identifier: Apache-2.0

package import AttributeSets
package import ImporterSupport
internal import Markup

/// Reads the desktop's list of recently used files, `recently-used.xbel`, for `mds`.
///
/// Its text is a line for each file: when it was last used, in seconds since 1970, how often, and
/// the address. No file is of its type by name, so bookmarks of other programs are not read.
package final class RecentFilesImporter: CSImportExtension, DescriptorImporter {
  package static let importerName = "RecentFiles"
  package static let importerVersion = 1
  package static let contentTypes = ["org.searchlight.recent-files"]

  package static func prepare() { XMLParser.prepare() }

  package func update(_ attributes: CSSearchableItemAttributeSet, from file: ImportedFile, text: TextSink) throws {
    let list = BookmarkList()
    let parser = try XMLParser(list)
    try file.forEachChunk { chunk in
      parser.parse(chunk)
      return !list.isFull
    }
    if !list.isFull { try parser.finish() }
    guard list.isList else { throw ImportError.damaged("it is not a list of bookmarks") }
    for line in list.lines { try text.append(line + "\n") }
  }
}
