// SPDX-License-Identifier: Apache-2.0

internal import CSystem

/// The user and the groups that a worker runs as, if not those of its parent.
///
/// The parent passes it as the argument `--user USER:GROUP:GROUPS`, with numbers, and sets the limits
/// of the process, which it may not do after the change. Then it sends one packet, for which the worker
/// waits: ``WorkerConnection/permit(until:)`` and ``waitForPermission()``.
package struct ProcessIdentity: Hashable, Sendable {
  package var user: UInt32
  package var group: UInt32
  /// Supplementary groups.
  package var groups: [UInt32]

  package static let option = "--user"

  /// The user that owns nothing.
  package static let nobody = ProcessIdentity(user: 65_534, group: 65_534)

  package init(user: UInt32, group: UInt32, groups: [UInt32] = []) {
    self.user = user
    self.group = group
    self.groups = groups
  }

  /// The value of the option.
  package var argument: String { "\(user):\(group):\(groups.map { "\($0)" }.joined(separator: ","))" }

  /// - Returns: `nil` if the text is not the value of the option.
  package init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let user = UInt32(parts[0]), let group = UInt32(parts[1]) else { return nil }
    let groups = parts[2].split(separator: ",", omittingEmptySubsequences: parts[2].isEmpty).map { UInt32($0) }
    guard !groups.contains(nil) else { return nil }
    self.init(user: user, group: group, groups: groups.compactMap(\.self))
  }

  /// Waits for the parent.
  ///
  /// - Returns: Whether it has set the limits.
  package static func waitForPermission() -> Bool {
    var byte: UInt8 = 0
    return unsafe ipc_receive_packet(WorkerProtocol.socketDescriptor, &byte, 1, nil, true) == 1
  }
}
