internal import Attributes

/// Where directories are: whether a search sees them, whether they are within its scope, and their paths. Each is looked up once, and put
/// together from its parent.
///
/// Where few directories are asked for, their rows are sought one by one; where many are, all rows are read in one pass, which costs a tenth
/// as much for each. A local variable beside the snapshot.
struct FolderTable: ~Copyable {
  /// What is known of a directory.
  struct Place: Equatable {
    /// 0: not asked for yet; 1: hidden, taken out or unknown; else the number of the folder, plus one, twice, and one if it is in scope.
    fileprivate let code: UInt32

    static let nowhere = Place(code: 1)
    fileprivate static let unknown = Place(code: 0)
    /// Being looked for: a directory that is its own ancestor, which only damage makes, comes back to it.
    fileprivate static let sought = Place(code: .max)

    fileprivate init(code: UInt32) { self.code = code }

    fileprivate init(folder: Int, isInScope: Bool) { code = UInt32(folder + 1) << 1 | (isInScope ? 1 : 0) }

    /// Neither it nor a directory above it is hidden or was taken out.
    var isVisible: Bool { code > 1 }

    /// It or a directory above it is one of the scope's.
    var isInScope: Bool { code > 1 && code & 1 != 0 }

    /// Its number in ``FolderPaths``; only of one that is visible.
    var folder: UInt32 { code >> 1 &- 1 }
  }

  private let places: ZeroedNumbers
  private var rows: DirectoryRows
  private let scope: SearchScope?
  private let keepsPaths: Bool
  private(set) var paths = FolderPaths()
  /// The directories from one that is asked for up to the first that is known.
  private var chain: [(directory: UInt32, name: Range<Int>)] = []

  /// - Parameter keepingPaths: Without, only whether directories are visible and in scope is found out.
  init(_ snapshot: borrowing Snapshot, scope: SearchScope?, keepingPaths: Bool) throws(StoreError) {
    let places = ZeroedNumbers(count: Int(try snapshot.counters().nextDirectory))
    places[Int(DirectoryID.nowhere.rawValue)] = Place.nowhere.code
    let rows = try DirectoryRows(snapshot, count: places.count)
    self.places = places
    self.rows = rows
    self.scope = scope
    keepsPaths = keepingPaths
    let root = unsafe paths.append(name: UnsafeBufferPointer(start: nil, count: 0), in: nil)
    let isInScope = scope?.directories.contains(.root) ?? true
    places[Int(DirectoryID.root.rawValue)] = Place(folder: root, isInScope: isInScope).code
  }

  /// Directories are numbered below this.
  var directoryCount: Int { places.count }

  // MARK: Looking up

  /// Says how many directories are going to be asked for.
  mutating func prepare(forLookingUp count: Int) throws(StoreError) {
    if count > directoryCount / DirectoryRows.passWorth { try rows.readAll() }
    if keepsPaths { paths.bytes.reserve(count * 128) }
  }

