// SPDX-License-Identifier: Apache-2.0

package import IndexStore
internal import Synchronization

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
    if let memory = MemoryLimit.byteCount() { worker.limits.confine(to: memory) }
    // Enough for a book of some hundred pages. What was read until then is kept.
    worker.limits.processorTime = .seconds(600)
    // On a busy machine, a process of idle priority waits much longer than it runs.
    worker.limits.wallTime = .seconds(7200)
    self.documentFolders = documentFolders
    dailyTime = .seconds(60 * configuration.recognitionMinutes)
  }
}

extension RecognitionLaunch {
  /// What was found in the picture of a file.
  package struct Finding: Sendable {
    package var origin: TextOrigin
    /// In UTF-8.
    package var text: [UInt8]
    /// What could not be read; `nil` if all could.
    package var problem: String?
  }

  /// Searches the picture of one file now, and stores nothing.
  ///
  /// - Parameter type: The identifier of its type, one of ``PictureQueue/types``.
  /// - Returns: `nil` if the file cannot be opened.
  /// - Throws: `WorkerStartError` if no worker can be started.
  package func search(_ path: [UInt8], type: String) throws -> Finding? {
    var launch = worker
    // Somebody waits.
    launch.runsWhenIdle = false
    let reference = DocumentReference(directory: .root, document: DocumentID(rawValue: 0))
    let jobs = Mutex([ImportJob(tag: reference, path: path, typeIdentifier: type, isTypeCertain: true)][...])
    var text: [UInt8] = []
    var finding: Finding?
    try WorkerPool<DocumentReference>(launch, count: 1).run(next: { jobs.withLock { $0.popFirst() } }) { event in
      switch event {
      case .text(_, let piece): text += piece
      case .end(let job):
        finding = RecognizedFile(job, text: text).map { Finding(origin: $0.origin, text: $0.text, problem: $0.problem?.reason) }
      }
    }
    return finding
  }
}
