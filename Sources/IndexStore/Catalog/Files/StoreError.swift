// SPDX-License-Identifier: Apache-2.0

package import LogMessages
package import SystemPlatform

/// Why a store could not be opened, read or written. Each message is one line that names the object
/// and says what to do.
package enum StoreError: Error, Equatable {
  /// The folder contains no store.
  case notFound(path: String)
  /// The folder contains other files, of which `name` is one.
  case foreignDirectory(path: String, name: String)
  /// The folder is on a file system whose mapped files are not coherent.
  case unsuitableFileSystem(path: String, name: String)
  /// The folder belongs to another user or is not writable.
  case permissionDenied(path: String)
  /// The folder is on a file system that is mounted read-only.
  case readOnlyFileSystem(path: String)
  /// The store contains items, and files were expected, or vice versa.
  case unexpectedContent(path: String, found: StoreContent)
  /// A later version of the program wrote the store.
  case newerFormat(path: String, found: UInt64, supported: UInt64)
  /// An object contains bytes that no version writes; `reason` says what is wrong.
  case corrupted(object: String, reason: String)
  /// The file of a segment differs from what was written. The catalog has all data to build it
  /// again.
  case damagedSegment(path: String, reason: String)
  /// The file of a listed segment is gone. If the snapshot is not the latest one, the segment was
  /// merged meanwhile; otherwise its file is lost.
  case outdatedSnapshot(path: String)
  /// An earlier version of the program wrote the store.
  case olderFormat(path: String, found: UInt64)
  /// The store was opened for reading and cannot be written.
  case openedForReading(path: String)
  /// The catalog does not fit, or no longer fits, in the address space that the process may use.
  case mapFull(path: String)
  case diskFull(path: String)
  /// A file would exceed the process's file size limit.
  case fileTooLarge(path: String)
  /// The kernel refuses a watch for changes of the store.
  case watchRefused(path: String, limit: WatchLimit)
  /// All reader slots of the store are in use.
  case readersFull(path: String)
  /// A name that no directory entry can have, or a path that is not absolute.
  case invalidName([UInt8])
  /// The directory is not in the catalog.
  case unknownDirectory(DirectoryID)
  /// A call failed for another reason. `code` is an `errno`, or an LMDB code if negative.
  case system(call: String, path: String, code: Int32)
}

extension StoreError {
  /// Whether the catalog has all data to repair the damage.
  package var isRepairable: Bool {
    switch self {
    case .damagedSegment, .outdatedSnapshot: true
    default: false
    }
  }

  /// Whether writing less may succeed.
  package var isLackOfSpace: Bool {
    switch self {
    case .diskFull, .fileTooLarge: true
    default: false
    }
  }
}

extension StoreError: LogMessageConvertible {
  package var description: String { logMessage.description }

  package var logMessage: LogMessage {
    var message: LogMessage = advice.map { "\(problem); \($0)" } ?? problem
    message.errorNumber = errorNumber
    return message
  }

  private var errorNumber: Int32? {
    switch self {
    case .system(_, _, let code) where code > 0: code
    case .diskFull: Errno.noSpace.rawValue
    default: nil
    }
  }

  /// What is wrong, without advice.
  package var problem: LogMessage {
    switch self {
    case .notFound(let path): "\(path): there is no index here"
    case .foreignDirectory(let path, let name):
      "\(path): the folder contains \(path: name), which does not belong to an index"
    case .unsuitableFileSystem(let path, let name): "\(path): an index cannot be stored on \(name)"
    case .permissionDenied(let path): "\(path): permission denied; the index belongs to another user or the folder is not writable"
    case .readOnlyFileSystem(let path): "\(path): the file system is mounted read-only"
    case .unexpectedContent(let path, .items): "\(path): this is an index of items of a program, not of files"
    case .unexpectedContent(let path, .files): "\(path): this is an index of files, not of items of a program"
    case .newerFormat(let path, let found, let supported):
      "\(path): the index has format \(found), and this program knows up to \(supported)"
    case .corrupted(let object, let reason): "\(object) is damaged (\(reason))"
    case .damagedSegment(_, let reason): "\(reason)"
    case .outdatedSnapshot(let path): "\(path): the segment is missing"
    case .olderFormat(let path, let found): "\(path): the index has format \(found), from an earlier version"
    case .openedForReading(let path): "\(path): the index is open for reading only"
    case .mapFull(let path): "\(path): the index does not fit in the address space that this program may use"
    case .diskFull(let path): "\(path): no space left on the disk; no data was lost"
    case .fileTooLarge(let path): "\(path): the file would exceed the file size limit; no data was lost"
    case .readersFull(let path): "\(path): too many programs are reading the index"
    case .watchRefused(let path, let limit): "\(path): \(limit.description)"
    case .invalidName(let name): "\(path: name): not a valid file name"
    case .unknownDirectory(let directory): "directory \(directory.rawValue) left the index meanwhile"
    case .system(let call, let path, let code): "\(path): \(call) failed: \(Self.message(code))"
    }
  }

  /// What to do; `nil` if that is plain or unknown.
  private var advice: String? {
    switch self {
    case .notFound: "mdimport or mds creates one"
    case .foreignDirectory: "move it elsewhere, or choose an empty or new folder"
    case .unsuitableFileSystem: "choose a folder on a local disk with --store or SEARCHLIGHT_STORE"
    case .readOnlyFileSystem: "mount it for writing, or choose another folder with --store or SEARCHLIGHT_STORE"
    case .unexpectedContent: "choose another folder"
    case .newerFormat: "update Searchlight, or erase the index with mdutil -E"
    case .corrupted: "rebuild the index with mdutil -E"
    case .damagedSegment, .outdatedSnapshot: "mds, mdimport and 'mdutil --repair' rebuild it"
    case .olderFormat: "rebuild it with mdutil -E"
    case .mapFull: "raise the limit (ulimit -v)"
    case .diskFull: "free some space"
    case .fileTooLarge: "raise the limit (ulimit -f)"
    case .readersFull: "try again when some have finished"
    case .unknownDirectory: "try again"
    case .permissionDenied, .openedForReading, .watchRefused, .invalidName, .system: nil
    }
  }
}
