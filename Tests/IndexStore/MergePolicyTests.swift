// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import IndexStore

@Suite struct MergePolicyTests {
  /// - Parameter sizes: Sizes of segments of a hundred documents each.
  private static func next(_ sizes: [Int], dead: [Int] = [], _ policy: MergePolicy) -> [Int]? {
    policy.next(
      sizes.enumerated().map { MergePolicy.Segment(size: $1, documents: 100, dead: $0 < dead.count ? dead[$0] : 0) })
  }

  private static let busy = MergePolicy(fanOut: 4, smallest: 10, maximumDead: 30)
  private static let quiet = MergePolicy(fanOut: 4, smallest: 10, maximumDead: 8, maximumSegments: 2)

  @Test(
    arguments: [
      ([], nil), ([5], nil), ([5, 5, 5], nil), ([5, 5, 5, 5], [0, 1, 2, 3]), ([5, 1000, 5, 5, 5], [0, 2, 3, 4]),
      ([1, 10, 3, 10, 2], [0, 1, 2, 3, 4]), ([11, 11, 11, 10, 10, 10], nil), ([11, 12, 40, 40], [0, 1, 2, 3]),
      ([41, 40, 40, 40], nil), ([100, 150, 160, 41, 5, 5], [0, 1, 2, 3]),
      // The second tier lacks one segment, and the merge of the first tier would be in it.
      ([20, 20, 20, 5, 5, 5, 5], [0, 1, 2, 3, 4, 5, 6]),
      // The merge of the first tier would stay in the first tier.
      ([20, 20, 20, 2, 2, 2, 2], [3, 4, 5, 6]),
    ] as [([Int], [Int]?)])
  func `a full tier is merged`(sizes: [Int], expected: [Int]?) {
    #expect(Self.next(sizes, Self.busy) == expected)
  }

  @Test(
    arguments: [
      ([5, 5], [0, 30], nil), ([5, 5], [0, 31], [1]), ([5, 5], [100, 0], [0]), ([5, 5, 5], [100, 40, 100], [0, 2]),
      // The live part of the first segment is in a lower tier.
      ([40, 5, 5, 5], [80], [0, 1, 2, 3]), ([40, 5, 5, 5], [20], nil),
    ] as [([Int], [Int], [Int]?)])
  func `mostly dead segments are rewritten, and entirely dead ones are dropped first`(sizes: [Int], dead: [Int], expected: [Int]?) {
    #expect(Self.next(sizes, dead: dead, Self.busy) == expected)
  }

  @Test(
    arguments: [
      ([5, 5], [], nil), ([5, 5, 5], [], [0, 1, 2]), ([1000, 5, 5], [], nil), ([1000, 5, 5, 5], [], [1, 2, 3]),
      ([1000, 8, 5, 4], [], [1, 2, 3]), ([1000, 9, 5, 4], [], nil), ([100, 90, 20, 5], [], [0, 1, 2, 3]), ([100, 60, 20, 9], [], nil),
      ([5, 5], [8], nil), ([5, 5], [9], [0]),
    ] as [([Int], [Int], [Int]?)])
  func `a quiet store is merged to few segments`(sizes: [Int], dead: [Int], expected: [Int]?) {
    #expect(Self.next(sizes, dead: dead, Self.quiet) == expected)
  }

  @Test(
    arguments: [
      ([5, 5, 5], 15, [0, 1, 2]), ([5, 5, 5], 14, nil), ([150, 41, 15, 14, 13], 80, [2, 3, 4]), ([150, 41, 15, 14, 13], 83, [1, 2, 3, 4]),
      ([1000, 5, 4, 5], 500, [1, 2, 3]),
      ([100, 90, 20, 5], 200, nil), ([100, 90, 20, 5], 215, [0, 1, 2, 3]),
    ] as [([Int], Int, [Int]?)])
  func `merges only for fewer segments are limited in size`(sizes: [Int], most: Int, expected: [Int]?) {
    var policy = Self.quiet
    policy.maximumSizeForFewer = most
    #expect(Self.next(sizes, policy) == expected)
  }

