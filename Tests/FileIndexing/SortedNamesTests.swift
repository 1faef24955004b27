// SPDX-License-Identifier: Apache-2.0

import Glibc
import IndexStore
import TestSupport
import Testing

@testable import FileIndexing
import SystemPlatform

struct SortedNamesTests {
  private func sorted(
    _ names: [[UInt8]], runLength: Int = 2 << 20, pieceLength: Int = 16 << 10, in pieces: ScratchPieces = ScratchPieces { nil }
  ) -> SortedNames {
    var sorter = NameSorter(runLength: runLength, pieceLength: pieceLength, in: pieces)
    for name in names { name.withUnsafeBytes { sorter.append($0, kind(of: name)) } }
    return sorter.sorted()
  }

  private func kind(of name: [UInt8]) -> FileStatus.Kind? { [.regular, .directory, .symbolicLink, nil][name.count % 4] }

  private func list(_ names: SortedNames) throws -> [ListedName] {
    var reader = try names.makeReader()
    var list: [ListedName] = []
    while let name = try reader.next() { list.append(name) }
    return list
  }

  /// Short names of few letters, so that many are equal or begin in the same way.
  private func randomNames(_ count: Int) -> [[UInt8]] {
    var random = SeededGenerator()
    return (0..<count).map { _ in
      let letters: [UInt8] = [1, 46, 97, 98, 255]
      return (0..<Int.random(in: 1...7, using: &random)).map { _ in letters[Int.random(in: 0..<5, using: &random)] }
    }
  }

  @Test(arguments: [0, 1, 2, 1000], [1, 100, 5000, 1 << 20])
  func `names are sorted bytewise, each once, with their kinds`(count: Int, runLength: Int) throws {
    let names = randomNames(count)
    let sorted = sorted(names, runLength: runLength, pieceLength: 50)
    let expected = Set(names).sorted { $0.lexicographicallyPrecedes($1) }.map { ListedName(bytes: $0, kind: kind(of: $0)) }
    // Names can be read more than once.
    for _ in 0..<2 { #expect(try list(sorted) == expected) }
    #expect(sorted.count == count)
  }

  @Test func `the longest names are kept`() throws {
    let names = [[UInt8](repeating: 97, count: 300), [UInt8](repeating: 97, count: 299), [UInt8](repeating: 97, count: 299) + [98]]
    for runLength in [1, 1 << 20] { #expect(try list(sorted(names, runLength: runLength)).map(\.bytes) == [names[1], names[0], names[2]]) }
  }

  @Test func `the memory does not depend on the number of names`() throws {
    let folder = try ScratchFolder()
    let (runLength, pieceLength) = (4096, 512)
    let file = try ScratchFile.inFolder(folder.path)
    let names = (0..<20_000).map { Array("name \($0 * 7919 % 20_000)".utf8) }
    let sorted = sorted(names, runLength: runLength, pieceLength: pieceLength, in: ScratchPieces(maximumInMemory: 4) { file })
    #expect(sorted.byteCount < 5 * pieceLength)
    #expect(try list(sorted).count == names.count)
  }

  @Test func `names that are lost with the scratch file are an error`() throws {
    let lost = ScratchFile(owning: OwnedDescriptor(owning: open("/dev/null", O_RDWR)))
    let sorted = sorted(randomNames(1000), runLength: 100, pieceLength: 50, in: ScratchPieces(maximumInMemory: 4) { lost })
    #expect(throws: SystemError(code: .ioError, call: "pread")) { try list(sorted) }
  }
}
