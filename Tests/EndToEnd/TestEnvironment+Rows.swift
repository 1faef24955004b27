// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

extension TestEnvironment {
  /// Expects each query to find exactly the given files.
  func expect(_ rows: [(query: String, finds: [String])], in folder: String? = nil, _ location: SourceLocation = #_sourceLocation) throws {
    for row in rows {
      let scope = folder.map { ["-onlyin", path($0)] } ?? []
      let found = try found(scope + ["-literal", row.query]).map { name in
        folder.map { name.hasPrefix($0 + "/") ? String(name.dropFirst($0.count + 1)) : name } ?? name
      }
      #expect(found == row.finds.sorted(), "\(row.query)", sourceLocation: location)
    }
  }

  func write(_ name: String, _ content: [UInt8]) throws {
    try Data(content).write(to: URL(fileURLWithPath: path(name)))
  }

  /// Sets the modification time of a file's content.
  func setModified(_ name: String, _ date: Date) throws {
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path(name))
  }
}
