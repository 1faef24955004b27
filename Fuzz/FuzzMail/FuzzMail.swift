// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import Foundation
import FuzzSupport
import ImporterSupport
import MailImporter

/// One input of libFuzzer: a byte that chooses the kind of file, and its content. GMime is not
/// instrumented, so coverage guides libFuzzer only into the readers of calendars and contacts.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMail(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 0 else { return 0 }
  let types = [
    "com.apple.ical.ics", "public.vcard", "com.apple.mail.email", "com.apple.mail.mbox", "com.microsoft.tnef", "com.apple.mail.emlx",
  ]
  let file = InputFile.holding(UnsafeRawBufferPointer(start: start + 1, count: count - 1), type: types[Int(start[0]) % types.count])
  var length = 0
  let sink = TextSink(chunkByteCount: 4096) { length += $0.count }
  try? MailImporter().update(CSSearchableItemAttributeSet(), from: file, text: sink)
  return 0
}
