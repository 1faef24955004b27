// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import IndexStore
internal import SystemPlatform
internal import UniformTypeIdentifiers
internal import WorkerProtocol

/// Lists directories: the entries that are to be indexed, each with its status and the type that
/// its name and status indicate.
struct DirectoryReader: Sendable {
  var rules: ExclusionRules
  /// The trees outside the roots of the configuration that are being imported. They are roots of ``rules``,
  /// too. Of entries whose names the rules exclude, those that are in the index stay there.
  var imported: [[UInt8]] = []
  let types: TypeDatabase
  /// Whether listings tell what file systems directories are on. In an index of several users' files, it
  /// decides who may see what.
  var recordsFileSystems = false
  /// The types that importers read. Set in the first crawl of a tree; `nil` in later crawls.
  ///
  /// If set, ``read(_:at:)`` checks directories, and files that no worker needs to open, for
  /// extended attributes, so that files without any need not be opened. In later crawls most
  /// entries are unchanged, so only directories are checked, which are few.
  var claimed: ClaimedTypes?
  /// Maximum number of names in one part of a listing. A listing of more than four times as many
  /// consists of several parts.
  var partLength = TreeCrawler.maximumChanges
  /// Creates the file for the names of a very large directory; returns `nil` if that is not possible.
  var makeScratchFile: @Sendable () -> ScratchFile? = { nil }

  /// How a directory was found. This decides whether a crawl enters it.
  enum Position: Sendable {
    /// Named by the user. It is read whatever file system it is on.
    case root
    /// Recorded in the catalog as a directory with entries. It is read whatever file system it is
    /// on, if it still has this inode number.
    case known(inode: UInt64)
    /// Found in a directory on this device. If it is on another device, it is a mount point, and is
    /// read only if its file system is local. Other file systems are not asked for anything, because
    /// they may not answer.
    case below(device: UInt64, inode: UInt64)
  }

  enum ReadError: Error {
    case problem(CrawlProblem)
    /// The path no longer leads to this directory: there is nothing, or something else. This is not
    /// a problem to report, because the listing of the parent directory will show the change.
    case vanished
  }

  /// Adds a watch to an open directory.
  typealias Watch = @Sendable (_ directory: Int32) -> Result<WatchID, SystemError>

