internal import IndexStore
internal import Synchronization
internal import Threading
internal import UniformTypeIdentifiers

/// What a pool's threads are to read next.
final class JobSource: Sendable {
  /// Documents looked up in one snapshot: neighbours share most of what is looked up for their paths.
  private static let batch = 16

  private let store: Store
  private let types: TypeDatabase
  private let claimed: ClaimedTypes
  private let order: ReadingOrder
  private let isStopped: @Sendable () -> Bool
  private let willWait: @Sendable () -> Void
  /// Jobs that were looked up and are still to be given out; what changes meanwhile comes before them.
  private let ready = Mutex(FIFO<ImportJob<Reading>>())

  /// - Parameters:
  ///   - isStopped: Called between files; if it returns `true`, no more jobs are given out.
  ///   - willWait: Called before ``next()`` waits for documents. The documents in work may be what it
  ///     waits for, so their contents should be committed without delay.
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

  /// The next job; waits while there may be one. `nil` when all is read, or the work is to end.
  ///
  /// What the calling thread was given before is finished: nobody may wait for it here.
  func next() -> ImportJob<Reading>? {
    // Who waits below holds the lock, and whoever else asks meanwhile waits for the same.
    ready.withLock { take(from: &$0, mayWait: true) }
  }

  /// The next job if there is one now.
  func nextIfAny() -> ImportJob<Reading>? { ready.withLockIfAvailable { take(from: &$0, mayWait: false) } ?? nil }

  private func take(from ready: inout FIFO<ImportJob<Reading>>, mayWait: Bool) -> ImportJob<Reading>? {
    while !isStopped() {
      if !order.hasFresh, let job = ready.popFirst() { return job }
      let readings = nextReadings(mayWait: mayWait && ready.first == nil)
      guard !readings.isEmpty else { return ready.popFirst() }
      var jobs = jobs(for: readings)
      let fresh = jobs.lastIndex { $0.tag.isFresh }.map { jobs.remove(at: $0) }
      ready.append(contentsOf: jobs)
      if let fresh { return fresh }
    }
    return nil
  }

  /// A document that changed just now, or some others. None: there are none now, or, if it may wait, all is read.
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

  /// Documents that are gone or were read meanwhile are finished.
  private func jobs(for readings: [ReadingOrder.Entry]) -> [ImportJob<Reading>] {
    var done: [DocumentID] = []
    // A catalog that cannot be read fails on the writing side too, and is reported there.
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
    let isClaimed = known.map { claimed.needWorker(for: $0.type, isCertain: $0.isCertain, record.status) }
    return ImportJob(
      tag: Reading(file: record, isFresh: reading.isFresh), path: path, typeIdentifier: known?.type.identifier,
      isTypeCertain: known?.isCertain ?? false, needsWorker: isClaimed ?? (record.status.kind == .regular && record.status.size > 0))
  }
}
