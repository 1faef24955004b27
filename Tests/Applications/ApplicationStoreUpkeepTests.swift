// SPDX-License-Identifier: Apache-2.0

import Applications
import Foundation
import IndexStore
import Synchronization
import Testing

/// The thread of mds that keeps application stores usable.
@Suite struct ApplicationStoreUpkeepTests {
  @Test func `a folder of stores that cannot be made is reported`() throws {
    let file = FileManager.default.temporaryDirectory.path + "/upkeep-\(UUID().uuidString)"
    try Data().write(to: URL(fileURLWithPath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    let root = file + "/applications"
    let reported = Mutex<[String]>([])
    ApplicationStoreUpkeep(
      of: root, recordedIn: ApplicationStoreRecords(of: root, in: file), extensions: DataFolders { _ in nil }
    ) { notice in
      if case .problem(let error) = notice { reported.withLock { $0.append("\(error)") } }
    }.run()
    let problems = reported.withLock { $0 }
    #expect(problems.count == 1 && problems[0].contains(root), "\(problems)")
  }
}
