internal import CSystem

/// The processors that this process may run on.
package enum Processors {
  /// Their number, at least 1. Reads the process's affinity each time.
  package static var count: Int { max(1, Int(process_processors())) }
}
