// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import Segments

/// Building a segment where nothing can be written.
struct FullDiskTests {
  @Test func `a text that cannot be spilled is an error at once`() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/segments"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    var builder = try SegmentBuilder(path: path + "/segment", budget: 16 << 20)
    try builder.beginDocument(id: 1, directory: 1, name: Array("a".utf8).span)
    // Files for sorting can no longer be created.
    try FileManager.default.removeItem(atPath: path)
    let text = Array((0..<300_000).map { "w\($0)" }.joined(separator: " ").utf8)
    #expect(throws: SegmentError.self) { try builder.addText(text.span) }
    #expect(throws: SegmentError.self) { try builder.beginDocument(id: 2, directory: 1, name: Array("b".utf8).span) }
  }
}
