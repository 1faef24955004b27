// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestSupport

@testable import IndexStore

/// What a program wrote to its disk, and what a power failure leaves of it.
///
/// Reads a recording that `DiskRecorder` has made. Only what was synchronised is certain to remain. Of
/// the rest, any part may remain: each sector of 512 bytes, each length of a file and each change of a
/// name independently of all others.
struct RecordedDisk {
  /// What a power failure keeps of what was not synchronised.
  enum Remains: CaseIterable {
    case nothing, everything
    /// A file system with a journal keeps the first changes of names, and any data.
    case firstNames
    case anything
  }

  private let recording: [UInt8]
  private var position = 0
  private var nodes: [Node] = []
  /// The nodes of files and folders by their inodes, which a file system uses again.
  private var current: [UInt64: Int] = [:]
  private var nameChanges = 0
  /// The notes of the program up to the present position.
  private(set) var notes: [ArraySlice<UInt8>] = []
  /// The names under which files were created, in order.
  private(set) var createdNames: [String] = []

  /// A file or a folder.
  private struct Node {
    var isFolder: Bool
    var data: [UInt8] = []
    var changes: [DataChange] = []
    var names: [String: Int] = [:]
    var pendingNames: [NameChange] = []
  }

  private enum DataChange {
    /// - Parameter data: Where the data is in the recording.
    case write(data: Range<Int>, offset: Int)
    case truncate(Int)
  }

  private struct NameChange {
    /// The position among the changes of all folders.
    let number: Int
    let kind: Kind
    enum Kind {
      case add(String, node: Int)
      case rename(String, to: String)
      case remove(String)
    }
  }

  init(_ path: String) throws {
    var status = stat()
    stat(path, &status)
    recording = try readSmallFile(path, limit: Int(status.st_size))
  }

  // MARK: Records

  /// The fields of `struct disk_record`.
  private struct Record {
    enum Kind: UInt32 {
      case root = 1
      case write, writeThrough, truncate, synchronize, createFile, createFolder, rename, remove, note
    }
    let kind: Kind
    let inode, folder, secondFolder: UInt64
    let offset: Int
    let name, second: String
    let data: Range<Int>
  }

