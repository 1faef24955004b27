// SPDX-License-Identifier: Apache-2.0

import FileIndexing
import Glibc
import Testing

/// Workers for tests: `mdworker`, or one that is controlled by the contents of files.
enum TestLaunch {
  static func worker(_ name: String = "TestWorker") throws -> WorkerLaunch {
    let real = try #require(WorkerLaunch.installedExecutable(), "mdworker is built beside the tests")
    var launch = WorkerLaunch(executable: real.replacing("mdworker", with: name))
    launch.limits.processorTime = .seconds(1)
    launch.limits.wallTime = .seconds(15)
    launch.limits.memory = 64 << 20
    // Sanitizers reserve terabytes of address space.
    if dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil { launch.limitsMemory = false }
    return launch
  }

  /// A configuration with the limits of ``worker(_:)``.
  static func configuration() throws -> IndexingConfiguration {
    var configuration = IndexingConfiguration()
    configuration.limits = try worker().limits
    configuration.workers = 2
    return configuration
  }
}
