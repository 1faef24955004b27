import FileIndexing
import Glibc
import Testing

/// Workers for tests: the real one, or the one that does what files tell it.
enum TestLaunch {
  static func worker(_ name: String = "TestWorker") throws -> WorkerLaunch {
    let real = try #require(WorkerLaunch.installedExecutable(), "mdworker is built beside the tests")
    var launch = WorkerLaunch(executable: real.replacing("mdworker", with: name))
    launch.limits.processorTime = .seconds(1)
    launch.limits.wallTime = .seconds(15)
    launch.limits.memory = 64 << 20
    // A sanitizer reserves terabytes of address space.
    if dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil { launch.addressSpace = nil }
    return launch
  }

  /// Limits as a configuration that fits ``worker(_:)``.
  static func configuration() throws -> IndexingConfiguration {
    var configuration = IndexingConfiguration()
    configuration.limits = try worker().limits
    configuration.workers = 2
    return configuration
  }
}
