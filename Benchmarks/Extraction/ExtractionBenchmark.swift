// SPDX-License-Identifier: Apache-2.0

import CSystem
import FileIndexing
import Glibc
import UniformTypeIdentifiers
import WorkerProtocol

/// Measures how long workers take to read all files of a tree, for each kind of file. This is the
/// floor of indexing the tree. Workers, limits and protocol are those of indexing, but the results
/// are discarded.
///
///     ExtractionBenchmark FOLDER [--workers N] [--kind KIND] [--worker MDWORKER]
///
/// Prints elapsed seconds, and processor seconds of the workers and of this process. KIND is one of
/// ``FileKind``; `open` means files whose type only their content shows.
@main
struct ExtractionBenchmark {
  private var folder = ""
  private var workers = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  private var kind: FileKind?
  private var worker = WorkerLaunch.installedExecutable()

  static func main() throws {
    process_prepare()
    var benchmark = ExtractionBenchmark()
    guard benchmark.readArguments(), let worker = benchmark.worker else {
      print("usage: ExtractionBenchmark FOLDER [--workers N] [--kind KIND] [--worker MDWORKER]")
      exit(2)
    }
    try benchmark.run(WorkerLaunch(executable: worker))
  }

  private mutating func readArguments() -> Bool {
    var arguments = CommandLine.arguments.dropFirst()
    while let argument = arguments.popFirst() {
      switch argument {
      case "--workers": workers = arguments.popFirst().flatMap { Int($0) } ?? 0
      case "--kind":
        kind = arguments.popFirst().flatMap(FileKind.init)
        guard kind != nil else { return false }
      case "--worker": worker = arguments.popFirst()
      default:
        guard folder.isEmpty else { return false }
        folder = argument
      }
    }
    return !folder.isEmpty && workers > 0
  }

  private func run(_ launch: WorkerLaunch) throws {
    var jobs: [FileKind: [ImportJob<UInt64>]] = [:]
    let parked = ParkedWorkers()
    let claimed = Set(try ImporterSet(of: launch, keepingWorkerIn: parked).descriptions.flatMap(\.contentTypes))
    for (path, size) in files() where size > 0 {
      let name = path[(path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...]
      let known = TypeDatabase.shared.type(forFileName: Array(name).span)
      let isCertain = known?.isCertain ?? false
      let kind = FileKind(known?.type, isCertain: isCertain)
      guard !isCertain || known?.type.tree.contains(where: claimed.contains) == true else { continue }
      jobs[kind, default: []].append(
        ImportJob(tag: size, path: path, typeIdentifier: known?.type.identifier, isTypeCertain: isCertain))
    }
    print("kind     files  failed       MB     wall  workers  parent")
    for kind in FileKind.allCases where self.kind == nil || self.kind == kind {
      guard let jobs = jobs[kind] else { continue }
      print(try measure(kind.rawValue, jobs, launch, parked))
    }
  }

  /// A line of the table: all files of one kind.
  private func measure(_ label: String, _ jobs: [ImportJob<UInt64>], _ launch: WorkerLaunch, _ parked: ParkedWorkers) throws -> String {
    let start = ContinuousClock.now
    let (own, children) = (Self.processorTime(RUSAGE_SELF), Self.processorTime(RUSAGE_CHILDREN))
    let queue = JobQueue(jobs)
    let failures = FailureCount()
    try WorkerPool<UInt64>(launch, count: workers, parked: parked).run(
      next: { queue.next() }, nextIfAny: { queue.next() }, receiver: { DiscardingReceiver(failures: failures) })
    // The processor time of a worker counts when it has ended.
    parked.release()
    let seconds = [
      (ContinuousClock.now - start) / .seconds(1), Self.processorTime(RUSAGE_CHILDREN) - children, Self.processorTime(RUSAGE_SELF) - own,
    ]
    let megabytes = Double(jobs.reduce(0) { $0 + $1.tag }) / 1e6
    return Self.padded(label, to: -6) + Self.padded("\(jobs.count)", to: 8) + Self.padded("\(failures.count)", to: 8)
      + Self.padded(Self.decimal(megabytes), to: 9) + seconds.map { Self.padded(Self.decimal($0), to: 8) }.joined()
  }

  /// Regular files of the folder with their sizes, without hidden ones.
  private func files() -> [(path: [UInt8], size: UInt64)] {
    var found: [(path: [UInt8], size: UInt64)] = []
    var folders = [folder]
    while let folder = folders.popLast() {
      guard let stream = opendir(folder) else { continue }
      defer { closedir(stream) }
      while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        let path = folder + "/" + name
        var status = stat()
        guard !name.hasPrefix("."), lstat(path, &status) == 0 else { continue }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: folders.append(path)
        case S_IFREG: found.append((Array(path.utf8), UInt64(status.st_size)))
        default: break
        }
      }
    }
    return found
  }

  /// Seconds in user mode and in the kernel.
  private static func processorTime(_ whose: __rusage_who) -> Double {
    var usage = rusage()
    getrusage(Int32(whose.rawValue), &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
  }

  private static func decimal(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }

  /// - Parameter width: A negative width pads on the right.
  private static func padded(_ text: String, to width: Int) -> String {
    let space = String(repeating: " ", count: max(0, abs(width) - text.count))
    return width < 0 ? text + space : space + text
  }
}
