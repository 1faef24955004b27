// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import IndexStore
internal import UniformTypeIdentifiers
internal import WorkerProtocol

extension WorkerPool {
  /// Reads the sidecar of a file that was read, as a file of its own, and adds its attributes to those of the file.
  ///
  /// Does nothing if the type of the file is none that sidecars describe, or if the sidecar cannot be read: its own
  /// document has the reason then.
  func read(
    _ sidecar: SidecarFile, of job: ImportJob<Tag>, into imported: FinishedJob<Tag>, with worker: inout WorkerProcess?,
    _ watchdog: ImportWatchdog
  ) throws -> FinishedJob<Tag> {
    guard let (type, status) = described(imported, by: job), Sidecar.isDescribed(launch.types.tree(forIdentifier: type)) else {
      return imported
    }
    var request = ImportJob(
      tag: job.tag, path: sidecar.path, typeIdentifier: sidecar.typeIdentifier, isTypeCertain: sidecar.isTypeCertain)
    request.wantsText = false
    var receiver = NoReceiver<Tag>()
    let begun = try begin(request, with: &worker, watchdog)
    let read = try finish(begun, with: &worker, watchedBy: watchdog, &receiver)
    var result = imported
    result.processorTime += read.processorTime
    switch read.content {
    case .postponed: result.content = read.content
    case .finished(let opened, let outcome, let attributes):
      if launch.separatesOwners, !isTrusted(sidecar.path, openedAs: opened, for: job.path, openedAs: status) { break }
      result.add(attributes, namesPosition: outcome.namesPosition)
    case .unread, .failed, .vanished: break
    }
    return result
  }

  /// The type of a file that was read, and its status when it was opened; `nil` if it was not opened.
  private func described(_ imported: FinishedJob<Tag>, by job: ImportJob<Tag>) -> (type: String, status: FileStatus)? {
    switch imported.content {
    case .finished(let status, let result, _): (result.typeIdentifier ?? job.typeIdentifier).map { ($0, status) }
    case .unread(let status), .failed(let status?, _): job.typeIdentifier.map { ($0, status) }
    case .failed, .postponed, .vanished: nil
    }
  }

  /// Whether a sidecar counts for a file of perhaps another user: everybody who may read the file may read the sidecar,
  /// too, and could while it was read, and its owner might as well replace the file.
  ///
  /// If the permissions of the file itself have changed since, its status in the index shows that nobody may see its
  /// attributes before it is read again.
  private func isTrusted(_ sidecar: [UInt8], openedAs opened: FileStatus, for file: [UInt8], openedAs status: FileStatus) -> Bool {
    let (fileList, sidecarList) = (AccessControlList(at: file), AccessControlList(at: sidecar))
    guard let now = FileStatus(at: sidecar), !opened.mayDifferInContent(from: now), let folder = FileStatus(at: file.parent) else {
      return false
    }
    // Everybody may add files to a folder such as /tmp, but not rename those of others.
    if folder.isSticky, ![0, folder.userID, status.userID].contains(opened.userID) { return false }
    let (readers, others) = (FileReaders(status), FileReaders(opened))
    if fileList == .none, sidecarList == .none { return others.include(readers) }
    return fileList == sidecarList && fileList != .unknown && readers == others
  }
}

extension FileStatus {
  /// Whether only the owners of the files in a directory, its own one and root may rename them. inode(7), `S_ISVTX`
  fileprivate var isSticky: Bool { mode & 0o1000 != 0 }
}

extension WorkerLaunch {
  /// The types of the system, and those that installed importers declare.
  fileprivate var types: TypeDatabase { choice?.types ?? .shared }
}

extension FinishedJob {
  /// Adds the attributes of the sidecar. They replace those in the file, and are replaced by those that the user has
  /// set.
  ///
  /// - Parameter namesPosition: Whether the names of the place in the sidecar's record were found by the position.
  fileprivate mutating func add(_ sidecar: AttributeRecord, namesPosition: Bool) {
    var sidecar = sidecar
    if case .finished(let status, var result, var record) = content {
      if result.namesPosition { record.removePlaceNames(replacedBy: sidecar) }
      // Whoever has named the place of the file knows better than its position.
      if namesPosition, record.namesPlace { sidecar.removePlaceNames() }
      result.namesPosition = sidecar.namesPlace ? namesPosition : result.namesPosition && record.namesPlace
      content = .finished(status: status, result: result, record: record.joined(withSidecar: sidecar))
    } else {
      if namesPosition { sidecar.removePlaceNames(replacedBy: extended) }
      extended = sidecar.overridden(by: extended)
    }
  }
}

extension AttributeRecord {
  /// The attributes of a file together with those of its sidecar, which precede. The values of lists are joined, first
  /// those of the sidecar.
  func joined(withSidecar sidecar: AttributeRecord) -> AttributeRecord {
    var record = self
    for entry in sidecar.known {
      let isList = entry.key.definition.multiplicity == .many
      record[entry.key] = isList ? entry.value.joined(with: record[entry.key]) : entry.value
      // What the camera has written stands for the attribute of the file only.
      if let form = entry.key.cameraForm { record.setCustom(form, to: nil) }
    }
    for entry in sidecar.custom {
      let other = self[custom: entry.name]
      let isList = entry.value.isList || other?.isList == true
      record.setCustom(entry.name, to: isList ? entry.value.joined(with: other) : entry.value, searchability: entry.searchability)
    }
    return record
  }

  /// The attributes of both records, with the values of `other` where both have one.
  func overridden(by other: AttributeRecord) -> AttributeRecord {
    var record = self
    for entry in other.known { record[entry.key] = entry.value }
    return record
  }
}

extension AttributeValue {
  fileprivate var isList: Bool { if case .array = self { true } else { false } }

  /// A list with the values of this one, and then with those of another one that it does not have.
  fileprivate func joined(with other: AttributeValue?) -> AttributeValue {
    guard let other, other != .null else { return self }
    let known = Set(elements)
    return .array(elements + other.elements.filter { !known.contains($0) })
  }
}

/// Receives nothing: of a sidecar, only the attributes count.
private struct NoReceiver<Tag: Sendable>: ImportReceiver {
  mutating func take(_ text: Span<UInt8>, of job: ImportJob<Tag>) {}
  mutating func take(_ file: FinishedJob<Tag>) {}
}
