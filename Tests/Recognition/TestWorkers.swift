// SPDX-License-Identifier: Apache-2.0

import FileIndexing
import Testing

/// The workers that are built beside the tests.
enum TestWorkers {
  static func importing() throws -> WorkerLaunch {
    WorkerLaunch(executable: try #require(WorkerLaunch.installedExecutable(), "mdworker is built beside the tests"))
  }

  static func recognition(_ configuration: IndexingConfiguration = IndexingConfiguration()) throws -> RecognitionLaunch {
    let program = try #require(WorkerLaunch.installedExecutable(RecognitionLaunch.program), "searchlight-ocr is built beside the tests")
    var launch = RecognitionLaunch(executable: program, configuration)
    launch.worker.runsWhenIdle = false
    return launch
  }

  /// Types by extensions.
  static let types = ["jpg": "public.jpeg", "pdf": "com.adobe.pdf", "png": "public.png", "tif": "public.tiff"]
}
