// SPDX-License-Identifier: Apache-2.0

import FuzzSupport

@testable import UniformTypeIdentifiers

/// One input of libFuzzer: the bytes of a `mime.cache`. File names are then looked up in it,
/// including those that it mentions.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMIMECache(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let cache = try? MIMECache(bytes: bytes, path: "input") else { return 0 }
  var builder = TypeDatabaseBuilder(caches: [cache], directories: [])
  let matcher = builder.makeMatcher()
  let names = ["a.tar.foo", "Exact", "x.C", "libx.so.1", "notes", "a.日本", "a~"].map { Array($0.utf8) }
  for name in names + cache.globs.prefix(100).map(\.text) {
    guard let verdict = matcher.verdict(for: name.span) else { continue }
    require(!matcher.candidates(of: verdict).isEmpty, "a verdict without a candidate")
  }
  return 0
}
