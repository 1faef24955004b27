// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import Foundation
import FuzzSupport
import ImporterSupport

@testable import VideoImporter

/// One input of libFuzzer: the bytes of a video. Every reader gets it, whatever its container is.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzVideo(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  _ = VideoFormat(FileBytes(bytes))
  for format in VideoFormat.allCases {
    let attributes = CSSearchableItemAttributeSet()
    _ = format.movie(FileBytes(bytes)).fill(attributes, byteCount: count)
    var subtitles = Subtitles()
    format.readSubtitles(FileBytes(bytes), into: &subtitles)
    require(String(validating: subtitles.text, as: UTF8.self) != nil, "texts of subtitles are not UTF-8")
    for number in [attributes.duration, attributes.pixelWidth, attributes.audioSampleRate, attributes.totalBitRate] {
      require(number.map { $0.doubleValue > 0 && $0.doubleValue.isFinite } ?? true, "a property is no quantity")
    }
    require(attributes.latitude.map { abs($0.doubleValue) <= 90 } ?? true, "the latitude is not on Earth")
  }
  return 0
}
