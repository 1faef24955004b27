// SPDX-License-Identifier: Apache-2.0

/// Who is behind a connection: a user together with all subordinate ids of that user, whose processes anybody
/// can start in a user namespace. subuid(5)
package enum Account: Hashable, Sendable, CustomStringConvertible {
  case user(UInt32)
  /// The ids of an owner whom the file of users does not list.
  case subordinates(of: String)

  package var description: String {
    switch self {
    case .user(let id): "user \(id)"
    case .subordinates(let owner): "the subordinate users of \(owner)"
    }
  }
}

/// Finds the account of a user id.
package struct AccountTable: Sendable {
  private var ranges: [(ids: ClosedRange<UInt32>, owner: Account)] = []

  /// - Parameters:
  ///   - subordinates: The content of `/etc/subuid`. Lines of another form are left out.
  ///   - users: The content of `/etc/passwd`.
  package init(subordinates: String = "", users: String = "") {
    var ids: [Substring: UInt32] = [:]
    for line in users.split(separator: "\n") {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      if fields.count > 2, let id = UInt32(fields[2]), ids[fields[0]] == nil { ids[fields[0]] = id }
    }
    for line in subordinates.split(separator: "\n") {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      guard fields.count == 3, let first = UInt32(fields[1]), let count = UInt32(fields[2]), count > 0 else { continue }
      let (last, isBeyond) = first.addingReportingOverflow(count - 1)
      let owner = (UInt32(fields[0]) ?? ids[fields[0]]).map { Account.user($0) } ?? .subordinates(of: String(fields[0]))
      ranges.append((first...(isBeyond ? .max : last), owner))
    }
  }

  package func account(of user: UInt32) -> Account { ranges.first { $0.ids.contains(user) }?.owner ?? .user(user) }
}
