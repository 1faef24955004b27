// SPDX-License-Identifier: Apache-2.0

internal import IndexStore
internal import Synchronization
internal import Threading
internal import UniformTypeIdentifiers

/// Makes jobs for a worker pool, in the reading order.
final class JobSource: Sendable {
  /// Number of documents that are looked up in one snapshot. Consecutive documents often share
  /// directories, so looking them up together is cheaper.
  private static let batch = 16

  private let store: Store
  private let types: TypeDatabase
  private let claimed: ClaimedTypes
  private let order: ReadingOrder
  private let isStopped: @Sendable () -> Bool
  private let willWait: @Sendable () -> Void
  /// Jobs that are ready. Fresh documents are given out before these.
  private let ready = Mutex(FIFO<ImportJob<Reading>>())

  /// - Parameters:
  ///   - isStopped: Called between files; if it returns `true`, no more jobs are given out.
  ///   - willWait: Called before ``next()`` waits for documents. The documents in work may be what
  ///     it waits for, so their contents should be committed without delay.
  init(
    store: Store, types: TypeDatabase, claimed: ClaimedTypes, order: ReadingOrder, isStopped: @escaping @Sendable () -> Bool,
    willWait: @escaping @Sendable () -> Void
  ) {
    self.store = store
    self.types = types
    self.claimed = claimed
    self.order = order
    self.isStopped = isStopped
    self.willWait = willWait
  }

  /// The next job. Waits while documents are in work, because others may change meanwhile. `nil` if
  /// everything is read or the work was stopped.
  ///
  /// The calling thread must have passed on the result of its previous job, because this call may
  /// wait for the commit of that document.
  func next() -> ImportJob<Reading>? {
    // A waiting thread holds the lock; other threads wait for the lock, hence for the same event.
    ready.withLock { take(from: &$0, mayWait: true) }
  }

  /// The next job if one is available without waiting; otherwise `nil`.
  func nextIfAny() -> ImportJob<Reading>? { ready.withLockIfAvailable { take(from: &$0, mayWait: false) } ?? nil }

  private func take(from ready: inout FIFO<ImportJob<Reading>>, mayWait: Bool) -> ImportJob<Reading>? {
    while !isStopped() {
      if !order.hasFresh, let job = ready.popFirst() { return job }
      let readings = nextReadings(mayWait: mayWait && ready.first == nil)
      // While this waited, the work may have been stopped, and another file may have changed after that.
      if isStopped() { break }
      guard !readings.isEmpty else { return ready.popFirst() }
      var jobs = jobs(for: readings)
      let fresh = jobs.lastIndex { $0.tag.isFresh }.map { jobs.remove(at: $0) }
      ready.append(contentsOf: jobs)
      if let fresh { return fresh }
    }
    return nil
  }

  /// One fresh document, or up to ``batch`` others. Empty if there are none at present, or with
  /// `mayWait` if everything is read.
  private func nextReadings(mayWait: Bool) -> [ReadingOrder.Entry] {
    var readings: [ReadingOrder.Entry] = []
    while readings.count < Self.batch, let reading = order.nextIfAny() {
      readings.append(reading)
      if order.hasFresh || reading.isFresh { break }
    }
    guard readings.isEmpty, mayWait else { return readings }
    willWait()
    return order.next().map { [$0] } ?? []
  }

  /// Looks up documents. Those that are gone or no longer pending are finished without a job.
  private func jobs(for readings: [ReadingOrder.Entry]) -> [ImportJob<Reading>] {
    var done: [DocumentID] = []
    // If the catalog cannot be read, the commits fail too and report the error.
    let jobs = try? store.read { snapshot throws(StoreError) in
      var jobs: [ImportJob<Reading>] = []
      for reading in readings {
        if let job = try job(for: reading, snapshot) { jobs.append(job) } else { done.append(reading.reference.document) }
      }
      return jobs
    }
    order.finish(jobs == nil ? readings.map(\.reference.document) : done)
    return jobs ?? []
  }

  private func job(for reading: ReadingOrder.Entry, _ snapshot: borrowing Snapshot) throws(StoreError) -> ImportJob<Reading>? {
    guard let record = try snapshot.record(of: reading.reference), record.content == .pending || record.content == .textPending,
      let path = try snapshot.path(of: reading.reference)
    else { return nil }
    let known = types.type(forFileName: record.name.span)
    let mayBeRead = known.map { claimed.mayBeRead($0.type, isCertain: $0.isCertain) } ?? true
    let sidecar = try FoundSidecar(of: record, types, in: snapshot)
    var job = ImportJob(
      tag: Reading(file: record, isFresh: reading.isFresh, sidecar: sidecar), path: path, typeIdentifier: known?.type.identifier,
      isTypeCertain: known?.isCertain ?? false, needsWorker: record.status.kind == .regular && mayBeRead)
    job.wasEmpty = record.status.size == 0
    // A sidecar that could not be read is read again only when it changes.
    if let file = sidecar?.file, file.content != .failed {
      job.sidecar = SidecarFile(path: path.parent.appending(component: file.name), types)
    }
    return job
  }
}
