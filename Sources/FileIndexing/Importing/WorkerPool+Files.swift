// SPDX-License-Identifier: Apache-2.0

internal import Applications
internal import Attributes
internal import CSystem
internal import IndexStore
internal import SystemPlatform
internal import WorkerProtocol

/// A file that a worker has begun to read, or the result if no worker is needed.
enum BegunImport<Tag: Sendable> {
  case byWorker(ImportJob<Tag>, ImportRequest, FileStatus, AttributeRecord)
  case withoutWorker(FinishedJob<Tag>)
}

extension WorkerPool {
  /// Begins a job: opens the file and sends a request to the worker.
  ///
  /// - Parameter worker: The thread's worker. A new one is started if it is `nil` and a worker is
  ///   needed. Becomes `nil` if sending fails.
  /// - Parameter isAgain: Whether a new worker is to read the file, after another one failed.
  func begin(
    _ given: ImportJob<Tag>, with worker: inout WorkerProcess?, _ watchdog: ImportWatchdog, isAgain: Bool = false
  ) throws -> BegunImport<Tag> {
    if !given.needsWorker || given.wasEmpty {
      let imported = readAttributes(given)
      guard given.needsWorker, case .unread(let status) = imported.content, status.kind == .regular, status.size > 0 else {
        return .withoutWorker(imported)
      }
    }
    let job = given.assigned(by: launch.choice)
    let file: OwnedDescriptor
    let status: FileStatus
    switch open(job.path) {
    case .success(let descriptor, let found):
      guard found.kind == .regular else { return .withoutWorker(FinishedJob(tag: job.tag, content: .vanished)) }
      file = descriptor
      status = found
    case .failure(let error) where Self.temporaryErrors.contains(error):
      return .withoutWorker(FinishedJob(tag: job.tag, content: .postponed(code: error.rawValue)))
    case .failure(let error):
      let content: FinishedJob<Tag>.Content =
        error.isMissingOrLink
        ? .vanished
        : .failed(status: nil, ImportProblem(reason: "it cannot be read: \(error)"))
      return .withoutWorker(FinishedJob(tag: job.tag, content: content))
    }
    let extended = ExtendedAttributes.record(of: file.rawValue)
    var request = ImportRequest(
      id: WorkerProcess.newRequest(), fileName: job.path.lastComponent, byteCount: status.size,
      modified: Timestamp(nanoseconds: status.modified), typeIdentifier: job.typeIdentifier, isTypeCertain: job.isTypeCertain,
      wantsText: job.wantsText)
    var current: WorkerProcess
    if let importer = job.installedImporter {
      if importer.access == .url { request.path = job.path }
      // Other files may still be for the thread's worker.
      if let running = worker.take() { parked.park(running) }
      do throws(InstalledImporterError) {
        current = try WorkerProcess(launch, importer, file: file.rawValue, owner: status.userID)
      } catch {
        let problem = ImportProblem(importer: importerTitle(for: job), reason: error.reason)
        return .withoutWorker(FinishedJob(tag: job.tag, content: .failed(status: status, problem), extended: extended))
      }
    } else {
      if !job.isTypeCertain { request.typesOfOthers = launch.choice?.installedTypes ?? [] }
      current = try takeWorker(&worker, for: status, isFresh: isAgain)
    }
    watchdog.begin(current.id)
    do throws(WorkerProtocolError) {
      try current.begin(request, file: file.rawValue, wallTime: launch.limits.wallTime)
    } catch {
      let verdict = watchdog.end(current.id).verdict
      if verdict == .interrupted { throw ImportInterrupted() }
      if verdict == .paused { return .withoutWorker(FinishedJob(tag: job.tag, content: .postponed(code: Errno.interrupted.rawValue))) }
      if current.hasServed { return try begin(job, with: &worker, watchdog, isAgain: true) }
      let problem = problem(error, of: &current, verdict, job)
      return .withoutWorker(FinishedJob(tag: job.tag, content: .failed(status: status, problem), extended: extended))
    }
    worker = consume current
    return .byWorker(job, request, status, extended)
  }

