// SPDX-License-Identifier: Apache-2.0

/// Limits for importing one file. If one is exceeded, the worker is killed and the file
/// quarantined.
package struct ImportLimits: Sendable, Equatable {
  /// Processor time, which unlike wall time does not grow when the machine is busy.
  package var processorTime: Duration = .seconds(60)
  /// Wall time, for a worker that waits without using the processor.
  package var wallTime: Duration = .seconds(300)
  /// Resident memory that the worker does not share with others, in bytes.
  package var memory: UInt64 = 512 << 20
  /// The length of the text, in bytes; or the size of the file, if that is more. The rest of a longer
  /// text is not indexed, and the document says so.
  package var text: UInt64 = 256 << 20
  /// The length of the text of all files inside one file, such as the members of an archive, in bytes. The rest is not
  /// indexed, and the document says so.
  package var embeddedText: UInt64 = 4 << 20
  /// A worker with more unshared memory than this after a file is replaced, in bytes.
  package var idleMemory: UInt64 = 96 << 20
  /// A worker that has used more processor time than this after a file is replaced. The kernel kills
  /// a worker that uses this much in addition to ``processorTime``, also if its parent is gone.
  package var lifetime: Duration = .seconds(600)

  /// Processor time for one file after which the run is interrupted, for workers that read only what
  /// is quickly read; `nil` for no such limit.
  var interruptionTime: Duration?

  package init() {}

  /// Keeps a worker from using up the memory that this process and all workers may have together: the kernel would
  /// kill one of them, and not the one that reads the file.
  mutating func confine(to total: Int) {
    memory = min(memory, UInt64(total / 2))
    idleMemory = min(idleMemory, UInt64(total / 8))
  }

  /// The limit of a worker's writable memory, in bytes. It stops a worker that grows faster than the
  /// watchdog checks.
  var dataByteCount: UInt64 { max(1 << 30, 2 * memory) }
  /// The limit of a worker's address space, in bytes. Libraries, mapped databases and reserves of the
  /// allocator count too.
  var addressSpaceByteCount: UInt64 { 4 << 30 + dataByteCount }
  /// The limit of a worker's processor time, in seconds.
  var processorSeconds: UInt64 { UInt64((processorTime + lifetime).components.seconds) }
}
