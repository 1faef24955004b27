// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import UniformTypeIdentifiers

struct MIMECacheTests {
  @Test func `every list of a cache is read`() throws {
    let cache = try MIMECache(bytes: MIMECacheFile.sample.bytes, path: "sample")
    #expect(cache.aliases == ["application/x-foo": "image/x-foo", "text/x-c": "text/x-csrc"])
    #expect(cache.parents["image/x-foo"] == ["application/zip", "image/x-base"])
    #expect(cache.globs.count == 17)
    let tar = try #require(cache.globs.first { $0.mimeType == "application/x-foo-tar" })
    #expect(tar.form == .suffix && tar.text == Array(".tar.foo".utf8) && tar.weight == 50 && !tar.isCaseSensitive)
    let exact = try #require(cache.globs.first { $0.mimeType == "text/x-exact" })
    #expect(exact.form == .literal && exact.isCaseSensitive)
    #expect(cache.globs.contains { $0.text == Array(".日本".utf8) })
  }

  @Test func `a truncated cache is rejected or read, without a crash`() {
    let bytes = MIMECacheFile.sample.bytes
    var refused = 0
    for length in 0..<bytes.count {
      do { _ = try MIMECache(bytes: Array(bytes.prefix(length)), path: "cut") } catch { refused += 1 }
    }
    #expect(refused > bytes.count / 2)
  }

  @Test func `a cache with a changed byte is rejected or read, and lookups in it do not crash`() throws {
    let original = MIMECacheFile.sample.bytes
    var refused = 0
    let names = ["a.tar.foo", "Exact", "x.C", "libx.so.1", "notes", "a.日本", "a~"]
    for offset in original.indices {
      for change in [0x01, 0x80, 0xFF] as [UInt8] {
        var bytes = original
        bytes[offset] ^= change
        do {
          let cache = try MIMECache(bytes: bytes, path: "flipped")
          if change == 0xFF, offset % 8 == 3 {
            let builder = TypeDatabaseBuilder(caches: [cache], directories: [])
            let matcher = builder.namedTypes().globs
            for name in names { _ = matcher.verdict(for: Array(name.utf8).span) }
          }
        } catch {
          refused += 1
        }
      }
    }
    #expect(refused > original.count)
  }

  @Test func `a cycle in a suffix tree is rejected`() throws {
    var bytes = MIMECacheFile(suffixes: [.init(".ab", "text/x-ab")]).bytes
    let tree = word(bytes, at: 16)
    let root = word(bytes, at: tree + 4)
    put(root, into: &bytes, at: root + 8)
    #expect(throws: MIMECacheError.damaged(path: "cyclic", part: "suffix tree", offset: root)) {
      try MIMECache(bytes: bytes, path: "cyclic")
    }
  }

  @Test(arguments: [(0, 2), (2, 0), (1, 0)])
  func `another format version is rejected`(major: Int, minor: Int) {
    var bytes = MIMECacheFile.sample.bytes
    bytes[1] = UInt8(major)
    bytes[3] = UInt8(minor)
    #expect(throws: MIMECacheError.unsupportedVersion(path: "v", major: major, minor: minor)) { try MIMECache(bytes: bytes, path: "v") }
  }

  @Test func `a missing cache is ignored, and a damaged one is reported and skipped`() throws {
    let folder = try ScratchFolder()
    let damaged = try folder.write(Array(MIMECacheFile.sample.bytes.prefix(100)), as: "damaged.cache")
    let good = try folder.write(MIMECacheFile.sample.bytes)
    let database = TypeDatabase(cachePaths: ["\(folder.path)/none", damaged, folder.path, good])
    #expect(database.problems.count == 2)
    #expect(database.problems.first?.description.contains("damaged.cache: damaged") == true)
    #expect(database.problems.last == .unreadable(path: folder.path, errno: EINVAL))
    #expect(database.type(forName: "a.tar.foo")?.type.mimeType == "application/x-foo-tar")
  }

  private func word(_ bytes: [UInt8], at offset: Int) -> Int {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  private func put(_ word: Int, into bytes: inout [UInt8], at offset: Int) {
    for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: word >> (24 - index * 8)) }
  }
}
