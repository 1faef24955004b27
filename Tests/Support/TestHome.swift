internal import Foundation

/// The folder of the indexes of programs in tests, so that they do not write to the user's.
///
/// All tests of a process share it, because the folder is in a variable of the environment.
package enum TestHome {
  package static let path: String = {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("searchlight-\(UUID().uuidString)").path
    setenv("XDG_DATA_HOME", path, 1)
    atexit { try? FileManager.default.removeItem(atPath: TestHome.path) }
    return path
  }()

  package static func prepare() { _ = path }
}
