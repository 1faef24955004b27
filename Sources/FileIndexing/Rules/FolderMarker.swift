// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import IndexStore
internal import SystemPlatform

/// A file that keeps what is in its directory out of the index. The directory itself is indexed,
/// and so are the roots inside it.
package enum FolderMarker: CaseIterable, Sendable {
  /// Of macOS.
  case neverIndex
  /// Of a directory that a program can fill again. Only with ``cacheSignature`` at its start does the
  /// file have this meaning; see https://bford.info/cachedir/.
  case cacheTag
  /// Of Android's media scanner.
  case noMedia
  /// Of LocalSearch.
  case trackerIgnore

  package var fileName: String {
    switch self {
    case .neverIndex: ".metadata_never_index"
    case .cacheTag: "CACHEDIR.TAG"
    case .noMedia: ".nomedia"
    case .trackerIgnore: ".trackerignore"
    }
  }

  static let cacheSignature = Array("Signature: 8a477f597d28d172789f06886806bc55".utf8)

  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { (Array($0.fileName.utf8), $0) })

  /// The marker with a file name; `nil` if there is none.
  init?(fileName: [UInt8]) {
    // Most names end here, because the first bytes are rare.
    guard let first = fileName.first, first == UInt8(ascii: ".") || first == UInt8(ascii: "C"), let marker = Self.byName[fileName] else {
      return nil
    }
    self = marker
  }

  /// The first marker of some authors in an open directory; `nil` if it contains none.
  static func inDirectory(_ descriptor: Int32, by authors: MarkerAuthors) -> FolderMarker? {
    allCases.first { $0.isPresent(in: descriptor, by: authors) }
  }

  /// The first marker of some authors in the directory at a path; `nil` if it contains none.
  static func inDirectory(at path: [UInt8], by authors: MarkerAuthors = .everybody) -> FolderMarker? {
    allCases.first { marker in
      let file = path.appending(component: Array(marker.fileName.utf8))
      return marker.isPresent(at: file, relativeTo: .workingFolder) && authors.include(file, in: path)
    }
  }

  /// Whether an open directory contains this marker, made by one of some authors.
  func isPresent(in descriptor: Int32, by authors: MarkerAuthors) -> Bool {
    let name = Array(fileName.utf8)
    return isPresent(at: name, relativeTo: FileDescriptor(descriptor))
      && authors.include(name, relativeTo: FileDescriptor(descriptor), in: nil)
  }

  private func isPresent(at path: [UInt8], relativeTo directory: FileDescriptor) -> Bool {
    guard self == .cacheTag else { return Path(path).isEntry(in: directory) }
    do throws(SystemError) {
      // Opening a FIFO must not wait for a writer.
      let file = try OwnedDescriptor(opening: Path(path), [.noFollow, .nonBlocking], in: directory)
      guard try FileFacts(of: file.file).isRegular else { return false }
      return try file.file.read(limit: Self.cacheSignature.count) == Self.cacheSignature
    } catch {
      return false
    }
  }
}
