// SPDX-License-Identifier: Apache-2.0

import CSystemd
import Glibc

/// The systemd journal, which takes entries with fields; see sd_journal_send(3).
struct Journal {
  private static let socket = "/run/systemd/journal/socket"

  /// - Parameter stream: The value of `JOURNAL_STREAM`: device and inode of the stream on which the
  ///   service manager has the journal read lines; see systemd.exec(5).
  /// - Returns: `nil` if standard error is not this stream, because the variable was inherited from
  ///   a service, for example by a terminal.
  init?(stream: String?) {
    var status = stat()
    guard let stream, unsafe fstat(STDERR_FILENO, &status) == 0, stream == "\(status.st_dev):\(status.st_ino)" else { return nil }
  }

  /// Sends an entry.
  ///
  /// - Parameter fields: Each is `NAME=value`.
  /// - Returns: Whether the journal has it.
  func send(_ fields: [String]) -> Bool {
    // Without a journal, the call does nothing and succeeds.
    guard unsafe access(Self.socket, W_OK) == 0 else { return false }
    var bytes = fields.flatMap(\.utf8)
    return unsafe bytes.withUnsafeMutableBytes { buffer in
      var vectors: [iovec] = unsafe []
      var offset = 0
      for field in fields {
        let length = field.utf8.count
        unsafe vectors.append(iovec(iov_base: buffer.baseAddress.map { unsafe $0 + offset }, iov_len: length))
        offset += length
      }
      return unsafe sd_journal_sendv(vectors, Int32(vectors.count)) == 0
    }
  }
}
