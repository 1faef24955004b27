// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A file system in a file, mounted at a folder.
private final class DiskImage {
  private let kind: String
  private let image: String
  let path: String

  /// - Throws: Cancels the test if this system has no such file system, or this process may not mount it.
  init(_ kind: String, in folder: String) throws {
    self.kind = kind
    (image, path) = (folder + "/disk", folder + "/mounted")
    // The smallest size that mkfs.xfs accepts.
    guard FileManager.default.createFile(atPath: image, contents: nil), truncate(image, 300 << 20) == 0,
      try Self.run("mkfs.\(kind)", ["-q", kind == "ext4" ? "-F" : "-f", image])
    else { try Test.cancel("there is no mkfs.\(kind)") }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    guard try mount(image, at: path) else { try Test.cancel("no \(kind) can be mounted here") }
  }

  deinit { umount2(path, Int32(MNT_DETACH)) }

  /// Makes everything so far survive.
  func synchronize() throws { try #require(try Self.run("sync", ["--file-system", path])) }

  /// Copies what the disk has received.
  func cutPower(_ copy: String) throws { try #require(try Self.run("cp", ["--sparse=always", image, copy])) }

  /// Another program flushes a file of its own, and with it the names of all files, but not their contents.
  func flushOtherFile() throws {
    let file = open(path + "/other", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    defer { close(file) }
    try #require(write(file, "x", 1) == 1 && fsync(file) == 0)
  }

  /// Mounts a copy of the disk in place of the disk, and unmounts it afterwards.
  func withDisk(_ copy: String, _ body: () throws -> Void) throws {
    umount2(path, Int32(MNT_DETACH))
    // Btrfs remembers the disk, of which it has seen a later state.
    if kind == "btrfs" { _ = try Self.run("btrfs", ["device", "scan", "--forget"]) }
    try #require(try mount(copy, at: path))
    defer { umount2(path, 0) }
    try body()
  }

  private func mount(_ image: String, at path: String) throws -> Bool {
    try Self.run("mount", ["-t", kind, "-o", kind == "xfs" ? "loop,nouuid" : "loop", image, path])
  }

  private static func run(_ program: String, _ arguments: [String]) throws -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["PATH=/usr/sbin:/usr/bin:/sbin:/bin", program] + arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}

/// The power fails as soon as a command has ended. Each command writes to a real file system, of which only what
/// has reached the disk is kept.
@Suite(.serialized) struct DurabilityTests {
  private struct Step {
    let command: [String]
    /// What holds after the power failure.
    let holds: (_ user: TestEnvironment) throws -> Bool
  }

  private static func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

  private static func steps(_ user: TestEnvironment, _ disk: String) -> [Step] {
    let configuration = disk + "/config/searchlight/searchlight.conf"
    let search = disk + "/data/searchlight/searches/large.savedSearch"
    let excluded = "\nexclude = \(user.path("private"))\n"
    return [
      Step(command: ["mdutil", "-i", "on", user.files]) { user in Self.text(configuration).hasSuffix("\nroot = \(user.files)\n") },
      Step(command: ["mdutil", "-i", "off", user.path("private")]) { _ in Self.text(configuration).hasSuffix(excluded) },
      Step(command: ["mdfind", "-save", "large", "kMDItemFSSize > 1000"]) { _ in Self.text(search).contains("kMDItemFSSize &gt; 1000") },
      Step(command: ["mdfind", "-save", "large", "kMDItemFSSize > 2000"]) { _ in Self.text(search).contains("kMDItemFSSize &gt; 2000") },
      Step(command: ["mdfind", "-delete-search", "large"]) { _ in access(search, F_OK) != 0 },
      Step(command: ["mdimport", user.files]) { user in
        let verification = try user.run("mdutil", "--verify")
        #expect(verification.status == 0 && verification.errors == "", "\(verification.errors)")
        return try user.find("walrus") == ["a.txt"] && user.find("otter") == []
      },
      Step(command: ["mdutil", "-i", "off", user.path("a.txt")]) { user in try user.find("-name", "a.txt") == [] },
      Step(command: ["mdls", "-plist", disk + "/list", user.path("b.txt")]) { _ in Self.text(disk + "/list").hasSuffix("</plist>\n") },
      Step(command: ["mdutil", "-X"]) { user in try user.run("mdfind", "-name", "b.txt").status == 1 },
    ]
  }

  @Test(arguments: ["ext4", "xfs", "btrfs"])
  func `what a command has finished survives a power failure`(kind: String) throws {
    let user = try TestEnvironment(files: ["a.txt": "walrus", "b.txt": "seal", "private/c.txt": "otter"])
    let disk = try DiskImage(kind, in: user.root)
    user.moreVariables = ["XDG_CONFIG_HOME": disk.path + "/config", "XDG_DATA_HOME": disk.path + "/data"]
    let steps = Self.steps(user, disk.path)
    try disk.synchronize()
    for (number, step) in steps.enumerated() {
      let outcome = try user.run(step.command[0], Array(step.command.dropFirst()))
      try disk.cutPower("\(user.root)/disk-\(number)-0")
      try disk.flushOtherFile()
      try disk.cutPower("\(user.root)/disk-\(number)-1")
      try #require(outcome.status == 0, "\(step.command): \(outcome.errors)")
    }
    for (number, step) in steps.enumerated() {
      for moment in 0...1 {
        try disk.withDisk("\(user.root)/disk-\(number)-\(moment)") {
          let holds = try step.holds(user)
          #expect(holds, "\(step.command), \(moment)")
        }
      }
    }
  }
}
