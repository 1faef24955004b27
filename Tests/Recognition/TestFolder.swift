// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A temporary folder for one test. Removed with its contents when it is released.
final class TestFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("searchlight-pictures-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file, and the folders above it.
  ///
  /// - Returns: Its path.
  @discardableResult
  func write(_ name: String, _ content: [UInt8]) throws -> String {
    let file = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(content).write(to: file)
    return file.path
  }
}
