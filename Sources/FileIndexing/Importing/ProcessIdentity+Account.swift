// SPDX-License-Identifier: Apache-2.0

internal import Applications
internal import Glibc
internal import WorkerProtocol

extension ProcessIdentity {
  /// A user with the groups of its account. Without an account, it has no group. getpwuid_r(3),
  /// getgrouplist(3)
  init(user: UInt32) {
    self.init(user: user, group: Self.nobody.group)
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16 << 10) { buffer in
      var account = unsafe passwd()
      var found: UnsafeMutablePointer<passwd>?
      guard let memory = buffer.baseAddress, unsafe getpwuid_r(user, &account, memory, buffer.count, &found) == 0,
        unsafe found != nil, let name = unsafe account.pw_name
      else { return }
      group = unsafe account.pw_gid
      var count: Int32 = 64
      // The kernel has no more groups for a process.
      while count <= 65_536 {
        var groups = [gid_t](repeating: 0, count: Int(count))
        let capacity = count
        if unsafe getgrouplist(name, account.pw_gid, &groups, &count) >= 0 {
          self.groups = groups.prefix(Int(count)).filter { $0 != group }
          return
        }
        count = max(count, capacity * 2)
      }
    }
  }
}

extension WorkerLaunch {
  /// The user that a worker with parsers runs as; `nil` for that of this process.
  var identity: ProcessIdentity? { separatesOwners && geteuid() == 0 ? .nobody : nil }

  /// The user that an installed importer runs as for a file. If it opens the file by its path, it has
  /// the rights of the owner, but never those of root.
  func identity(of access: InstalledImporter.Access, for owner: UInt32) -> ProcessIdentity? {
    guard let identity else { return nil }
    return access == .url && owner != 0 ? ProcessIdentity(user: owner) : identity
  }
}
