// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A file with a file system that the superuser can mount.
struct FileSystemImage {
  struct Failure: Error { let command, errors: String }

  private let path: String

  init(_ path: String) { self.path = path }

  /// Whether this process may mount one.
  static let isPossible: Bool = {
    guard getuid() == 0, FileManager.default.fileExists(atPath: "/dev/loop-control") else { return false }
    let folder = NSTemporaryDirectory() + "searchlight-image-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let image = FileSystemImage(folder + "/image")
    let tools = "command -v tune2fs && command -v debugfs"
    let check = "\(tools) && mkdir -p \(folder)/point && mkfs.ext4 -q -F $IMAGE 4M && mount -o loop $IMAGE \(folder)/point"
    guard (try? image.run(check)) != nil else { return false }
    image.unmount(folder + "/point")
    return true
  }()

  /// Runs a command of the shell, in which `$IMAGE` is the path of the file.
  func run(_ command: String) throws {
    let (process, errors) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.environment = ["IMAGE": path, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, errors)
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(command: command, errors: text) }
  }

  func unmount(_ folder: String) { try? run("umount -l \(folder)") }
}