  /// Reads the status and the extended attributes of a file or directory that no worker opens.
  private func readAttributes(_ job: ImportJob<Tag>) -> FinishedJob<Tag> {
    switch open(job.path) {
    case .success(let file, let status):
      guard status.kind == .regular || status.kind == .directory else { break }
      let extended = ExtendedAttributes.record(of: file.rawValue)
      return FinishedJob(tag: job.tag, content: .unread(status: status), extended: extended)
    case .failure(let error) where Self.temporaryErrors.contains(error):
      return FinishedJob(tag: job.tag, content: .postponed(code: error.rawValue))
    case .failure(let error) where error == .permissionDenied || error == .notPermitted:
      // Whoever may not read a file may not read its attributes.
      guard let status = FileStatus(at: job.path), status.kind == .regular || status.kind == .directory else { break }
      return FinishedJob(tag: job.tag, content: .unread(status: status))
    case .failure: break
    }
    return FinishedJob(tag: job.tag, content: .vanished)
  }

  /// Receives the text and the result of a file from its worker.
  ///
  /// - Parameter worker: Becomes `nil` if the worker cannot be used for another file.
  /// - Throws: What the receiver throws.
  func finish(
    _ begun: BegunImport<Tag>, with worker: inout WorkerProcess?, watchedBy watchdog: ImportWatchdog,
    _ receiver: inout some ImportReceiver<Tag>
  ) throws -> FinishedJob<Tag> {
    switch begun {
    case .withoutWorker(let imported): return imported
    case .byWorker(let job, let request, let status, let extended):
      guard var imported = try finish(job, request, openedAs: status, with: &worker, watchedBy: watchdog, &receiver) else {
        let again = try begin(job, with: &worker, watchdog, isAgain: true)
        return try finish(again, with: &worker, watchedBy: watchdog, &receiver)
      }
      if let job = job.redirected(by: imported.content, launch.choice) {
        let other = try begin(job, with: &worker, watchdog)
        return try finish(other, with: &worker, watchedBy: watchdog, &receiver)
      }
      imported.extended = extended
      return imported
    }
  }

  /// The name and the version of the importer that a job is for; `nil` if the content decides.
  private func importerTitle(for job: ImportJob<Tag>) -> String? {
    job.isTypeCertain ? job.typeIdentifier.flatMap { launch.choice?.title(for: $0) } : nil
  }

  /// - Returns: `nil` if the worker failed for a reason that may lie in a file that it read before,
  ///   so that a new worker must try again.
  private func finish(
    _ job: ImportJob<Tag>, _ request: ImportRequest, openedAs status: FileStatus, with worker: inout WorkerProcess?,
    watchedBy watchdog: ImportWatchdog,
    _ receiver: inout some ImportReceiver<Tag>
  ) throws -> FinishedJob<Tag>? {
    guard var current = worker.take() else { preconditionFailure("a worker that has begun with a file is there to finish it") }
    // Distinguishes an error of the receiver, which ends the run, from one of the worker, which
    // fails the file.
    var refusal: (any Error)?
    var text = BoundedText(limit: max(launch.limits.text, status.size))
    let content: FinishedJob<Tag>.Content
    var processorTime = Duration.zero
    do {
      let outcome = try current.finish(request, wallTime: launch.limits.wallTime) { piece in
        guard text.admits(piece.count) else { return }
        do {
          try receiver.take(piece, of: job)
        } catch {
          refusal = error
          throw error
        }
      }
      let report = watchdog.end(current.id)
      processorTime = report.processorTime
      switch outcome {
      case .finished(let result, let record):
        let result = job.installedImporter.map { result.attributed(to: $0, for: job.typeIdentifier, job.mimeType) } ?? result
        content = .finished(status: status, result: text.noting(in: result), record: record)
      case .failed(let failure):
        content = .failed(status: status, ImportProblem(importer: importerTitle(for: job), reason: failure.message))
      }
      // The process of an installed importer can open no other file.
      let isReusable = report.verdict == nil && launch.reusesWorkers && job.installedImporter == nil
      if isReusable, !current.isSpent(launch.limits, after: status.size) { worker = consume current }
    } catch {
      let verdict = watchdog.end(current.id).verdict
      if let refusal { throw refusal }
      if verdict == .interrupted { throw ImportInterrupted() }
      if verdict == .paused { return FinishedJob(tag: job.tag, content: .postponed(code: Errno.interrupted.rawValue)) }
      // Text that the receiver has cannot be taken back. A limit that was exceeded is the file's own.
      let isOverLimit = verdict != nil || error as? WorkerProtocolError == .timedOut
      if current.hasServed, text.byteCount == 0, !isOverLimit { return nil }
      let problem = problem(error, of: &current, verdict, job)
      if isOverLimit, text.byteCount > 0 {
        content = .finished(status: status, result: text.noting(in: partial(job, request, problem)), record: AttributeRecord())
      } else {
        content = .failed(status: status, problem)
      }
    }
    return FinishedJob(tag: job.tag, content: content, processorTime: processorTime)
  }

