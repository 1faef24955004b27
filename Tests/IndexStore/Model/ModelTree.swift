import Attributes
import QueryLanguage

@testable import IndexStore

/// A tree of files in memory, changed at random, and a store that is told of every change.
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

  /// Every document that a search may find.
  var documents: [ModelDocument] {
    document(root, rootPath).map { [$0] + visible(below: root, rootPath) } ?? []
  }

  private func visible(below file: ModelFile, _ path: [UInt8]) -> [ModelDocument] {
    guard !file.isHidden else { return [] }
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

  /// Adds many files at once, half of them to the root and half to a folder of their own.
  func addCrowd(of count: Int) throws {
    let crowd = ModelFile(folder("crowd", inode: 1 << 40))
    root.children?.append(crowd)
    try list(root, rootPath)
    for place in [root, crowd] {
      for _ in 0..<count / 2 {
        inode += 1
        var entry = random.entry(inode: inode)
        entry.name += bytes(" \(inode)")
        entry.type = random.type()
        place.children?.append(ModelFile(entry))
      }
      try list(place, place === root ? rootPath : rootPath + bytes("/crowd"))
    }
  }

  /// Does one thing to the tree and to the store.
  func change() throws {
    let (place, path) = random.element(of: root.folders(at: rootPath))
    switch random.number(below: 16) {
    case 0...5: try add(to: place, path)
    case 6: try remove(from: place, path)
    case 7: try touch(place, path)
    case 8: try rename(in: place, path)
    case 9: try move(from: place, path)
    case 10: try hide(place, path)
    default: try importContent(of: place, path)
    }
  }

  private func add(to place: ModelFile, _ path: [UInt8]) throws {
    inode += 1
    var entry = random.entry(inode: inode)
    guard let children = place.children, !children.contains(where: { $0.entry.name == entry.name }) else { return }
    entry.type = random.type()
    place.children?.append(ModelFile(entry))
    if random.chance(2) {
      try list(place, path)
    } else {
      let directory = try directory(path)
      try store.write { transaction throws(StoreError) in _ = try transaction.update(directory, entry: entry) }
    }
  }

  private func remove(from place: ModelFile, _ path: [UInt8]) throws {
    guard let children = place.children, !children.isEmpty else { return }
    let gone = children[random.number(below: children.count)]
    // Folders rarely: they take much with them.
    guard gone.children?.isEmpty ?? true || random.chance(4) else { return }
    place.children?.removeAll { $0 === gone }
    if random.chance(2) {
      try list(place, path)
    } else {
      let directory = try directory(path)
      _ = try store.write { transaction throws(StoreError) in try transaction.removeEntry(named: gone.entry.name, in: directory) }
    }
  }

  /// New content, perhaps in a new inode, as editors save. What was read from the old content stays until the new one is read.
  private func touch(_ place: ModelFile, _ path: [UInt8]) throws {
    guard let file = place.children?.filter({ $0.entry.status.kind == .regular }).first else { return }
    inode += 1
    let status = random.status(.regular, inode: random.chance(2) ? inode : file.entry.status.inode)
    file.entry.status = status
    try list(place, path)
  }

  private func rename(in place: ModelFile, _ path: [UInt8]) throws {
    let name = random.name()
    guard let children = place.children, let file = children.last, !children.contains(where: { $0.entry.name == name }) else { return }
    file.entry.name = name
    try list(place, path)
  }

  private func move(from place: ModelFile, _ path: [UInt8]) throws {
    guard let file = place.children?.first else { return }
    let (target, targetPath) = random.element(of: root.folders(at: rootPath))
    guard !file.contains(target), !(target.children ?? []).contains(where: { $0.entry.name == file.entry.name }) else { return }
    let (directory, reference) = (try directory(targetPath), try reference(path + [UInt8(ascii: "/")] + file.entry.name))
    place.children?.removeFirst()
    target.children?.append(file)
    try store.write { transaction throws(StoreError) in _ = try transaction.move(reference, to: directory, as: file.entry) }
  }

  private func hide(_ place: ModelFile, _ path: [UInt8]) throws {
    guard place !== root, place.isHidden || random.chance(3) else { return }
    place.isHidden.toggle()
    let directory = try directory(path)
    try store.write { transaction throws(StoreError) in try transaction.setHidden(place.isHidden, directory) }
  }

  /// What an importer found, or that it failed.
  private func importContent(of place: ModelFile, _ path: [UInt8]) throws {
    guard let file = place.children?.filter({ $0.entry.status.kind == .regular }).last else { return }
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

  private func list(_ place: ModelFile, _ path: [UInt8]) throws {
    let directory = try directory(path)
    let listing = (place.children ?? []).map(\.entry)
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
