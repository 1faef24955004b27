internal import CSystem

/// What kind of file system a folder is on, as far as crawling it is concerned.
enum FileSystemKind: Sendable {
  /// On a disk or in memory: crawled and watched.
  case local
  /// Served by another machine or by a user's program: crawled only when the user names it as a root, since the kernel does not report
  /// changes that others make there.
  case remote
  /// Made up by the kernel (`/proc`, `/sys`): never crawled.
  case pseudo

  /// Of the open folder `descriptor`.
  init(of descriptor: Int32) throws(SystemError) {
    let magic = file_system_magic(descriptor)
    guard magic >= 0 else { throw .current("fstatfs") }
    // Magic numbers: statfs(2), linux/magic.h.
    switch magic {
    case 0x9fa0, 0x6265_6572, 0x6462_6720, 0x7472_6163, 0x7363_6673, 0xcafe_4a11, 0x1cd1, 0x1980_0202, 0x9584_58f6, 0x6265_6570,
      0x6573_5543, 0x4249_4e4d, 0x6e73_6673, 0x6165_676c, 0xde5e_81e4, 0x0027_e0eb, 0x6367_7270, 0x0187:
      // proc, sysfs, debugfs, tracefs, securityfs, bpf, devpts, mqueue, hugetlbfs, configfs, fusectl, binfmt_misc, nsfs, pstore, efivarfs,
      // cgroup, cgroup2, autofs
      self = .pseudo
    case 0x6969, 0x6573_5546, 0xff53_4d42, 0xfe53_4d42, 0x517b, 0x0102_1997, 0x5346_414f, 0x7375_7245, 0x00c3_6400, 0x0bd0_0bd0:
      // NFS, FUSE, CIFS, SMB2, SMB, 9P, AFS, Coda, Ceph, Lustre
      self = .remote
    default:
      self = .local
    }
  }
}
