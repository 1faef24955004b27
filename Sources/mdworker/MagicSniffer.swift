internal import CMagic
internal import Glibc
internal import ImporterSupport

/// Types by content, from libmagic's compiled database.
@safe final class MagicSniffer: TypeSniffing {
  private let cookie: magic_t

  /// Loads the database, about 8 MB mapped: before a sandbox closes, and once per process.
  ///
  /// - Throws: libmagic's own words when there is no database that it can read.
  init() throws(MagicError) {
    // Looking into compressed files is the importers' business, within their limits.
    guard let cookie = unsafe magic_open(MAGIC_MIME_TYPE | MAGIC_NO_CHECK_COMPRESS) else { throw MagicError(reason: "out of memory") }
    guard unsafe magic_load(cookie, nil) == 0 else {
      defer { unsafe magic_close(cookie) }
      throw MagicError(reason: unsafe magic_error(cookie).map { unsafe String(cString: $0) } ?? "no database")
    }
    unsafe self.cookie = cookie
  }

  deinit { unsafe magic_close(cookie) }

  func mimeType(ofFile descriptor: Int32) -> String? {
    // Importers that hand the descriptor to a library expect to begin at the beginning.
    defer { lseek(descriptor, 0, SEEK_SET) }
    guard let answer = unsafe magic_descriptor(cookie, descriptor) else { return nil }
    let type = unsafe String(cString: answer)
    // `inode/x-empty` and its like describe the directory entry, and "cannot open" is no type.
    return type.contains("/") && !type.hasPrefix("inode/") ? type : nil
  }
}

/// libmagic's database cannot be used.
struct MagicError: Error {
  let reason: String
}