  /// Lists a directory. Holds the entries of one part of a long listing only.
  ///
  /// - Parameters:
  ///   - watch: Called before the entries are read, so that no change is missed; `nil` if the
  ///     directory is not watched.
  ///   - receive: Called with the listing, or with its parts, in order. If it returns `false`, the rest
  ///     is not read.
  /// - Throws: ``ReadError`` if the entries could not be read, or only some of them; what `receive`
  ///   throws.
  func read(
    _ path: [UInt8], at position: Position, watch: Watch? = nil, receive: (DirectoryListing) throws -> Bool
  ) throws {
    if case .below = position {
      // Opening a directory, unlike this, may wait for its file system.
      var found = file_status()
      guard unsafe withCPath(path, { unsafe file_cached_status_at(FileDescriptor.workingFolder.rawValue, $0, &found) }) == 0 else {
        throw error(.current("statx", path: path))
      }
      guard position.mayBe(found) else { throw ReadError.vanished }
      if try isCrossed(found, at: position, path) {
        var listing = DirectoryListing(path: path, device: found.device, watch: nil, entries: [])
        if recordsFileSystems { listing.filesystem = 0 }
        _ = try receive(listing)
        return
      }
    }
    let number = unsafe withCPath(path) { unsafe file_open_exactly($0, Self.options.rawValue) }
    guard number >= 0 else { throw error(.current("open", path: path)) }
    let directory = OwnedDescriptor(owning: number)
    var own = file_status()
    guard unsafe file_status_of(directory.rawValue, &own) == 0 else { throw error(.current("statx", path: path)) }
    var listing = DirectoryListing(path: path, device: own.device, watch: nil, entries: [])
    guard position.mayBe(own) else { throw ReadError.vanished }
    if recordsFileSystems { listing.filesystem = 0 }
    // Something may have been mounted since the check above.
    if try isCrossed(own, at: position, path) {
      _ = try receive(listing)
      return
    }
    if recordsFileSystems { listing.filesystem = file_system_of(directory.rawValue, own.device) }
    // Asked once, because each question is a system call under a lock that all readers share.
    let mount = MountTable.shared.mount(ofDevice: own.device)
    listing.volume = volume(at: position, own, on: mount, path)
    listing.isNamesOnly = rules.unreadTree(containing: path) != nil
    if let watch {
      switch watch(directory.rawValue) {
      case .success(let watch): listing.watch = watch
      case .failure(let error): listing.problems.append(CrawlProblem(path: path, reason: .unwatched(error)))
      }
      // It may have changed before it was watched.
      guard unsafe file_status_of(directory.rawValue, &own) == 0 else { throw error(.current("statx", path: path)) }
    }
    listing.status = FileStatus(own)
    let isImported = !imported.isEmpty && rules.roots.nearest(to: path).map(imported.contains) ?? false
    var examined = ExaminedDirectory(
      rules: rules.entries(of: path), device: own.device, isRemote: mount?.kind == .remote, isImported: isImported)
    let types = types.names
    let names: SortedNames
    (names, listing.skipped) = try self.names(in: directory, path, examined)
    let length = names.count > 4 * partLength ? partLength : names.count
    var reader = try reading(path) { () throws(SystemError) in try names.makeReader() }
    var next = try reading(path) { () throws(SystemError) in try reader.next() }
    var isFirst = true
    repeat {
      listing.entries.reserveCapacity(length)
      var count = 0
      while count < length, let name = next {
        try examine(name.bytes, in: directory, among: types, &examined, &listing)
        next = try reading(path) { () throws(SystemError) in try reader.next() }
        count += 1
      }
      if length < names.count { listing.part = DirectoryListing.Part(isFirst: isFirst, isLast: next == nil, names: names) }
      isFirst = false
      guard try receive(listing) else { return }
      (listing.entries, listing.unknown, listing.problems, listing.skipped) = ([], [], [], 0)
    } while next != nil
  }

  /// What is known of a directory whose entries are being examined.
  private struct ExaminedDirectory {
    let rules: EntryRules
    let device: UInt64
    let isRemote: Bool
    /// Whether the directory is in a tree that is being imported.
    let isImported: Bool
    var hasExtendedAttributes = true
  }

  /// Adds the entry with a name to the listing, if it is to be indexed.
  private func examine(
    _ name: [UInt8], in directory: borrowing OwnedDescriptor, among types: NamedTypes, _ examined: inout ExaminedDirectory,
    _ listing: inout DirectoryListing
  ) throws(ReadError) {
    let path = listing.path
    var raw = file_status()
    if let failure = status(of: name, in: directory, at: path, asksServer: examined.isRemote, &raw) {
      // The entry was removed after `readdir`. Any other error must not look like a removal.
      if failure.code == .noSuchFileOrDirectory { return }
      if examined.rules.excludes(name, isDirectory: false) {
        listing.skipped += 1
        return
      }
      if isDenied(failure, by: directory) { throw error(failure) }
      if failure.code != .fileNameTooLong { listing.unknown.append(name) }
      listing.problems.append(CrawlProblem(path: path.appending(component: name), reason: .unreadable(failure)))
      return
    }
    let status = FileStatus(raw)
    let isDirectory = status.kind == .directory
    if status.kind == .other || examined.rules.excludes(name, isDirectory: isDirectory) {
      listing.skipped += 1
      // It may have been imported by its own name.
      if examined.isImported, status.kind != .other, examined.rules.excludesName(name, isDirectory: isDirectory) {
        listing.unknown.append(name)
      }
      return
    }
    let (type, isCertain) = typeIndex(of: name, status, among: types)
    var entry = DirectoryListing.Entry(name: name, status: status, typeIndex: type, isTypeCertain: isCertain, extendedAttributes: .unknown)
    if status.kind == .symbolicLink || !examined.hasExtendedAttributes || isForeign(raw, in: examined.device) {
      entry.extendedAttributes = .absent
    } else if isDirectory || claimed.map({ !$0.needWorker(for: entry, among: self.types) }) ?? false {
      entry.extendedAttributes = ExtendedAttributes.presence(on: name, in: directory.rawValue, at: path)
      if entry.extendedAttributes == .unsupported { examined.hasExtendedAttributes = false }
    }
    listing.entries.append(entry)
  }

