internal import Glibc

/// Writes a segment's file: sections one after the other, under a temporary name until all is durable.
final class SegmentFileWriter {
  private let path: String
  private let temporaryPath: String

  /// The payload; also the section being written directly, if one is.
  let sink: ByteSink

  private var sections: [SegmentSection: Range<Int>] = [:]
  private var sectionStart = 0
  private var isFinished = false

  /// - Parameter path: Where the segment will be. The temporary name is beside it, with the ending `.partial`.
  init(path: String) throws(SegmentError) {
    self.path = path
    temporaryPath = path + ".partial"
    sink = try ByteSink(creating: temporaryPath)
    sink.bytes.append(contentsOf: SegmentFormat.header())
    sectionStart = sink.count
  }

  deinit {
    if !isFinished { _ = unsafe unlink(temporaryPath) }
  }

  /// Ends the section that was appended to ``sink`` directly.
  func endSection(_ section: SegmentSection) {
    sections[section] = sectionStart..<sink.count
    sectionStart = sink.count
  }

  func append(_ section: SegmentSection, _ scratch: ByteSink) throws(SegmentError) {
    try scratch.finish()
    try sink.append(scratch: scratch)
    endSection(section)
  }

  /// Writes the footer, makes the file durable, and gives it its name.
  func finish(documentCount: UInt32) throws(SegmentError) {
    try sink.finish()
    let payload = sink.count
    let footer = SegmentFormat.footer(checksums: sink.checksums, documentCount: documentCount, sections: sections)
    sink.bytes.append(contentsOf: footer)
    let length = payload + footer.count + SegmentFormat.trailerSize
    sink.bytes.append(contentsOf: SegmentFormat.trailer(footerOffset: payload, fileLength: length))
    try sink.finish()
    try sink.synchronize()
    guard unsafe rename(temporaryPath, path) == 0 else { throw .system(code: errno, call: "rename", file: path) }
    isFinished = true
    try synchronizeFolder()
  }

  /// A name is durable once its folder is.
  private func synchronizeFolder() throws(SegmentError) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(code: errno, call: "open", file: folder) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .system(code: errno, call: "fsync", file: folder) }
  }
}
