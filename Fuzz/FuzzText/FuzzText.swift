// SPDX-License-Identifier: Apache-2.0

import ApplicationImporter
import ArchiveImporter
import AttributeSets
import DocumentImporter
import Foundation
import FuzzSupport
import ImporterSupport
import UniformTypeIdentifiers

/// One input of libFuzzer: a byte that chooses the kind of file, and its content. The kinds are those that readers of this package
/// interpret: texts in any encoding, with metadata in their first lines or in lines of their own, notebooks, desktop entries and torrents.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzText(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 0 else { return 0 }
  let kind = Int(start[0]) % (textTypes.count + 2)
  let content = UnsafeRawBufferPointer(start: start + 1, count: count - 1)
  let sink = TextSink(chunkByteCount: 4096) { piece in
    require((try? UTF8Span(validating: piece)) != nil, "text is delivered that is not UTF-8")
  }
  let attributes = CSSearchableItemAttributeSet()
  if kind < textTypes.count {
    try? DocumentImporter().update(attributes, from: InputFile.holding(content, type: textTypes[kind]), text: sink)
  } else if kind == textTypes.count {
    try? ApplicationImporter().update(
      attributes, from: InputFile.holding(content, type: ApplicationImporter.contentTypes[0]), text: sink)
  } else {
    try? ArchiveImporter().update(attributes, from: InputFile.holding(content, type: ArchiveImporter.contentTypes[0]), text: sink)
  }
  try? sink.finish()
  return 0
}

private let textTypes: [String] =
  ["public.plain-text", "net.daringfireball.markdown"]
  + [
    "application/x-troff-man", "text/x-bibtex", "text/x-gettext-translation", "text/org", "text/x-rst", "text/x-tex",
    "application/x-subrip", "text/vtt", "text/x-ssa", "audio/x-mpegurl", "audio/x-scpls", "application/x-ipynb+json", "text/asciidoc",
    "text/vnd.typst", "application/x-cue", "application/xml",
  ].compactMap { UTType(mimeType: $0)?.identifier }
