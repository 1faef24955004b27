internal import CLMDB
internal import Glibc

/// Walks a tree in key order. It lives no longer than its transaction: it is only ever a local variable beside one.
@safe
struct Cursor: ~Copyable {
  private let handle: OpaquePointer
  private let name: String
  private let place: UnsafeMutablePointer<(key: MDB_val, value: MDB_val)>

  init(_ handle: OpaquePointer, _ name: String) {
    unsafe self.handle = handle
    self.name = name
    unsafe place = .allocate(capacity: 1)
    unsafe place.initialize(to: (MDB_val(), MDB_val()))
  }

  deinit {
    unsafe mdb_cursor_close(handle)
    unsafe place.deallocate()
  }

  /// Goes to the first row; `false` when there is none.
  func first() throws(StoreError) -> Bool { try move(MDB_FIRST) }

  func last() throws(StoreError) -> Bool { try move(MDB_LAST) }

  /// Goes to the next row; `false` after the last one.
  func next() throws(StoreError) -> Bool { try move(MDB_NEXT) }

  /// Goes to the first row at or after a key.
  func seek(_ key: Key) throws(StoreError) -> Bool {
    try unsafe key.withBytes { bytes throws(StoreError) in
      unsafe place.pointee.key = MDB_val(bytes)
      return try move(MDB_SET_RANGE)
    }
  }

  /// Goes to the last row at or before a key.
  func seek(atOrBefore key: Key) throws(StoreError) -> Bool {
    guard try seek(key) else { return try last() }
    let isExact = unsafe key.withBytes { bytes in unsafe bytes.elementsEqual(place.pointee.key.bytes) }
    return isExact ? true : try move(MDB_PREV)
  }

  private func move(_ operation: MDB_cursor_op) throws(StoreError) -> Bool {
    let code = unsafe mdb_cursor_get(handle, &place.pointee.key, &place.pointee.value, operation)
    if code == MDB_NOTFOUND { return false }
    try StoreError.check(code, "mdb_cursor_get", name)
    return true
  }

  /// The key of the row that the cursor is at.
  var key: Span<UInt8> {
    @_lifetime(borrow self) get { unsafe _overrideLifetime(Span(_unsafeElements: place.pointee.key.bytes), borrowing: self) }
  }

  /// The key as a number: a document's, a directory's or a type's. Zero when the key has another length than these, which no number has.
  var number: UInt64 {
    let key = key
    return switch key.count {
    case 8: key.uint64(at: 0)
    case 4: UInt64(key.uint32(at: 0))
    case 2: UInt64(key.uint16(at: 0))
    default: 0
    }
  }

  /// The key as a place in ``Tree/documents``.
  var reference: DocumentReference {
    get throws(StoreError) {
      let key = key
      guard key.count == 12 else { throw .corrupted(object: "the catalog's table '\(name)'", reason: "a key has another length") }
      return DocumentReference(directory: DirectoryID(rawValue: key.uint32(at: 0)), document: DocumentID(rawValue: key.uint64(at: 4)))
    }
  }

  /// The key, copied.
  var keyBytes: [UInt8] { unsafe [UInt8](place.pointee.key.bytes) }

  /// The value of the row that the cursor is at.
  var value: Span<UInt8> {
    @_lifetime(borrow self) get { unsafe _overrideLifetime(Span(_unsafeElements: place.pointee.value.bytes), borrowing: self) }
  }

  /// Removes the row that the cursor is at; ``next()`` then gives the one after it.
  func remove() throws(StoreError) {
    try unsafe StoreError.check(mdb_cursor_del(handle, 0), "mdb_cursor_del", name)
  }
}