  private func record(at position: Int) throws -> Record {
    func field<Value: FixedWidthInteger>(_ offset: Int, _: Value.Type) -> Value {
      recording.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position + offset, as: Value.self) }
    }
    guard let kind = Record.Kind(rawValue: field(0, UInt32.self)) else { throw Unreadable(position: position) }
    let name = position + 48
    let second = name + Int(field(4, UInt16.self))
    let data = second + Int(field(6, UInt16.self))
    return Record(
      kind: kind, inode: field(8, UInt64.self), folder: field(16, UInt64.self), secondFolder: field(24, UInt64.self),
      offset: Int(field(32, UInt64.self)), name: String(decoding: recording[name..<second], as: UTF8.self),
      second: String(decoding: recording[second..<data], as: UTF8.self), data: data..<data + Int(field(40, UInt64.self)))
  }

  struct Unreadable: Error { var position: Int }

  /// The positions before each record at which the power may fail. Those where something was just about
  /// to become certain are in the list twice.
  func cuts() throws -> [Int] {
    var cuts: [Int] = []
    var position = 0
    while position < recording.count {
      let record = try record(at: position)
      // The first record names the folder.
      if record.kind != .root { cuts.append(position) }
      if record.kind == .synchronize || record.kind == .rename || record.kind == .remove { cuts.append(position) }
      position = record.data.upperBound
    }
    return cuts + [position]
  }

  // MARK: Time

  /// Lets the program write up to a position in the recording, which must not be before the present one.
  mutating func advance(to end: Int) throws {
    while position < end {
      let record = try record(at: position)
      apply(record)
      position = record.data.upperBound
    }
  }

  private mutating func apply(_ record: Record) {
    switch record.kind {
    case .root: create(record.inode, isFolder: true)
    case .note: notes.append(recording[record.data])
    case .createFile:
      createdNames.append(record.name)
      addName(.add(record.name, node: create(record.inode, isFolder: false)), in: record.folder)
    case .createFolder:
      createdNames.append(record.name)
      addName(.add(record.name, node: create(record.inode, isFolder: true)), in: record.folder)
    case .rename:
      // The store renames only within a folder.
      precondition(record.folder == record.secondFolder)
      addName(.rename(record.name, to: record.second), in: record.folder)
    case .remove: addName(.remove(record.name), in: record.folder)
    default:
      // Files that existed before the recording are not those of the store.
      guard let node = current[record.inode] else { return }
      switch record.kind {
      case .write: nodes[node].changes.append(.write(data: record.data, offset: record.offset))
      case .writeThrough: write(record.data, at: record.offset, to: &nodes[node].data)
      case .truncate: nodes[node].changes.append(.truncate(record.offset))
      default: synchronize(node)
      }
    }
  }

  @discardableResult
  private mutating func create(_ inode: UInt64, isFolder: Bool) -> Int {
    nodes.append(Node(isFolder: isFolder))
    current[inode] = nodes.count - 1
    return nodes.count - 1
  }

  private mutating func addName(_ kind: NameChange.Kind, in folder: UInt64) {
    guard let folder = current[folder] else { return }
    nameChanges += 1
    nodes[folder].pendingNames.append(NameChange(number: nameChanges, kind: kind))
  }

  private mutating func synchronize(_ node: Int) {
    for change in nodes[node].changes { apply(change, to: &nodes[node].data) }
    nodes[node].changes = []
    for change in nodes[node].pendingNames { Self.apply(change, to: &nodes[node].names) }
    nodes[node].pendingNames = []
  }

  private func apply(_ change: DataChange, to data: inout [UInt8]) {
    switch change {
    case .write(let range, let offset): write(range, at: offset, to: &data)
    case .truncate(let length): Self.setLength(length, of: &data)
    }
  }

  private func write(_ range: Range<Int>, at offset: Int, to data: inout [UInt8]) {
    if data.count < offset + range.count { Self.setLength(offset + range.count, of: &data) }
    data.withUnsafeMutableBytes { data in
      recording.withUnsafeBytes { recording in
        UnsafeMutableRawBufferPointer(rebasing: data[offset..<offset + range.count])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: recording[range]))
      }
    }
  }

  private static func setLength(_ length: Int, of data: inout [UInt8]) {
    if length <= data.count { data.removeLast(data.count - length) } else { data += [UInt8](repeating: 0, count: length - data.count) }
  }

  /// Changes that lack what they build on are ignored.
  private static func apply(_ change: NameChange, to names: inout [String: Int]) {
    switch change.kind {
    case .add(let name, let node): names[name] = node
    case .rename(let name, let new): if let node = names.removeValue(forKey: name) { names[new] = node }
    case .remove(let name): names[name] = nil
    }
  }

  // MARK: Power failure

  /// Writes the disk as a power failure leaves it at the present position into an empty folder.
  func write(to path: String, keeping remains: Remains, _ random: inout SeededGenerator) throws {
    let firstNames = Int.random(in: 0...nameChanges, using: &random)
    let share = [0.1, 0.5, 0.9].randomElement(using: &random) ?? 0.5
    try write(folder: 0, to: path, Choice(remains: remains, firstNames: firstNames, share: share), &random)
  }

  private struct Choice {
    let remains: Remains
    let firstNames: Int
    /// The probability that a change remains.
    let share: Double

    func keeps(_ random: inout SeededGenerator) -> Bool {
      switch remains {
      case .nothing: false
      case .everything: true
      case .firstNames, .anything: Double.random(in: 0..<1, using: &random) < share
      }
    }

    func keeps(_ change: NameChange, _ random: inout SeededGenerator) -> Bool {
      remains == .firstNames ? change.number <= firstNames : keeps(&random)
    }
  }

  private func write(folder: Int, to path: String, _ choice: Choice, _ random: inout SeededGenerator) throws {
    var names = nodes[folder].names
    for change in nodes[folder].pendingNames where choice.keeps(change, &random) { Self.apply(change, to: &names) }
    for (name, node) in names.sorted(by: { $0.key < $1.key }) {
      let path = path + "/" + name
      if nodes[node].isFolder {
        mkdir(path, 0o700)
        try write(folder: node, to: path, choice, &random)
      } else {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        defer { close(file) }
        let data = data(of: node, choice, &random)
        guard file >= 0, Glibc.write(file, data, data.count) == data.count else { throw StoreError(code: errno, call: "write", path: path) }
      }
    }
  }

  private func data(of node: Int, _ choice: Choice, _ random: inout SeededGenerator) -> [UInt8] {
    var data = nodes[node].data
    for change in nodes[node].changes {
      guard case .write(let range, let offset) = change else {
        if choice.keeps(&random) { apply(change, to: &data) }
        continue
      }
      // The length and the data of a file are in different places of a disk.
      var length = data.count
      if choice.keeps(&random) { length = max(length, offset + range.count) }
      if data.count < offset + range.count { Self.setLength(offset + range.count, of: &data) }
      var start = offset
      while start < offset + range.count {
        let end = min(offset + range.count, (start / 512 + 1) * 512)
        if choice.keeps(&random) {
          let first = range.lowerBound + start - offset
          write(first..<first + end - start, at: start, to: &data)
        }
        start = end
      }
      Self.setLength(length, of: &data)
    }
    return data
  }
}
