// SPDX-License-Identifier: Apache-2.0

import Glibc
import IndexStore
import Testing
import UniformTypeIdentifiers

@testable import FileIndexing

struct FolderMarkerTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private static let signature = "Signature: 8a477f597d28d172789f06886806bc55"

  /// The names of the entries that are indexed.
  private func names() throws -> [String] {
    try DirectoryReader(rules: ExclusionRules(), types: .shared).read(folder.bytes, at: .root).entries
      .map { String(decoding: $0.name, as: UTF8.self) }
  }

  @Test(arguments: [".metadata_never_index", ".nomedia", ".trackerignore"])
  func `an empty file with the name of a marker excludes what is beside it`(name: String) throws {
    try folder.file("a.txt")
    try folder.file(name)
    #expect(FolderMarker.inDirectory(at: folder.bytes)?.fileName == name)
    #expect(try names() == [])
  }

  @Test(arguments: [signature, signature + "\n# made by a test\n", signature + "x"])
  func `a cache directory tag begins with the signature`(content: String) throws {
    try folder.file("a.txt")
    try folder.file("CACHEDIR.TAG", content)
    #expect(FolderMarker.inDirectory(at: folder.bytes) == .cacheTag)
    #expect(try names() == [])
  }

  @Test(arguments: ["", " " + signature, String(signature.dropLast()), signature.lowercased(), signature.dropLast() + "6"])
  func `without the signature, the tag is an ordinary file`(content: String) throws {
    try folder.file("CACHEDIR.TAG", content)
    #expect(FolderMarker.inDirectory(at: folder.bytes) == nil)
    #expect(try names() == ["CACHEDIR.TAG"])
  }

  @Test func `a tag that is no regular file has no meaning`() throws {
    try folder.file("tag", Self.signature)
    symlink("tag", folder.path + "/CACHEDIR.TAG")
    #expect(FolderMarker.inDirectory(at: folder.bytes) == nil)
    remove(folder.path + "/CACHEDIR.TAG")
    mkfifo(folder.path + "/CACHEDIR.TAG", 0o600)
    #expect(FolderMarker.inDirectory(at: folder.bytes) == nil)
  }
}
