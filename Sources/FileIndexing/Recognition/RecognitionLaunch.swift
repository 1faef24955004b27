// SPDX-License-Identifier: Apache-2.0

internal import IndexStore

/// How text in pictures is searched.
package struct RecognitionLaunch: Sendable {
  /// The name of the worker's program, which is a package of its own.
  package static let program = "searchlight-ocr"

  /// Starts workers that recognise text.
  package var worker: WorkerLaunch
  /// Real paths of folders whose pictures are searched before others.
  package var documentFolders: [[UInt8]]
  /// Processor time for each day.
  package var dailyTime: Duration

  /// - Parameters:
  ///   - executable: The path of the worker's program.
  ///   - configuration: Its requirements for the sandbox hold for these workers, too.
  package init(executable: String, _ configuration: IndexingConfiguration, documentFolders: [[UInt8]] = []) {
    worker = WorkerLaunch(executable: executable)
    worker.adopt(configuration)
    worker.runsWhenIdle = true
    // The worker loads some megabytes of data for each language.
    worker.startTime = .seconds(300)
    // A page takes 1 to 3 s and less than 200 MB.
    worker.limits.memory = 400 << 20
    worker.limits.idleMemory = 200 << 20
    // Enough for a book of some hundred pages. What was read until then is kept.
    worker.limits.processorTime = .seconds(600)
    // On a busy machine, a process of idle priority waits much longer than it runs.
    worker.limits.wallTime = .seconds(7200)
    self.documentFolders = documentFolders
    dailyTime = .seconds(60 * configuration.recognitionMinutes)
  }
}