  /// The result of a file of which a worker has read the first part of the text before it exceeded a limit.
  private func partial(_ job: ImportJob<Tag>, _ request: ImportRequest, _ problem: ImportProblem) -> ImportResult {
    var result = ImportResult(
      id: request.id, recordByteCount: 0, typeIdentifier: job.typeIdentifier, mimeType: job.mimeType, importer: problem.importer)
    result.warning = ImportFailure(.tooLarge, "\(problem.reason); the text read until then is indexed.")
    return result
  }

  /// Why a worker did not finish a file: the watchdog's verdict, or the error of the connection.
  private func problem(
    _ error: any Error, of worker: inout WorkerProcess, _ verdict: ImportWatchdog.Verdict?, _ job: ImportJob<Tag>
  ) -> ImportProblem {
    ImportProblem(importer: importerTitle(for: job), reason: verdict?.description ?? Self.reason(error, launch.limits, &worker))
  }

  private static func reason(_ error: any Error, _ limits: ImportLimits, _ worker: inout WorkerProcess) -> String {
    switch error as? WorkerProtocolError {
    case .timedOut: "it exceeded the limit of \(limits.wallTime.components.seconds) s"
    case .disconnected: worker.end().description
    case .forbiddenCall(let name): "it was stopped when it called \(name), which the sandbox forbids"
    case let error?: "the worker sent an invalid answer (\(error))"
    case nil: "\(error)"
    }
  }

  /// Errors of open(2) that say nothing about the file. EAGAIN means that another process has a lease.
  private static var temporaryErrors: [Errno] {
    [.tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory, .ioError, .staleHandle, .wouldBlock]
  }

  private enum Opened: ~Copyable {
    case success(OwnedDescriptor, FileStatus)
    case failure(Errno)
  }

  /// Opens a file for reading. Does not change the access time if the kernel permits that, and does
  /// not wait for the other end of a named pipe. open(2)
  private func open(_ path: [UInt8]) -> Opened {
    let options: OpenOptions = [.noFollow, .nonBlocking, .noTerminal]
    var number = unsafe withCPath(path) { unsafe file_open_exactly($0, options.union(.keepAccessTime).rawValue) }
    // The kernel refuses to keep the access time of files of other users.
    if number < 0, Errno.current == .notPermitted { number = unsafe withCPath(path) { unsafe file_open_exactly($0, options.rawValue) } }
    guard number >= 0 else { return .failure(.current) }
    let descriptor = OwnedDescriptor(owning: number)
    var raw = file_status()
    guard unsafe file_status_of(number, &raw) == 0 else { return .failure(.current) }
    Self.waitOut(raw.changed)
    return .success(descriptor, FileStatus(raw))
  }

  /// Waits until a new change of a file is certain to give it a later time. The kernel takes file
  /// times from a clock that advances every few milliseconds, so two changes within one step have
  /// the same time. Without this wait, a change right after the status was read could go unnoticed.
  ///
  /// Waits 20 ms at most.
  ///
  /// - Parameter changed: The time of the last status change, in nanoseconds since 1970. May have
  ///   any value.
  static func waitOut(_ changed: Int64) {
    // A time further in the future comes from another machine's clock, and is not waited for.
    for _ in 0..<20 {
      let now = UnixTime.coarse
      // If the difference overflows, the result is outside of the range below too.
      let ahead = changed &- now.sinceEpoch
      guard (0..<20_000_000).contains(ahead) else { return }
      sleep(for: .milliseconds(1))
    }
  }
}
