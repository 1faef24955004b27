// SPDX-License-Identifier: Apache-2.0

import CSystem
import Glibc
import IndexStore

/// Measures single changes of a store: commits per second, bytes written to the device per
/// document, the time from the call that writes to the end of the search that finds the change, and
/// the times of queries with and without changes. The floor is the disk's `fdatasync`.
/// `Benchmarks/run-changes` runs it.
///
///     ChangeBenchmark FOLDER FILES SECONDS RATE WORD
///
/// FOLDER is a store, or becomes one with FILES generated documents, a tenth of them with text. The
/// benchmark adds a directory to it and changes only documents in this directory. It performs each
/// ``ChangeKind`` at each ``Pace`` for SECONDS. The queries search for WORD, in names and in texts.
/// The output is one JSON object.
@main
enum ChangeBenchmark {
  static func main() throws {
    process_prepare()
    let arguments = CommandLine.arguments
    guard arguments.count == 6, let files = Int(arguments[2]), let seconds = Int(arguments[3]), let rate = Int(arguments[4]) else {
      let usage = Array("usage: ChangeBenchmark FOLDER FILES SECONDS RATE WORD\n".utf8)
      write(STDERR_FILENO, usage, usage.count)
      exit(2)
    }
    let (folder, word) = (arguments[1], arguments[5])
    let isNew = access(folder + "/CURRENT", F_OK) != 0
    let store = try Store.open(folder, .write(creating: true))
    if isNew { try GeneratedTree(word: word).fill(store, files: files) }
    let writer = try ChangeWriter(store)
    let searcher = try Searcher(store, word: word)
    let device = try WrittenBytes(folder: folder)

    let synchronization = try Self.synchronizationTimes(in: folder)
    let others = try device.during { Self.sleep(for: .seconds(3)) }
    let quiet = try searcher.run(changes: false) { Self.sleep(for: .seconds(seconds)) }
    var phases: [String] = []
    for change in ChangeKind.allCases {
      for pace in Pace.all(rate: rate) {
        let phase = try Phase(change, pace, duration: .seconds(seconds), writer, searcher, device)
        phases.append(phase.json)
      }
    }
    print(
      """
      {"documents": \(try store.statistics().counts.documents), "directory entries": \(ChangeWriter.documentCount), "seconds": \(seconds), \
      "rate": \(rate), "fdatasync": \(synchronization.json), "bytes of others a second": \((others.device ?? 0) / 3), \
      "quiet": \(quiet.json), "phases": [
      \(phases.joined(separator: ",\n"))
      ]}
      """)
  }

  /// Times of 200 appends of 4 KiB, each with an `fdatasync`, on this disk.
  private static func synchronizationTimes(in folder: String) throws -> Times {
    let path = folder + "/fdatasync-benchmark"
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw SystemFailure(call: "open", path: path) }
    defer {
      close(file)
      unlink(path)
    }
    let page = [UInt8](repeating: 0x5A, count: 4096)
    var times = Times()
    for _ in 0..<200 {
      let began = ContinuousClock.now
      guard Glibc.write(file, page, page.count) == page.count, fdatasync(file) == 0 else {
        throw SystemFailure(call: "fdatasync", path: path)
      }
      times.append(.now - began)
    }
    return times
  }

  private static func sleep(for duration: Duration) {
    var time = timespec(tv_sec: Int(duration.components.seconds), tv_nsec: 0)
    nanosleep(&time, nil)
  }
}
