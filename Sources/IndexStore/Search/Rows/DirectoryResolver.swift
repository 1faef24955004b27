// SPDX-License-Identifier: Apache-2.0

internal import Attributes

/// Resolves directories: whether a search sees them, whether they are in its scope, and their
/// paths. Each directory is resolved once, from its parent.
///
/// It reads the rows of the requested directories, then the rows of all their parents that are not
/// known yet, and so on. A crawl numbers directories so that each of these passes moves forward
/// through the pages. It must not outlive the snapshot: use it only as a local variable beside one.
struct DirectoryResolver: ~Copyable {
  /// The result for a directory.
  struct Location: Equatable {
    /// A code with these values:
    /// - 0: not requested yet
    /// - 1: detached, hidden or unknown
    /// - with the highest bit set: the index of the directory's row, while it is being resolved
    /// - otherwise: the index of its path plus one, shifted left by one, with the lowest bit set if
    ///   the directory is in scope
    fileprivate let code: UInt32

    static let nowhere = Location(code: 1)
    fileprivate static let unknown = Location(code: 0)
    /// Being resolved. A directory that is its own ancestor, which only damage causes, leads back
    /// to this.
    fileprivate static let sought = Location(code: .max)
    private static let rowBit: UInt32 = 1 << 31

    fileprivate init(code: UInt32) { self.code = code }

    fileprivate init(row: Int) { code = UInt32(row) | Self.rowBit }

    fileprivate init(pathIndex: Int, isInScope: Bool) { code = UInt32(pathIndex + 1) << 1 | (isInScope ? 1 : 0) }

    /// The index of the directory's row while it is being resolved; otherwise `nil`.
    fileprivate var row: Int? { code & Self.rowBit != 0 && self != .sought ? Int(code & ~Self.rowBit) : nil }

    /// Whether neither the directory nor one above it is detached or hidden.
    var isVisible: Bool { code > 1 }

    /// Whether the directory or one above it is in the scope.
    var isInScope: Bool { code > 1 && code & 1 != 0 }

    /// The index of the path in ``ResolvedPaths``. Only for visible directories.
    var pathIndex: UInt32 { code >> 1 &- 1 }
  }

  private var locations: DirectoryNumbers
  private var reader: DirectoryRowReader
  private let scope: SearchScope?
  private let keepsPaths: Bool
  private(set) var paths = ResolvedPaths()
  /// Directories that are being resolved.
  private var rows: [Row] = []
  /// Indices of rows from a requested directory up to the first resolved one.
  private var chain: [Int] = []

  private struct Row {
    let directory: UInt32
    var name = 0..<0
    /// The parent's result, or the index of its row.
    var parent = Location.nowhere
    /// The directory's own result.
    var location = Location.unknown
  }

  /// - Parameters:
  ///   - keepingPaths: Whether paths are built. Otherwise only visibility and scope are determined.
  ///   - hidden: Directories that are not visible, besides those that no search sees.
  init(
    _ snapshot: borrowing Snapshot, scope: SearchScope?, keepingPaths: Bool, hiding hidden: Set<DirectoryID> = []
  ) throws(StoreError) {
    var locations = DirectoryNumbers(directoryCount: Int(try snapshot.counters().nextDirectory))
    locations[DirectoryID.nowhere.rawValue] = Location.nowhere.code
    for directory in try snapshot.hiddenTrees().directories { locations[directory.rawValue] = Location.nowhere.code }
    locations.reserve(hidden.count)
    for directory in hidden where Int(directory.rawValue) < locations.directoryCount {
      locations[directory.rawValue] = Location.nowhere.code
    }
    let reader = try DirectoryRowReader(snapshot, keepingNames: keepingPaths)
    self.reader = reader
    self.scope = scope
    keepsPaths = keepingPaths
    let root = unsafe paths.append(name: UnsafeBufferPointer(start: nil, count: 0), in: nil)
    let isInScope = scope?.directories.contains(.root) ?? true
    if !hidden.contains(.root) { locations[DirectoryID.root.rawValue] = Location(pathIndex: root, isInScope: isInScope).code }
    self.locations = locations
  }

  /// Exclusive upper bound of the directories' numbers.
  var directoryCount: Int { locations.directoryCount }

  // MARK: Looking up

  /// Maximum number of directories resolved in one batch.
  private static let maximumBatchSize = 16384

  /// Resolves directories, given as a bitmap, so that ``known(_:)`` returns them.
  mutating func lookUp(_ directories: [UInt64]) throws(StoreError) {
    var some: [UInt32] = []
    for (index, word) in directories.enumerated() {
      var rest = word
      while rest != 0 {
        some.append(UInt32(index * 64 + rest.trailingZeroBitCount))
        rest &= rest - 1
      }
      if some.count >= Self.maximumBatchSize {
        try lookUp(some)
        some.removeAll(keepingCapacity: true)
      }
    }
    try lookUp(some)
  }