  @Test func `one merge has a bounded number of inputs`() {
    let sizes = [Int](repeating: 5, count: 1000)
    #expect(Self.next(sizes, Self.busy)?.count == MergePolicy.maximumInputs)
    #expect(Self.next(sizes, Self.quiet)?.count == MergePolicy.maximumInputs)
  }

  @Test(
    arguments: [
      ([], []), ([5, 5], []), ([5, 5, 5], [2]), ([5, 5, 5, 5], [2, 3]), ([90, 1, 5, 5, 40, 3, 5], [2, 3, 5]),
    ] as [([Int], [Int])])
  func `relief merges the newest small segments`(sizes: [Int], expected: [Int]) {
    let segments = sizes.map { MergePolicy.Segment(size: $0, documents: 100, dead: 0) }
    #expect(MergePolicy.relief(segments, keeping: 2) == expected)
    let many = segments + [MergePolicy.Segment](repeating: MergePolicy.Segment(size: 1, documents: 1, dead: 0), count: 500)
    #expect(MergePolicy.relief(many, keeping: 2).count == MergePolicy.maximumInputs)
  }

  /// The maintainer is busy with the oldest segments the whole time.
  @Test func `relief alone keeps the number of segments small and writes each a few times`() {
    var sizes: [Int] = []
    var written = 0
    for _ in 0..<1500 {
      sizes.append(1)
      guard sizes.count > 64 else { continue }
      let chosen = MergePolicy.relief(sizes.map { MergePolicy.Segment(size: $0, documents: $0, dead: 0) }, keeping: 32)
      let merged = chosen.reduce(0) { $0 + sizes[$1] }
      for index in chosen.reversed() { sizes.remove(at: index) }
      sizes.append(merged)
      written += merged
    }
    #expect(sizes.count <= 64 && sizes.prefix(32).allSatisfy { $0 == 1 })
    #expect(written < 1500 * 8, "each run was written \(Double(written) / 1500) times")
  }

  /// Adds runs of one size one by one, and performs each merge immediately.
  private static func simulate(_ runs: Int, _ policy: MergePolicy) -> (written: Double, mean: Double, most: Int) {
    var sizes: [Int] = []
    var (written, sum, most) = (0, 0, 0)
    for _ in 0..<runs {
      sizes.append(10)
      written += 10
      while let merge = next(sizes, policy) {
        let size = merge.reduce(0) { $0 + sizes[$1] }
        written += size
        sizes = sizes.indices.filter { !merge.contains($0) }.map { sizes[$0] } + [size]
      }
      sum += sizes.count
      most = max(most, sizes.count)
    }
    return (Double(written) / Double(runs * 10), Double(sum) / Double(runs), most)
  }

  /// The table in the comment of `MergePolicy`.
  @Test(arguments: [
    (4, 700, 4.0, 6.8, 13), (8, 700, 3.4, 10.1, 21), (12, 700, 2.7, 12.8, 25), (16, 700, 2.7, 15.3, 31),
    (4, 3000, 4.7, 8.4, 16), (8, 3000, 3.6, 12.9, 25), (12, 3000, 3.4, 16.2, 33), (16, 3000, 2.9, 20.2, 40),
  ])
  func `a larger fan-out writes less and leaves more segments`(fanOut: Int, runs: Int, written: Double, mean: Double, most: Int) {
    let found = Self.simulate(runs, MergePolicy(fanOut: fanOut, smallest: 13, maximumDead: 30))
    let rounded = ((found.written * 10).rounded() / 10, (found.mean * 10).rounded() / 10)
    #expect(rounded == (written, mean) && found.most == most, "\(found)")
  }

  /// Each time that nothing is written, segments are merged. Nevertheless a document is written
  /// only about as often as the store doubles.
  @Test func `repeated merging to few segments writes little`() {
    let found = Self.simulate(3000, MergePolicy(smallest: 13, maximumDead: 8, maximumSegments: 4))
    #expect(found.written < 10 && found.most < 12, "\(found)")
  }
}
