// SPDX-License-Identifier: Apache-2.0

import IndexStore
import Testing

@testable import FileIndexing

struct VolumesTests {
  private let one = DirectoryID(rawValue: 1)
  private let two = DirectoryID(rawValue: 2)

  @Test func `the stored form has all directories`() {
    var volumes = Volumes()
    #expect(volumes.encoded.isEmpty && Volumes([]) == volumes)
    volumes.set(one, to: .max)
    volumes.set(two, to: 3)
    #expect(Volumes(volumes.encoded) == volumes)
    volumes.set(one, to: nil)
    #expect(Volumes(volumes.encoded).identifiers == [two: 3])
  }

  @Test(arguments: ["1", "1 x", "x 1", "1 2 3", "4294967296 1", " "])
  func `an element of another form is left out`(element: String) {
    #expect(Volumes(Array("\(element)\u{0}2 3".utf8)).identifiers == [two: 3])
  }

  @Test func `a volume is missing if its file system is not mounted`() {
    var volumes = Volumes()
    volumes.set(one, to: 7)
    #expect(volumes.isMissing(one) { [8] } && !volumes.isMissing(one) { [7, 8] } && !volumes.isMissing(two) { [] })
  }
}