  private func reading<Result>(_ path: [UInt8], _ body: () throws(SystemError) -> Result) throws(ReadError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      var failure = error
      failure.path = Path(path)
      throw self.error(failure)
    }
  }

  private static let options: OpenOptions = [.directory, .noFollow, .nonBlocking]

  /// The error with which listing a directory would fail for lack of permission; `nil` if this user
  /// may list it. faccessat(2)
  func obstacle(at path: [UInt8]) -> SystemError? {
    Path(path).effectiveAccessError(for: [.read, .execute]).map { SystemError(code: $0, call: "open", path: Path(path)) }
  }

  /// The position of a directory of the catalog.
  ///
  /// - Parameter inode: Its inode number in the catalog; `nil` if it has no document there.
  func position(of path: [UInt8], inode: UInt64?) -> Position {
    guard let inode else { return .root }
    var parent = file_status()
    guard !rules.roots.contains(path),
      unsafe withCPath(path.parent, { unsafe file_cached_status_at(FileDescriptor.workingFolder.rawValue, $0, &parent) }) == 0
    else {
      return .known(inode: inode)
    }
    return .below(device: parent.device, inode: inode)
  }

  // MARK: File systems

  /// See ``DirectoryListing/volume``.
  private func volume(at position: Position, _ directory: file_status, on mount: Mount?, _ path: [UInt8]) -> UInt64? {
    if case .below(let device, _) = position, device == directory.device || mount == nil { return nil }
    if let mount, mount.kind != .local || mount.isInMemory { return nil }
    let identifier = MountTable.shared.identifier(at: path)
    return identifier == 0 ? nil : identifier
  }

  /// Reads the status of an entry.
  ///
  /// - Parameter asksServer: Whether the directory is on a remote file system. Otherwise an entry
  ///   on another file system is a mount point, whose server is not asked, because it may not
  ///   answer.
  /// - Returns: The error; `nil` on success.
  func status(
    of name: [UInt8], in directory: borrowing OwnedDescriptor, at path: [UInt8], asksServer: Bool, _ status: inout file_status
  ) -> SystemError? {
    // A few file systems, such as those in user space, have longer names than all others.
    guard name.count <= ListedFile.maximumNameLength else {
      return SystemError(code: .fileNameTooLong, call: "statx", path: Path(path.appending(component: name)))
    }
    let descriptor = directory.rawValue
    let result = unsafe withCPath(name) { name in
      unsafe asksServer ? file_status_at(descriptor, name, &status) : file_cached_status_at(descriptor, name, &status)
    }
    return result == 0 ? nil : .current("statx", path: path.appending(component: name))
  }

  /// Whether the status of an entry could not be read because this user may not search the
  /// directory. Then the same error follows for every entry.
  func isDenied(_ failure: SystemError, by directory: borrowing OwnedDescriptor) -> Bool {
    guard failure.code == .permissionDenied else { return false }
    return Path(".").effectiveAccessError(for: .execute, in: directory.file) != nil
  }

  /// Whether an entry of a directory is a mount point of a file system that a crawl does not enter.
  func isForeign(_ entry: file_status, in device: UInt64) -> Bool {
    entry.device != device && MountTable.shared.kind(ofDevice: entry.device) != .local
  }

  private func error(_ error: SystemError) -> ReadError {
    error.code.isMissingOrLink
      ? .vanished : .problem(CrawlProblem(path: error.path?.bytes ?? [], reason: .unreadable(error)))
  }

  /// Whether a directory is a mount point of a virtual file system such as `/proc`, which is
  /// skipped without a report.
  ///
  /// - Throws: A problem if it is a mount point of a network or user-space file system, or of
  ///   autofs.
  private func isCrossed(_ status: file_status, at position: Position, _ path: [UInt8]) throws(ReadError) -> Bool {
    guard case .below(let device, _) = position, device != status.device else { return false }
    switch MountTable.shared.kind(ofDevice: status.device) {
    case .local: return false
    case .pseudo: return true
    case .remote: throw .problem(CrawlProblem(path: path, reason: .remote))
    case .automount: throw .problem(CrawlProblem(path: path, reason: .automount))
    }
  }

  /// The names of the entries that may be indexed. Entries that the rules exclude may be among them,
  /// but hidden ones only if they are wanted, are roots, or have the name of a marker. If the directory
  /// contains a marker, only roots are among them.
  ///
  /// - Returns: The names, and the number of other entries.
  private func names(
    in directory: borrowing OwnedDescriptor, _ path: [UInt8], _ examined: ExaminedDirectory
  ) throws(ReadError) -> (names: SortedNames, skipped: Int) {
    var names = NameSorter(in: ScratchPieces(makeFile: makeScratchFile))
    var isMarked = false
    var skipped = 0
    var entries = DirectoryEntries()
    let number = directory.rawValue
    func add(_ name: UnsafeRawBufferPointer, _ kind: FileStatus.Kind?) {
      if kind == .other {
        skipped += 1
        return
      }
      if let first = unsafe name.first, first == UInt8(ascii: ".") || first == UInt8(ascii: "C") {
        let name = unsafe Array(name)
        if let marker = FolderMarker(fileName: name), marker.isPresent(in: number, by: rules.markerAuthors) { isMarked = true }
        // Skipping hidden entries here saves a system call for each.
        let mayBeDirectory = kind ?? .directory == .directory
        if first == UInt8(ascii: "."), !examined.isImported, !examined.rules.mayInclude(hidden: name, mayBeDirectory: mayBeDirectory) {
          skipped += 1
          return
        }
      }
      unsafe names.append(name, kind)
    }
    while try reading(path, { () throws(SystemError) in try unsafe entries.next(of: number, add) }) {}
    let sorted = names.sorted()
    guard isMarked else { return (sorted, skipped) }
    let roots = try roots(among: sorted, of: path)
    return (roots, skipped + sorted.count - roots.count)
  }

  private func roots(among names: SortedNames, of path: [UInt8]) throws(ReadError) -> SortedNames {
    var roots = NameSorter(in: ScratchPieces(makeFile: makeScratchFile))
    var reader = try reading(path) { () throws(SystemError) in try names.makeReader() }
    while let name = try reading(path, { () throws(SystemError) in try reader.next() }) {
      if rules.isRoot(name.bytes, in: path) { unsafe name.bytes.withUnsafeBytes { unsafe roots.append($0, name.kind) } }
    }
    return roots.sorted()
  }

  func typeIndex(of name: [UInt8], _ status: FileStatus, among named: NamedTypes) -> (index: Int, isCertain: Bool) {
    switch status.kind {
    case .directory: return (types.folder.index, true)
    case .symbolicLink: return (types.symbolicLink.index, true)
    case .regular, .other:
      if let found = named.typeIndex(forFileName: name.span) { return found }
      if status.size == 0 { return (types.emptyFile.index, true) }
      return ((status.mode & 0o111 != 0 ? types.unixExecutable : types.data).index, false)
    }
  }
}

extension DirectoryReader.Position {
  /// Whether a directory that was opened may be the one that was to be read, and not one that has
  /// since been moved to its path.
  fileprivate func mayBe(_ opened: file_status) -> Bool {
    switch self {
    case .root: true
    case .known(let inode): opened.inode == inode
    // The root of a mounted file system has another inode number than the directory that it covers.
    case .below(let device, let inode): opened.inode == inode || opened.device != device
    }
  }
}
