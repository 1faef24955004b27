// SPDX-License-Identifier: Apache-2.0

internal import Glibc

// The locks belong to the open file description. A traditional lock belongs to the process and is lost when the process closes any
// descriptor of the file.
extension FileDescriptor {
  /// `F_OFD_GETLK`, which Glibc's headers define only for programs that request it.
  private static let getLock: Int32 = 36
  /// `F_OFD_SETLK`.
  private static let setLock: Int32 = 37

  /// Locks one byte of a file, which need not exist, until the descriptor is closed. fcntl(2), `F_OFD_SETLK`
  ///
  /// - Parameter path: That of the file, for errors.
  /// - Returns: `false` if the byte is locked by somebody else who has opened the file.
  package func lockByte(at offset: Int, path: Path) throws(SystemError) -> Bool {
    var request = Self.request(offset, length: 1)
    if unsafe fcntl(rawValue, Self.setLock, &request) == 0 { return true }
    let error = SystemError.current("fcntl", path: path)
    guard error.code == .wouldBlock || error.code == .permissionDenied else { throw error }
    return false
  }

  /// The offset of the first byte that somebody else has locked, from an offset on; `nil` if there is none. fcntl(2), `F_OFD_GETLK`
  ///
  /// - Parameters:
  ///   - length: 0 for a range without an end.
  ///   - path: That of the file, for errors.
  package func firstLockedByte(from offset: Int, length: Int, path: Path) throws(SystemError) -> Int? {
    var request = Self.request(offset, length: length)
    guard unsafe fcntl(rawValue, Self.getLock, &request) == 0 else { throw .current("fcntl", path: path) }
    return request.l_type == Int16(F_UNLCK) ? nil : Int(request.l_start)
  }

  private static func request(_ offset: Int, length: Int) -> Glibc.flock {
    var request = Glibc.flock()
    request.l_type = Int16(F_WRLCK)
    request.l_whence = Int16(SEEK_SET)
    request.l_start = off_t(offset)
    request.l_len = off_t(length)
    return request
  }
}
