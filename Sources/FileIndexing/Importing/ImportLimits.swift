/// Limits for importing one file. If one is exceeded, the worker is killed and the file
/// quarantined.
package struct ImportLimits: Sendable, Equatable {
  /// Processor time, which unlike wall time does not grow when the machine is busy.
  package var processorTime: Duration = .seconds(60)
  /// Wall time, for a worker that waits without using the processor.
  package var wallTime: Duration = .seconds(300)
  /// Resident memory that the worker does not share with others, in bytes.
  package var memory: UInt64 = 512 << 20
  /// A worker with more unshared memory than this after a file is replaced, in bytes.
  package var idleMemory: UInt64 = 96 << 20

  package init() {}
}
