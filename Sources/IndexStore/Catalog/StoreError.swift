internal import TextAnalysis

/// Why a store could not be opened, read or written. Every message is one line that names the object and what to do.
package enum StoreError: Error, Equatable {
  /// There is no store in the folder.
  case notFound(path: String)
  /// The folder has files in it, but no store.
  case foreignDirectory(path: String)
  /// The folder is on a file system whose mapped files do not stay coherent.
  case unsuitableFileSystem(path: String, name: String)
  /// Another user's folder, or one without write permission.
  case permissionDenied(path: String)
  /// The folder is on a file system that is mounted for reading only.
  case readOnlyFileSystem(path: String)
  /// A later version wrote the store.
  case newerFormat(path: String, found: UInt64, supported: UInt64)
  /// Bytes that no version writes: the object, and what is wrong with it.
  case corrupted(object: String, reason: String)
  /// A segment's file does not have the bytes that were written. The catalog has what is needed to build it again.
  case damagedSegment(path: String, reason: String)
  /// A segment that a snapshot lists is gone: merged away meanwhile if the snapshot is not the latest, else lost.
  case outdatedSnapshot(path: String)
  /// An earlier version wrote the store.
  case olderFormat(path: String, found: UInt64)
  /// The store was opened for reading.
  case openedForReading(path: String)
  /// The catalog has reached the size that was reserved for it.
  case mapFull(path: String)
  case diskFull(path: String)
  /// A file would become longer than the process may make one.
  case fileTooLarge(path: String)
  /// As many processes read as the store has places for.
  case readersFull(path: String)
  /// A name that no directory entry can have, or a path that is not absolute.
  case invalidName([UInt8])
  /// The directory is not in the catalog.
  case unknownDirectory(DirectoryID)
  /// A call failed for another reason; `code` is an `errno`, or an LMDB code when negative.
  case system(call: String, path: String, code: Int32)
}

extension StoreError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notFound(let path): "\(path): there is no index here; mdimport or mds creates one"
    case .foreignDirectory(let path): "\(path): the folder contains files that do not belong to an index; choose an empty or new folder"
    case .unsuitableFileSystem(let path, let name):
      "\(path): an index cannot be stored on \(name); choose a folder on a local disk with --store or SEARCHLIGHT_STORE"
    case .permissionDenied(let path): "\(path): permission denied; the index belongs to another user or the folder is not writable"
    case .readOnlyFileSystem(let path):
      "\(path): the file system is mounted read-only; mount it for writing, or choose another folder with --store or SEARCHLIGHT_STORE"
    case .newerFormat(let path, let found, let supported):
      "\(path): the index has format \(found), and this program knows up to \(supported); update Searchlight, or erase the index with mdutil -E"
    case .corrupted(let object, let reason): "\(object) is damaged (\(reason)); rebuild the index with mdutil -E"
    case .damagedSegment(_, let reason): "\(reason); run mds or mdimport to repair it, or rebuild the index with mdutil -E"
    case .outdatedSnapshot(let path):
      "\(path): the segment is missing; run mds or mdimport to repair it, or rebuild the index with mdutil -E"
    case .olderFormat(let path, let found):
      "\(path): the index has format \(found), from an earlier version; rebuild it with mdutil -E"
    case .openedForReading(let path): "\(path): the index is open for reading only"
    case .mapFull(let path): "\(path): the index has filled the address space reserved for it; raise the limit (ulimit -v) and try again"
    case .diskFull(let path): "\(path): no space left on the disk; no data was lost; free some space and try again"
    case .fileTooLarge(let path):
      "\(path): the file would exceed the file size limit; no data was lost; raise the limit (ulimit -f) and try again"
    case .readersFull(let path): "\(path): too many programs are reading the index; try again when some have finished"
    case .invalidName(let name): "\(PrintableText.path(name)): not a valid file name"
    case .unknownDirectory(let directory): "directory \(directory.rawValue) is not in the index"
    case .system(let call, let path, let code): "\(path): \(call) failed: \(Self.message(code))"
    }
  }
}
