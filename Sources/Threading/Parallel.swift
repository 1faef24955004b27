/// Work that several threads share, the caller's among them.
package enum Parallel {
  /// Number of threads that one search may use. More than eight compete for memory rather than help.
  package static let threadCount = min(Processors.count, 8)
}
