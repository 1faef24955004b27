// SPDX-License-Identifier: Apache-2.0

internal import CSystem
package import IndexStore
internal import SystemPlatform

/// The socket at which systemd starts the user's daemon when it is needed, if the user has enabled
/// `searchlight.socket`.
package struct StartSocket {
  private let path: String

  /// - Parameters:
  ///   - environment: Names the socket.
  ///   - store: The argument of `-store`. Nothing starts the daemon of another index than the user's own.
  /// - Returns: `nil` if there is no such socket.
  package init?(_ environment: ToolEnvironment, besides store: [UInt8]?) {
    guard store == nil, let path = environment.startSocket, Path(path).exists else { return nil }
    self.path = path
  }

  /// Makes systemd start the daemon unless it runs.
  ///
  /// - Parameters:
  ///   - store: The folder of the user's index.
  ///   - seconds: Maximum time to wait until there is an index that can be searched.
  package func startDaemon(of store: String, waiting seconds: Int) throws(StoreError) {
    guard try DaemonLock.holder(of: store) == nil else { return }
    let socket = OwnedDescriptor(owning: unsafe local_connect(path))
    // Its file is left from a service manager that has ended.
    guard socket.rawValue >= 0 else { return }
    WaitSource.input(socket.rawValue).isReady(within: .seconds(seconds))
  }
}
