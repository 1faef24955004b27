// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What the system knows of a user. getpwuid_r(3), getgrouplist(3)
package struct UserAccount: Sendable {
  /// The main group.
  package let group: UInt32
  /// Empty also if there are more than a process can have.
  package private(set) var otherGroups: [UInt32] = []

  /// - Returns: `nil` if the user has no account.
  package init?(of user: UInt32) {
    let account = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16 << 10) { buffer -> (UInt32, [UInt32])? in
      var account = unsafe passwd()
      var found: UnsafeMutablePointer<passwd>?
      guard let memory = buffer.baseAddress, unsafe getpwuid_r(user, &account, memory, buffer.count, &found) == 0,
        unsafe found != nil, let name = unsafe account.pw_name
      else { return nil }
      let group = unsafe account.pw_gid
      var count: Int32 = 64
      // The kernel has no more groups for a process.
      while count <= 65_536 {
        var groups = [gid_t](repeating: 0, count: Int(count))
        let capacity = count
        if unsafe getgrouplist(name, group, &groups, &count) >= 0 { return (group, groups.prefix(Int(count)).filter { $0 != group }) }
        count = max(count, capacity * 2)
      }
      return (group, [])
    }
    guard let account else { return nil }
    (group, otherGroups) = account
  }
}
