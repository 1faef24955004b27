// SPDX-License-Identifier: Apache-2.0

/// How much of the time tasks wait for a resource, as the kernel measures it: pressure stall
/// information. proc_pressure(5)
package struct Pressure: Sendable, Equatable {
  package enum Resource: String, CaseIterable, Sendable {
    case processor = "cpu"
    case disk = "io"
    case memory

    /// The least pressure at which bulk work waits, in percent of the time.
    ///
    /// Bulk work runs at idle priority, so others hardly notice it on a busy processor. A busy disk
    /// has no such priority, and memory that is short makes everything slow.
    fileprivate var limit: Double {
      switch self {
      case .processor: 50
      case .disk: 25
      case .memory: 10
      }
    }
  }

  /// The percentage of the last ten seconds in which some task waited. Resources that the kernel does
  /// not measure are missing.
  private var average: [Resource: Double] = [:]
  /// The time in which some task waited, since the start of the system.
  private var stalled: [Resource: Duration] = [:]

  /// Reads the kernel's present values.
  ///
  /// - Parameter root: The folder that contains `proc`. Tests have their own.
  init(in root: String) {
    for resource in Resource.allCases {
      guard let text = KernelFile.text("\(root)/proc/pressure/\(resource.rawValue)"), let line = text.split(separator: "\n").first else {
        continue
      }
      for field in line.split(separator: " ") {
        if field.hasPrefix("avg10=") { average[resource] = Double(field.dropFirst(6)) }
        if field.hasPrefix("total=") { stalled[resource] = Int64(field.dropFirst(6)).map { .microseconds($0) } }
      }
    }
  }

  /// Whether a resource has been short in the last ten seconds, whoever has used it.
  var isHigh: Bool { average.contains { $0.value >= $0.key.limit } }

  /// A resource that was short since an earlier measurement; `nil` if none was.
  func shortage(since earlier: Pressure, _ time: Duration) -> Resource? {
    Resource.allCases.first { resource in
      guard let now = stalled[resource], let before = earlier.stalled[resource] else { return false }
      return (now - before) / time * 100 >= resource.limit
    }
  }
}
