// SPDX-License-Identifier: Apache-2.0

import Segments
import Testing

@testable import IndexStore

/// A complete store as an earlier version wrote it: `Golden/store-C-S.tar.gz` for a store of files, and
/// `Golden/items-C-S.tar.gz` for one of items, where C is the format of the catalog (``Store/format``)
/// and S that of the segments (``SegmentReader/formatVersion``).
///
/// For a new version of either format, keep the existing archives and add those that
/// `RECORD_SNAPSHOTS=1 swift test --disable-xctest --filter Golden` writes.
struct KeptStore: Codable, CustomTestStringConvertible {
  enum Content: String, Codable { case files = "store", items }

  var content: Content
  var catalog: UInt64
  var segments: Int

  static func current(_ content: Content) -> KeptStore {
    KeptStore(content: content, catalog: Store.format, segments: SegmentReader.formatVersion)
  }

  static func all(_ content: Content) -> [KeptStore] {
    TemporaryFolder.names(in: folder).compactMap { name -> KeptStore? in
      let numbers = name.split(whereSeparator: { !$0.isNumber }).compactMap { UInt64($0) }
      guard name.hasPrefix(content.rawValue + "-"), numbers.count == 2 else { return nil }
      return KeptStore(content: content, catalog: numbers[0], segments: Int(numbers[1]))
    }
  }

  private static let folder = #filePath.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/Golden"

  var testDescription: String { "\(content.rawValue)-\(catalog)-\(segments)" }
  var path: String { "\(Self.folder)/\(testDescription).tar.gz" }

  /// Unpacks the folder `store`.
  func unpack(into folder: TemporaryFolder) throws {
    try #require(SystemProgram.run(["tar", "-xzf", path, "-C", folder.path]) == 0, "\(path) cannot be unpacked")
  }

  /// Packs the folder `store`.
  func pack(from folder: TemporaryFolder) throws {
    try #require(SystemProgram.run(["tar", "-czSf", path, "-C", folder.path, "store"]) == 0, "\(path) cannot be written")
  }
}
