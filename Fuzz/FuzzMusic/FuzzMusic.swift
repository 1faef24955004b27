// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import Attributes
import Foundation
import FuzzSupport
import Glibc
import ImporterSupport

@testable import MusicImporter

/// One input of libFuzzer: the bytes of a recording. Every reader of this package gets it, whatever
/// its format is.
///
/// TagLib, which reads some of the tags, is not instrumented, so coverage guides libFuzzer only
/// into the readers of this package.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMusic(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let file = FileBytes(Array(UnsafeBufferPointer(start: start, count: count)))
  let tags = ID3Tags(file)
  let streams: [AudioStream?] = [
    AC3.read(file), ADTS.read(file, from: tags.end), ADTS.readADIF(file, from: 0), AMR.read(file), CoreAudio.read(file)?.stream,
    MIDI.read(file)?.stream, NeXTSound.read(file)?.stream, OptimFROG.read(file), Wave.read(file),
    TAK.read(file),
  ]
  let imported = InputFile.holding(UnsafeRawBufferPointer(start: start, count: count), type: "public.audio")
  let recordings = [AIFF.read, DSD.readDSF, DSD.readDSDIFF, MPEG4.read, Ogg.read].map { $0(imported, file)?.stream }
  for case let stream? in streams + recordings {
    let attributes = CSSearchableItemAttributeSet()
    stream.fill(attributes)
    for number in [attributes.duration, attributes.audioBitRate, attributes.audioSampleRate, attributes.audioChannelCount] {
      require(number.map { $0.doubleValue > 0 && $0.doubleValue.isFinite } ?? true, "a property of the sound is no quantity")
    }
  }
  return 0
}
