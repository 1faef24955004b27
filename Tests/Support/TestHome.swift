// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The folder of the indexes of programs in tests, so that they do not write to the user's.
///
/// All tests of a process share it, because the folder is in a variable of the environment.
package enum TestHome {
  package static let path: String = {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("searchlight-\(UUID().uuidString)").path
    setenv("XDG_DATA_HOME", path, 1)
    setenv("XDG_STATE_HOME", path + "-state", 1)
    atexit { for folder in [TestHome.path, TestHome.path + "-state"] { try? FileManager.default.removeItem(atPath: folder) } }
    return path
  }()

  package static func prepare() { _ = path }
}
