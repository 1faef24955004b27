// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemPlatform

/// A new, empty folder, which is removed at the end.
final class ScratchFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("searchlight-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func path(of name: String) -> Path { Path("\(path)/\(name)") }

  /// Creates a file.
  @discardableResult
  func add(_ name: String, _ bytes: [UInt8] = []) throws -> Path {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    return path(of: name)
  }

  /// The names of the entries, in order.
  var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }
}