  /// Looks up directories, a bit for each, so that ``known(_:)`` has them.
  mutating func lookUp(_ directories: [UInt64]) throws(StoreError) {
    try prepare(forLookingUp: directories.reduce(0) { $0 + $1.nonzeroBitCount })
    for (index, word) in directories.enumerated() {
      var rest = word
      while rest != 0 {
        _ = try place(of: UInt32(index * 64 + rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
  }

  /// Where a directory is. Best asked in ascending order.
  mutating func place(of directory: UInt32) throws(StoreError) -> Place {
    let place = known(directory)
    return place == .unknown ? try lookUp(directory) : place
  }

  /// The path of a directory that is visible, with a slash at its end.
  mutating func path(of directory: DirectoryID) throws(StoreError) -> [UInt8] {
    let place = try place(of: directory.rawValue)
    return place.isVisible ? unsafe Array(paths.bytes[paths[Int(place.folder)]]) : []
  }

  /// Where a directory is that was looked up before.
  func known(_ directory: UInt32) -> Place {
    Int(directory) < places.count ? Place(code: places[Int(directory)]) : .nowhere
  }

  private mutating func lookUp(_ directory: UInt32) throws(StoreError) -> Place {
    chain.removeAll(keepingCapacity: true)
    var next = directory
    var place = Place.unknown
    while place == .unknown {
      let (parent, name) = try rows.row(of: next)
      chain.append((next, name))
      places[Int(next)] = Place.sought.code
      next = parent
      place = known(next)
    }
    if place == .sought { place = .nowhere }
    for index in chain.indices.reversed() {
      let link = chain[index]
      if place.isVisible { place = add(link.directory, link.name, below: place) }
      places[Int(link.directory)] = place.code
    }
    return place
  }

  private mutating func add(_ directory: UInt32, _ name: Range<Int>, below parent: Place) -> Place {
    let isInScope = parent.isInScope || scope?.directories.contains(DirectoryID(rawValue: directory)) ?? true
    return Place(folder: keepsPaths ? unsafe paths.append(name: rows.names[name], in: parent.folder) : 0, isInScope: isInScope)
  }

  // MARK: Scope

  /// Whether a search sees a document: it is not hidden, and in scope.
  mutating func sees(_ reference: DocumentReference) throws(StoreError) -> Bool {
    let place = try place(of: reference.directory.rawValue)
    return place.isVisible && (place.isInScope || scope?.documents.contains(reference) ?? true)
  }

  /// Whether the scope has single documents of a directory.
  func mayHaveDocumentInScope(_ directory: UInt32) -> Bool {
    scope?.documents.contains { $0.directory.rawValue == directory } ?? false
  }

  /// Whether a document is one of the scope's single ones.
  func isInScope(_ directory: UInt32, _ document: UInt64) -> Bool {
    let reference = DocumentReference(directory: DirectoryID(rawValue: directory), document: DocumentID(rawValue: document))
    return scope?.documents.contains(reference) ?? false
  }
}

/// The parents and names of directories, from the catalog.
@safe
private struct DirectoryRows: ~Copyable {
  private let count: Int
  private let cursor: Cursor
  /// Of all directories that were read.
  let names = ByteArena()
  /// By directory, once all were read: the parent, and where the name begins. A hidden directory has none.
  private var all: (parents: [UInt32], nameStarts: [UInt32])?

  /// A pass over all rows costs as much as seeking one in so many.
  static let passWorth = 6

  init(_ snapshot: borrowing Snapshot, count: Int) throws(StoreError) {
    self.count = count
    cursor = try snapshot.transaction.cursor(.directories)
  }

  mutating func readAll() throws(StoreError) {
    guard all == nil else { return }
    names.reserve(count * 32)
    var parents = [UInt32](repeating: DirectoryID.nowhere.rawValue, count: count)
    var nameStarts = [UInt32](repeating: 0, count: count + 1)
    var next = 0
    var found = try cursor.first()
    while found {
      let directory = Int(cursor.number)
      if directory >= count { break }
      while next <= directory {
        nameStarts[next] = UInt32(names.count)
        next += 1
      }
      parents[directory] = try readRow(of: UInt32(directory)).parent
      found = try cursor.next()
    }
    while next <= count {
      nameStarts[next] = UInt32(names.count)
      next += 1
    }
    all = (parents, nameStarts)
  }

  /// - Returns: The parent and where the name is; ``DirectoryID/nowhere`` for a directory that is hidden or not there.
  mutating func row(of directory: UInt32) throws(StoreError) -> (parent: UInt32, name: Range<Int>) {
    let index = Int(directory)
    if let all { return (all.parents[index], Int(all.nameStarts[index])..<Int(all.nameStarts[index + 1])) }
    guard try cursor.seek(Key(DirectoryID(rawValue: directory))), cursor.number == UInt64(directory) else {
      return (DirectoryID.nowhere.rawValue, 0..<0)
    }
    return try readRow(of: directory)
  }

  /// Reads the row that the cursor is at.
  private func readRow(of directory: UInt32) throws(StoreError) -> (parent: UInt32, name: Range<Int>) {
    do throws(DecodingError) {
      var reader = try RowReader(checked: cursor.value)
      let isHidden = try reader.byte() & DirectoryRecord.hiddenFlag != 0
      let parent = UInt32(truncatingIfNeeded: try reader.variable())
      _ = try reader.variable()
      _ = try reader.variable()
      let name = names.append(try reader.span(Int(try reader.byte())))
      return (isHidden ? DirectoryID.nowhere.rawValue : parent, name)
    } catch {
      throw .damaged(.directories, "\(directory)", error)
    }
  }
}

/// The paths of folders, each ending in a slash, one behind the other.
@safe
struct FolderPaths: Sendable {
  let bytes = ByteArena()
  private var ends: [Int] = []

  var count: Int { ends.count }

  /// Where a folder's path is in ``bytes``.
  subscript(folder: Int) -> Range<Int> { (folder == 0 ? 0 : ends[folder - 1])..<ends[folder] }

  /// - Parameter parent: `nil` for `/`.
  /// - Returns: The new folder's number.
  mutating func append(name: UnsafeBufferPointer<UInt8>, in parent: UInt32?) -> Int {
    if let parent { bytes.append(again: self[Int(parent)]) }
    unsafe bytes.append(name)
    bytes.append(UInt8(ascii: "/"))
    ends.append(bytes.count)
    return ends.count - 1
  }
}
