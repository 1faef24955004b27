// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestSupport
import Testing

@testable import FileIndexing

struct MountTests {
  private static let lines: [(line: String, device: UInt64, point: String, kind: FileSystemKind)] = [
    ("36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue", 98 << 32, "/mnt2", .local),
    ("22 1 254:0 / / rw,relatime - btrfs /dev/vda rw", 254 << 32, "/", .local),
    ("40 22 0:52 / /home/u/a\\040b\\134 rw shared:1 master:2 - fuse.sshfs u@h: rw", 52, "/home/u/a b\\", .remote),
    ("41 22 0:53 / /media/ntfs rw - fuseblk /dev/sdb1 rw", 53, "/media/ntfs", .local),
    ("41 22 0:54 / /media/card rw - fuseblk.exfat /dev/sdc1 rw", 54, "/media/card", .local),
    ("42 22 0:54 / /net rw - nfs4 server:/ rw", 54, "/net", .remote),
    ("43 22 0:55 / /auto rw - autofs systemd-1 rw,fd=36", 55, "/auto", .automount),
    ("44 22 0:5 / /proc rw - proc proc rw", 5, "/proc", .pseudo),
  ]

  @Test(arguments: lines)
  func `a line of mountinfo has a device, a mount point and a type`(
    line: String, device: UInt64, point: String, kind: FileSystemKind
  ) throws {
    let mount = try #require(Mount(line: line.utf8))
    #expect(mount.device == device && mount.point == Array(point.utf8) && mount.kind == kind)
  }

  @Test(arguments: [
    "", "1 2 3", "36 35 98 / /mnt rw - ext4 /dev/vda rw", "36 35 98:0 / /mnt rw master:1 ext4 /dev/vda rw", "1 2 3:4 / / rw -",
  ])
  func `a line of another form is left out`(line: String) { #expect(Mount(line: line.utf8) == nil) }

  @Test func `the table has the kernel's file systems, and those that are mounted later`() throws {
    let table = MountTable.shared
    #expect(table.mounts.contains { $0.point == Array("/proc".utf8) && $0.kind == .pseudo })
    guard TestMount.isPermitted else { return }
    let folder = try ScratchFolder()
    let mount = try TestMount(unansweredAt: folder.path)
    #expect(table.mounts.contains { $0.point == folder.bytes && $0.kind == .remote && table.kind(ofDevice: $0.device) == .remote })
    mount.unmount()
    #expect(!table.mounts.contains { $0.point == folder.bytes })
  }

  @Test(.enabled(if: TestMount.isPermitted)) func `a watch has what was mounted, and what was unmounted again`() throws {
    let watch = MountWatch()
    let folder = try ScratchFolder()
    let mount = try TestMount(emptyAt: folder.path)
    #expect(watch.takeChanged().contains(folder.bytes))
    #expect(!watch.takeChanged().contains(folder.bytes))
    mount.unmount()
    #expect(watch.takeChanged().contains(folder.bytes))
    let second = try TestMount(emptyAt: folder.path)
    // As a crawl does that enters it.
    _ = MountTable.shared.mounts
    second.unmount()
    #expect(watch.takeChanged().contains(folder.bytes))
  }

  @Test(.enabled(if: TestMount.isPermitted)) func `a mount point in a renamed folder has its new path, and is no change`() throws {
    let folder = try ScratchFolder()
    let (old, new) = (folder.path + "/old", folder.path + "/new")
    try folder.folder("old/point")
    let mount = try TestMount(emptyAt: old + "/point")
    let watch = MountWatch()
    rename(old, new)
    MountTable.shared.noteRenames()
    #expect(watch.takeChanged().isDisjoint(with: [Array((old + "/point").utf8), Array((new + "/point").utf8)]))
    try #require(umount2(new + "/point", Int32(MNT_DETACH)) == 0)
    #expect(watch.takeChanged().contains(Array((new + "/point").utf8)))
    _ = mount
  }

  @Test(.enabled(if: TestMount.isPermitted)) func `a new watch does not have earlier changes`() throws {
    let folder = try ScratchFolder()
    let mount = try TestMount(emptyAt: folder.path)
    #expect(!MountWatch().takeChanged().contains(folder.bytes))
    mount.unmount()
  }
}
