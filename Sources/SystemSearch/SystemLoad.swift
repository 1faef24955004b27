// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

/// How many processes need the processors, as the system shows it to everybody. A search takes longer the more there are.
package struct SystemLoad: Equatable, Sendable {
  /// What the time of a search that is alone is multiplied by.
  package let factor: Double

  /// Bounded, because a question that waits for the answers to others of its user is refused after some seconds.
  private static let maximumFactor = 4.0

  /// - Parameters:
  ///   - text: The content of `/proc/loadavg`: the mean of the last minute comes first, and the present number
  ///     before the slash. proc(5)
  ///   - processorCount: The number of processors.
  package init(_ text: String, processorCount: Int) {
    let fields = text.split(separator: " ")
    let mean = fields.first.flatMap { Double($0) } ?? 0
    // One is the process that reads it.
    let present = fields.count > 3 ? (fields[3].split(separator: "/").first.flatMap { Double($0) } ?? 1) - 1 : 0
    let load = max(0, mean, present) / Double(2 * max(1, processorCount))
    factor = min(1 + (load.isFinite ? load : 0), Self.maximumFactor)
  }

  package static func current() -> SystemLoad {
    SystemLoad(ReadableFile.kernelText("/proc/loadavg") ?? "", processorCount: SystemPlatform.processorCount)
  }
}
