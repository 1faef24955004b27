// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import UniformTypeIdentifiers

struct GlobMatcherTests {
  private static func database(_ files: [MIMECacheFile]) throws -> TypeDatabase {
    let folder = try ScratchFolder()
    var paths: [String] = []
    for (index, file) in files.enumerated() { paths.append(try folder.write(file.bytes, as: "\(index).cache")) }
    return TypeDatabase(cachePaths: paths)
  }

  @Test(arguments: [
    ("a.foo", "image/x-foo", true), ("a.FOO", "image/x-foo", true), ("a.tar.foo", "application/x-foo-tar", true),
    ("A.TAR.foo", "application/x-foo-tar", true), ("a.heavy.foo", "image/x-foo", true), ("barfile", "text/x-bar", true),
    ("BarFile", "text/x-bar", true), ("Exact", "text/x-exact", true), ("a.bar", "text/x-bar", true), ("a.two", "text/x-one", false),
    ("a.weak", "text/x-weak", false), ("a.C", "text/x-c++src", true), ("a.c", "text/x-csrc", true), ("a.日本", "text/x-nihon", true),
    ("notes on it", "text/x-notes", false), ("NOTES", "text/x-notes", false), ("libx.so.1.2", "application/x-sharedlib", true),
    ("libx.so.1.foo", "image/x-foo", true), ("page.3", "text/x-man", false), (".foo", "image/x-foo", true),
    ("a~", "application/x-trash", false),
  ])
  func `the longest pattern with the highest weight wins`(name: String, mimeType: String, isCertain: Bool) throws {
    let found = try #require(Self.database([.sample]).type(forName: name))
    #expect(found.type.mimeType == mimeType)
    #expect(found.isCertain == isCertain)
  }

  @Test(arguments: ["", "foo", "exact", "xbarfile", "a.fo", "page.33x", "a.foo.unknownthing"])
  func `a name without a pattern has no type`(name: String) throws {
    #expect(try Self.database([.sample]).type(forName: name) == nil)
  }

  @Test func `a user's pattern replaces or deletes the system's`() throws {
    let user = MIMECacheFile(
      literals: [.init("__NOGLOBS__", "text/x-bar", weight: 0)], suffixes: [.init(".ts", "text/x-mine"), .init(".foo", "text/x-mine")])
    let system = MIMECacheFile(
      suffixes: [
        .init(".ts", "video/mp2t"), .init(".foo", "image/x-foo", weight: 80), .init(".bar", "text/x-bar"), .init(".baz", "text/x-baz"),
      ])
    let database = try Self.database([user, system])
    #expect(database.type(forName: "a.ts")?.type.mimeType == "text/x-mine")
    #expect(database.type(forName: "a.ts")?.isCertain == true)
    #expect(database.type(forName: "a.foo")?.type.mimeType == "text/x-mine")
    #expect(database.type(forName: "a.bar") == nil)
    #expect(database.type(forName: "a.baz")?.type.mimeType == "text/x-baz")
  }

  @Test func `without any cache, the declared extensions remain`() {
    let database = TypeDatabase(cachePaths: [])
    #expect(database.type(forName: "a.jpg")?.type.identifier == "public.jpeg")
    #expect(database.type(forName: "a.unheard") == nil)
    #expect(
      database.type(forMIME: "text/x-unheard")?.tree.dropFirst() == [
        "public.plain-text", "public.text", "public.data", "public.item", "public.content",
      ])
  }

  @Test(arguments: [
    ("*", "", true), ("*", "abc", true), ("a?c", "abc", true), ("a?c", "ac", false), ("a*b*c", "aXbYbZc", true), ("a*b*c", "aXbYbZ", false),
    ("[0-9][!a]x", "5bx", true), ("[0-9][!a]x", "5ax", false), ("[]]", "]", true), ("[a", "[a", true), ("\\*", "*", true),
    ("\\*", "a", false),
    ("[a-]", "-", true), ("", "", true), ("", "a", false), ("*.anim[1-9j]", "x.animj", true),
  ])
  func `patterns match as fnmatch does`(pattern: String, name: String, matches: Bool) {
    #expect(GlobPattern(Array(pattern.utf8)).matches(Array(name.utf8).span, lowered: false) == matches)
  }
}