  /// Resolves directories so that ``known(_:)`` returns them.
  ///
  /// - Parameter directories: Preferably in ascending order, which is faster.
  mutating func lookUp(_ directories: [UInt32]) throws(StoreError) {
    rows.removeAll(keepingCapacity: true)
    locations.reserve(directories.count)
    if keepsPaths { paths.bytes.reserve(directories.count * 128) }
    for directory in directories { _ = locationOrNewRow(of: directory) }
    var sweep = rows.indices
    while !sweep.isEmpty {
      try read(sweep)
      sweep = sweep.upperBound..<rows.count
    }
    for number in rows.indices { resolve(number) }
    for row in rows { locations[row.directory] = row.location.code }
  }

  /// The known result for a directory. For a new directory, appends a row and returns the index of
  /// that row.
  private mutating func locationOrNewRow(of directory: UInt32) -> Location {
    guard Int(directory) < directoryCount else { return .nowhere }
    let new = Location(row: rows.count)
    if let known = locations.insert(new.code, for: directory) { return Location(code: known) }
    rows.append(Row(directory: directory))
    return new
  }

  /// Reads a range of rows and appends rows for parents that are not known.
  private mutating func read(_ sweep: Range<Int>) throws(StoreError) {
    var last = (directory: DirectoryID.nowhere.rawValue, location: Location.nowhere)
    func read(_ number: Int) throws(StoreError) {
      let row = try reader.row(of: rows[number].directory)
      // Neighbouring directories usually have the same parent.
      if row.parent != last.directory { last = (row.parent, locationOrNewRow(of: row.parent)) }
      rows[number].name = row.name
      rows[number].parent = last.location
    }
    let isAscending = zip(rows[sweep], rows[sweep].dropFirst()).allSatisfy { $0.directory < $1.directory }
    if isAscending {
      for number in sweep { try read(number) }
    } else {
      for number in sweep.sorted(by: { rows[$0].directory < rows[$1].directory }) { try read(number) }
    }
  }

  /// The result for a directory, which is resolved if necessary.
  mutating func location(of directory: UInt32) throws(StoreError) -> Location {
    if known(directory) == .unknown { try lookUp([directory]) }
    return known(directory)
  }

  /// The path of a directory with a slash at its end; empty if the directory is not visible.
  mutating func path(of directory: DirectoryID) throws(StoreError) -> [UInt8] {
    let location = try location(of: directory.rawValue)
    return location.isVisible ? unsafe Array(paths.bytes[paths[Int(location.pathIndex)]]) : []
  }

  /// The result for a directory that was resolved before.
  func known(_ directory: UInt32) -> Location {
    Int(directory) < directoryCount ? Location(code: locations[directory]) : .nowhere
  }

  /// Determines the result of a row, and of the rows of all directories above it.
  private mutating func resolve(_ number: Int) {
    var location = Location(row: number)
    while let number = location.row {
      location = rows[number].location
      guard location == .unknown else { break }
      chain.append(number)
      rows[number].location = .sought
      location = rows[number].parent
    }
    if location == .sought { location = .nowhere }
    while let number = chain.popLast() {
      if location.isVisible { location = add(rows[number].directory, rows[number].name, below: location) }
      rows[number].location = location
    }
  }

  private mutating func add(_ directory: UInt32, _ name: Range<Int>, below parent: Location) -> Location {
    let isInScope = parent.isInScope || scope?.directories.contains(DirectoryID(rawValue: directory)) ?? true
    return Location(pathIndex: keepsPaths ? unsafe paths.append(name: reader.names[name], in: parent.pathIndex) : 0, isInScope: isInScope)
  }

  // MARK: Scope

  /// Whether a search sees a document: its directory is visible, and the document is in scope.
  mutating func sees(_ reference: DocumentReference) throws(StoreError) -> Bool {
    let location = try location(of: reference.directory.rawValue)
    return location.isVisible && (location.isInScope || scope?.documents.contains(reference) ?? true)
  }

  /// Whether the scope contains single documents of a directory.
  func mayHaveDocumentInScope(_ directory: UInt32) -> Bool {
    scope?.documents.contains { $0.directory.rawValue == directory } ?? false
  }

  /// Whether a document is one of the scope's single documents.
  func isInScope(_ directory: UInt32, _ document: UInt64) -> Bool {
    let reference = DocumentReference(directory: DirectoryID(rawValue: directory), document: DocumentID(rawValue: document))
    return scope?.documents.contains(reference) ?? false
  }
}

/// Paths of directories, each with a slash at its end, stored one after another.
@safe
struct ResolvedPaths: Sendable {
  let bytes = ByteArena()
  private var ends: [Int] = []

  var count: Int { ends.count }

  /// The range of a directory's path in ``bytes``.
  subscript(index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }

  /// Appends the path of a directory.
  ///
  /// - Parameter parent: The index of the parent's path; `nil` for `/`.
  /// - Returns: The index of the new path.
  mutating func append(name: UnsafeBufferPointer<UInt8>, in parent: UInt32?) -> Int {
    if let parent { bytes.append(again: self[Int(parent)]) }
    unsafe bytes.append(name)
    bytes.append(UInt8(ascii: "/"))
    ends.append(bytes.count)
    return ends.count - 1
  }
}
