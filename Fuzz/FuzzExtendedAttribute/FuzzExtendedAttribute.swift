// SPDX-License-Identifier: Apache-2.0

import FuzzSupport

@testable import FileIndexing

private let names = [
  "xdg.tags", "xdg.comment", "baloo.rating", "xdg.language", "dublincore.date", "dublincore.title", "Zone.Identifier",
  "org.netatalk.Metadata",
  "com.apple.metadata:_kMDItemUserTags", "com.apple.metadata:kMDItemWhereFroms", "com.apple.metadata:kMDItemDownloadedDate",
  "com.apple.metadata:kMDItemStarRating",
]

/// One input of libFuzzer: a byte that chooses an extended attribute, and its value.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzExtendedAttribute(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 0, let attribute = ExtendedAttribute(name: "user." + names[Int(start[0]) % names.count]) else { return 0 }
  _ = attribute.reading(of: Array(UnsafeBufferPointer(start: start + 1, count: count - 1)))
  return 0
}
