// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import Foundation
import FuzzSupport
import ImporterSupport

@testable import ImageImporter

/// One input of libFuzzer: the bytes of an image. Every reader gets it, whatever its format is.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzImage(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  _ = ImageFormat(FileBytes(bytes))
  for format in ImageFormat.allCases {
    let facts = format.facts(of: FileBytes(bytes))
    let attributes = CSSearchableItemAttributeSet()
    facts.fill(attributes)
    require(attributes.latitude.map { abs($0.doubleValue) <= 90 } ?? true, "the latitude is not on Earth")
    require(attributes.longitude.map { abs($0.doubleValue) <= 180 } ?? true, "the longitude is not on Earth")
  }
  return 0
}
