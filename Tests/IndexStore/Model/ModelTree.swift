// SPDX-License-Identifier: Apache-2.0

import Attributes
import QueryLanguage

@testable import IndexStore

/// A tree of files in memory that is changed at random, and a store that follows all changes.
final class ModelTree {
  let root = ModelFile(folder("ann", inode: 1))
  let rootPath = bytes("/home/ann")
  var store: Store
  var random: RandomFiles
  private let types: [ContentType]
  private let added: Timestamp
  private var inode: UInt64 = 1

  init(_ indexed: IndexedFolder, seed: UInt64, changes: Int = 40) throws {
    store = indexed.store
    random = RandomFiles(seed: seed)
    types = RandomFiles.types
    _ = try store.typeIDs(for: types)
    added = EvaluationContext.current().now
    for _ in 0..<changes { try change() }
  }

  /// All documents that a search may find.
  var documents: [ModelDocument] {
    document(root, rootPath).map { [$0] + visible(below: root, rootPath) } ?? []
  }

  private func visible(below file: ModelFile, _ path: [UInt8]) -> [ModelDocument] {
    return (file.children ?? []).flatMap { child in
      let childPath = path + [UInt8(ascii: "/")] + child.entry.name
      return (document(child, childPath).map { [$0] } ?? []) + visible(below: child, childPath)
    }
  }

  private func document(_ file: ModelFile, _ path: [UInt8]) -> ModelDocument? {
    ModelDocument(
      path: path, entry: file.entry, type: file.entry.type == .unknown ? nil : types[Int(file.entry.type.rawValue) - 1],
      entries: file.children?.count, added: added, record: file.record, text: file.text)
  }

  // MARK: Changes

  /// Adds many files at once, half of them to the root and half to a new folder.
  func addCrowd(of count: Int) throws {
    let crowd = ModelFile(folder("crowd", inode: 1 << 40))
    root.children?.append(crowd)
    try list(root, rootPath)
    for folder in [root, crowd] {
      for _ in 0..<count / 2 {
        inode += 1
        var entry = random.entry(inode: inode)
        entry.name += bytes(" \(inode)")
        entry.type = random.type()
        folder.children?.append(ModelFile(entry))
      }
      try list(folder, folder === root ? rootPath : rootPath + bytes("/crowd"))
    }
  }

  /// Performs one random change of the tree and the store.
  func change() throws {
    let (folder, path) = random.element(of: root.folders(at: rootPath))
    switch random.number(below: 15) {
    case 0...5: try add(to: folder, path)
    case 6: try remove(from: folder, path)
    case 7: try touch(folder, path)
    case 8: try rename(in: folder, path)
    case 9: try move(from: folder, path)
    default: try importContent(of: folder, path)
    }
  }

  private func add(to folder: ModelFile, _ path: [UInt8]) throws {
    inode += 1
    var entry = random.entry(inode: inode)
    guard let children = folder.children, !children.contains(where: { $0.entry.name == entry.name }) else { return }
    entry.type = random.type()
    folder.children?.append(ModelFile(entry))
    if random.chance(2) {
      try list(folder, path)
    } else {
      let directory = try directory(path)
      try store.write { transaction throws(StoreError) in _ = try transaction.update(directory, entry: entry) }
    }
  }

  private func remove(from folder: ModelFile, _ path: [UInt8]) throws {
    guard let children = folder.children, !children.isEmpty else { return }
    let gone = children[random.number(below: children.count)]
    // Folders are removed rarely, because all their contents are removed with them.
    guard gone.children?.isEmpty ?? true || random.chance(4) else { return }
    folder.children?.removeAll { $0 === gone }
    if random.chance(2) {
      try list(folder, path)
    } else {
      let directory = try directory(path)
      _ = try store.write { transaction throws(StoreError) in try transaction.removeEntry(named: gone.entry.name, in: directory) }
    }
  }

  /// Writes new content, sometimes in a new inode, as editors do. The imported content stays until
  /// the new one is read.
  private func touch(_ folder: ModelFile, _ path: [UInt8]) throws {
    guard let file = folder.children?.filter({ $0.entry.status.kind == .regular }).first else { return }
    inode += 1
    let status = random.status(.regular, inode: random.chance(2) ? inode : file.entry.status.inode)
    file.entry.status = status
    try list(folder, path)
  }

  private func rename(in folder: ModelFile, _ path: [UInt8]) throws {
    let name = random.name()
    guard let children = folder.children, let file = children.last, !children.contains(where: { $0.entry.name == name }) else { return }
    file.entry.name = name
    try list(folder, path)
  }

  private func move(from folder: ModelFile, _ path: [UInt8]) throws {
    guard let file = folder.children?.first else { return }
    let (target, targetPath) = random.element(of: root.folders(at: rootPath))
    guard !file.contains(target), !(target.children ?? []).contains(where: { $0.entry.name == file.entry.name }) else { return }
    let (directory, reference) = (try directory(targetPath), try reference(path + [UInt8(ascii: "/")] + file.entry.name))
    folder.children?.removeFirst()
    target.children?.append(file)
    try store.write { transaction throws(StoreError) in _ = try transaction.move(reference, to: directory, as: file.entry) }
  }

  /// Stores random content, or a failure.
  private func importContent(of folder: ModelFile, _ path: [UInt8]) throws {
    guard let file = folder.children?.filter({ $0.entry.status.kind == .regular }).last else { return }
    let reference = try reference(path + [UInt8(ascii: "/")] + file.entry.name)
    let status = file.entry.status
    guard !random.chance(12) else {
      (file.record, file.text) = (AttributeRecord(), nil)
      try store.write { transaction throws(StoreError) in
        _ = try transaction.setFailure(Failure(reference: reference, importer: "A 1", reason: "broken", when: 1), ifStatusIs: status)
      }
      return
    }
    file.record = random.record()
    file.text = random.text()
    let type = random.chance(3) ? random.type() : nil
    if let type { file.entry.type = type }
    let record = file.record.isEmpty ? [] : file.record.encoded()
    try store.setContent(reference, ifStatusIs: status, record: record, type: type, text: random.parts(of: file.text))
  }

  // MARK: The store's side

  private func list(_ folder: ModelFile, _ path: [UInt8]) throws {
    let directory = try directory(path)
    let listing = (folder.children ?? []).map(\.entry)
    _ = try store.write { transaction throws(StoreError) in try transaction.reconcile(directory, with: listing) }
  }

  private func directory(_ path: [UInt8]) throws -> DirectoryID {
    try store.read { snapshot throws(StoreError) in try snapshot.directory(for: path) ?? .nowhere }
  }

  private func reference(_ path: [UInt8]) throws -> DocumentReference {
    try store.read { snapshot throws(StoreError) in
      try snapshot.reference(for: path) ?? DocumentReference(directory: .nowhere, document: DocumentID(rawValue: 0))
    }
  }
}
