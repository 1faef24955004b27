internal import Attributes
internal import CSystem
internal import Glibc
internal import IndexStore
internal import WorkerProtocol

extension WorkerPool {
  /// Has a worker import one file.
  ///
  /// - Returns: what came of it, and whether the worker can be given another file.
  func importFile(
    _ job: ImportJob<Tag>, with worker: inout WorkerProcess, _ watchdog: ImportWatchdog
  ) -> (content: ImportedFile<Tag>.Content, canGoOn: Bool) {
    let file: OwnedDescriptor
    let status: FileStatus
    switch open(job.path) {
    case .success(let descriptor, let found):
      guard found.kind == .regular else { return (.vanished, true) }
      file = descriptor
      status = found
    case .failure(let error):
      if [ENOENT, ENOTDIR, ELOOP].contains(error) { return (.vanished, true) }
      return (.failed(status: nil, ImportProblem(reason: "it cannot be read: \(unsafe String(cString: strerror(error)))")), true)
    }
    let request = ImportRequest(
      id: worker.nextRequest(), fileName: job.path.lastComponent, byteCount: status.size, modified: Timestamp(nanoseconds: status.modified),
      typeIdentifier: job.typeIdentifier, isTypeCertain: job.isTypeCertain, wantsText: true)
    var text = HeldText()
    watchdog.begin(worker.id)
    do {
      let outcome = try worker.run(request, file: file.rawValue, wallTime: launch.limits.wallTime) { piece in
        guard textHandling == .compressed else { return }
        text.append(try TextChunk.compress(piece))
        guard text.byteCount > Self.heldText else { return }
        let (pieces, first) = text.take()
        results.put(ImportedFile(tag: job.tag, content: .text(pieces, first: first)))
      }
      let verdict = watchdog.end(worker.id)
      switch outcome {
      case .finished(let result, let record):
        let (pieces, first) = text.take()
        return (.finished(status: status, result: result, record: record, text: pieces, first: first), verdict == nil)
      case .failed(let failure):
        return (.failed(status: status, ImportProblem(reason: failure.message)), verdict == nil)
      }
    } catch {
      let verdict = watchdog.end(worker.id)
      let reason = verdict.map { "\($0), which is the limit" } ?? Self.reason(error, launch.limits, &worker)
      return (.failed(status: status, ImportProblem(reason: reason)), false)
    }
  }

  private static func reason(_ error: any Error, _ limits: ImportLimits, _ worker: inout WorkerProcess) -> String {
    switch error as? WorkerProtocolError {
    case .timedOut: "it took more than \(limits.wallTime.components.seconds) s, which is the limit"
    case .disconnected: worker.end().description
    case let error?: "the worker's answer was not understood (\(error))"
    case nil: "\(error)"
    }
  }

  private enum Opened: ~Copyable {
    case success(OwnedDescriptor, FileStatus)
    case failure(Int32)
  }

  /// Opens for reading without touching the access time where that is allowed, and without waiting for the other end of a pipe.
  private func open(_ path: [UInt8]) -> Opened {
    // O_NOATIME is hidden behind _GNU_SOURCE; open(2) refuses it for other users' files.
    let noAccessTime: Int32 = 0o1000000
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    var number = unsafe withCPath(path) { unsafe Glibc.open($0, flags | noAccessTime) }
    if number < 0, errno == EPERM { number = unsafe withCPath(path) { unsafe Glibc.open($0, flags) } }
    guard number >= 0 else { return .failure(errno) }
    let descriptor = OwnedDescriptor(owning: number)
    var raw = file_status()
    guard unsafe file_status_of(number, &raw) == 0 else { return .failure(errno) }
    return .success(descriptor, FileStatus(raw))
  }
}

/// Text of one file on its way: what has come and is not yet handed on.
private struct HeldText {
  private var pieces: [TextChunk] = []
  /// The number that the first held piece has within the file's text.
  private var first = 0
  private(set) var byteCount = 0

  mutating func append(_ more: [TextChunk]) {
    pieces += more
    byteCount += more.reduce(0) { $0 + $1.byteCount }
  }

  mutating func take() -> (pieces: [TextChunk], first: Int) {
    defer {
      first += pieces.count
      pieces = []
      byteCount = 0
    }
    return (pieces, first)
  }
}
