// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform
internal import TextAnalysis

/// Writes a segment file, section by section. If it is released before
/// ``finish(documentCount:durable:recordsFolding:)``, it removes the file.
final class SegmentFileWriter {
  private let path: String

  /// The payload. Sections may be appended to it directly and then ended with ``endSection(_:)``.
  let sink: ByteSink

  private var sections = SegmentSections()
  private var sectionStart = 0
  private var isFinished = false

  init(path: String) throws(SegmentError) {
    self.path = path
    sink = try ByteSink(creating: path)
    sink.bytes.append(contentsOf: SegmentFormat.header())
    sectionStart = sink.count
  }

  deinit {
    if !isFinished { Path(path).removeIfPossible() }
  }

  /// Ends a section that was appended to ``sink`` directly.
  func endSection(_ section: SegmentSection) {
    sections[section] = sectionStart..<sink.count
    sectionStart = sink.count
  }

  func append(_ section: SegmentSection, _ scratch: ByteSink) throws(SegmentError) {
    try scratch.finish()
    try sink.append(scratch: scratch)
    endSection(section)
  }

  /// Writes the footer and the trailer.
  ///
  /// - Parameters:
  ///   - durable: Whether to wait until the file is on disk.
  ///   - recordsFolding: Whether to record the version of the folding. `false` if there are no folded forms, or those of
  ///     an earlier version.
  func finish(documentCount: UInt32, durable: Bool, recordsFolding: Bool = true) throws(SegmentError) -> FinishedSegment {
    if recordsFolding {
      sink.bytes.append(contentsOf: repeatElement(0, count: Int(Folding.version) - 1))
      endSection(.folding)
    }
    try sink.finish()
    let payload = sink.count
    let footer = SegmentFormat.footer(checksums: sink.checksums, documentCount: documentCount, sections: sections)
    sink.bytes.append(contentsOf: footer)
    let length = payload + footer.count + SegmentFormat.trailerSize
    sink.bytes.append(contentsOf: SegmentFormat.trailer(footerOffset: payload, fileLength: length))
    try sink.finish()
    if durable { try sink.synchronize() }
    isFinished = true
    return FinishedSegment(documentCount: documentCount, byteCount: length)
  }
}
