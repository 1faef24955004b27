// SPDX-License-Identifier: Apache-2.0

/// A pattern for the last components of a path, such as `.local/share/Trash`. A component `*` stands
/// for any name.
struct PathTail: Sendable {
  let name: [UInt8]
  /// The components before the last one, the nearest first.
  private let parents: [[UInt8]]

  /// - Parameter text: The components with slashes between them. The last one is not `*`.
  init(_ text: String) {
    var components = text.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
    name = components.removeLast()
    parents = components.reversed()
  }

  /// Whether the entry ``name`` of the directory with a path matches.
  func matches(in parent: some BidirectionalCollection<UInt8>) -> Bool {
    var rest = parent[...]
    for component in parents {
      let start = rest.lastIndex(of: UInt8(ascii: "/")).map { rest.index(after: $0) } ?? rest.startIndex
      guard start < rest.endIndex, component == [UInt8(ascii: "*")] || rest[start...].elementsEqual(component) else { return false }
      rest = rest[..<start].dropLast()
    }
    return true
  }
}
