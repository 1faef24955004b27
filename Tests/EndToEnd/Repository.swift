// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Files of the repository that tests compare with the behaviour of the tools.
enum Repository {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func text(of path: String) throws -> String { try String(contentsOf: folder.appending(path: path), encoding: .utf8) }
}
