// SPDX-License-Identifier: Apache-2.0

internal import Applications
internal import SystemPlatform
internal import WorkerProtocol

extension ProcessIdentity {
  /// A user with the groups of its account. Without an account, it has no group. getpwuid_r(3),
  /// getgrouplist(3)
  init(user: UInt32) {
    self.init(user: user, group: Self.nobody.group)
    guard let account = UserAccount(of: user) else { return }
    (group, groups) = (account.group, account.otherGroups)
  }
}

extension WorkerLaunch {
  /// The user that a worker with parsers runs as; `nil` for that of this process.
  var identity: ProcessIdentity? { separatesOwners && ProcessFacts.effectiveUser == 0 ? .nobody : nil }

  /// The user that an installed importer runs as for a file. If it opens the file by its path, it has
  /// the rights of the owner, but never those of root.
  func identity(of access: InstalledImporter.Access, for owner: UInt32) -> ProcessIdentity? {
    guard let identity else { return nil }
    return access == .url && owner != 0 ? ProcessIdentity(user: owner) : identity
  }
}
