/// What one file may cost before its worker is killed and the file set aside.
package struct ImportLimits: Sendable, Equatable {
  /// Processor time: a busy machine does not make a healthy file fail.
  package var processorTime: Duration = .seconds(60)
  /// Wall time, for a worker that waits for something that never comes.
  package var wallTime: Duration = .seconds(300)
  /// Resident memory that is the worker's own, in bytes.
  package var memory: UInt64 = 512 << 20
  /// A worker whose memory stays above this between two files is replaced by a fresh one, in bytes.
  package var idleMemory: UInt64 = 96 << 20

  package init() {}
}
