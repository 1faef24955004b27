// SPDX-License-Identifier: Apache-2.0

import CSystem
import Glibc
import Testing

/// Whether the caller of a service is gone.
struct CallerEndTests {
  @Test func `only the caller's end counts, not that of the service`() throws {
    var sockets: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0)
    close(sockets[0])
    #expect(local_wait_for_end(sockets[1]))
    close(sockets[1])
    // A descriptor that no other test opens meanwhile.
    #expect(!local_wait_for_end(1 << 20))
  }
}
