// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import DocumentImporter
internal import Foundation
internal import ImporterSupport

/// A torrent: the names of the files that it describes.
enum Torrent {
  static let contentType = "org.bittorrent.torrent"
  /// The digests of a large collection take some megabytes.
  private static let maximumLength = 64 << 20
  /// Long names of folders would be repeated for each of their files.
  private static let maximumPathLength = 4096

  static func read(_ file: ImportedFile, _ attributes: CSSearchableItemAttributeSet, _ text: TextSink) throws {
    let root = BencodedValue(try file.contents(limit: maximumLength))
    guard let root, let information = root["info"] else { throw ImportError.damaged("it has no description of files") }
    attributes.title = (information["name.utf-8"] ?? information["name"])?.text?.oneLine
    attributes.comment = (root["comment.utf-8"] ?? root["comment"])?.text
    attributes.creator = root["created by"]?.text?.oneLine
    if let seconds = root["creation date"]?.integer, seconds > 0 {
      attributes.contentCreationDate = Date(timeIntervalSince1970: TimeInterval(seconds))
    }
    let paths = (information["files"]?.elements ?? []).map { entry in
      ((entry["path.utf-8"] ?? entry["path"])?.elements.compactMap(\.text) ?? []).joined(separator: "/")
    }
    let named = [attributes.title, attributes.comment, attributes.creator].compactMap(\.self)
    let texts = UndeclaredTexts(named + paths, declared: root["encoding"]?.text)
    attributes.title = attributes.title.map(texts.decoded)
    attributes.comment = attributes.comment.map(texts.decoded)
    attributes.creator = attributes.creator.map(texts.decoded)
    for path in paths where !path.isEmpty { try text.append(texts.decoded(path) + "\n") }
    if let tree = information["file tree"] { try appendNames(of: tree, under: "", to: text) }
  }

  /// The names of version 2, in which each folder is a dictionary of its entries. A file is a folder
  /// with one entry without a name.
  private static func appendNames(of tree: BencodedValue, under path: String, to text: TextSink) throws {
    guard path.utf8.count <= maximumPathLength else { return }
    for (name, entry) in tree.entries {
      if name.isEmpty {
        try text.append(path + "\n")
      } else {
        try appendNames(of: entry, under: path.isEmpty ? name : path + "/" + name, to: text)
      }
    }
  }
}
