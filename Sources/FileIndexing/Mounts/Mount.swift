// SPDX-License-Identifier: Apache-2.0

/// A mounted file system: a line of `/proc/self/mountinfo`. proc_pid_mountinfo(5)
struct Mount: Hashable, Sendable {
  /// The mount ID, which no other mount has at the same time.
  var id: UInt64
  /// Device number of the file system.
  var device: UInt64
  /// The directory on which it is mounted. If a directory above it is renamed, this is its path before, until the
  /// table is read again: the kernel reports no change then.
  var point: [UInt8]
  var kind: FileSystemKind
  /// Whether its files are gone when it is unmounted.
  var isInMemory: Bool

  /// What stays the same when a directory above the mount point is renamed.
  struct Identity: Hashable {
    var id: UInt64
    var device: UInt64
  }

  var identity: Identity { Identity(id: id, device: device) }

  /// - Returns: `nil` if the line has another form.
  init?(line: some Sequence<UInt8>) {
    // 36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue
    let fields = line.split(separator: UInt8(ascii: " "))
    guard fields.count > 7, let separator = fields.dropFirst(6).firstIndex(of: [UInt8(ascii: "-")]), separator + 1 < fields.count else {
      return nil
    }
    let numbers = fields[2].split(separator: UInt8(ascii: ":")).compactMap { UInt64(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count == 2, let id = UInt64(String(decoding: fields[0], as: UTF8.self)) else { return nil }
    self.id = id
    device = numbers[0] << 32 | numbers[1]
    point = Self.unescaped(fields[4])
    let type = String(decoding: fields[separator + 1], as: UTF8.self)
    kind = FileSystemKind(named: type)
    isInMemory = ["ramfs", "tmpfs"].contains(type)
  }

  /// The kernel writes space, tab, newline and backslash as `\` and three octal digits.
  private static func unescaped(_ field: some Collection<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(field)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), let code = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8) {
        bytes.append(code)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}
