// SPDX-License-Identifier: Apache-2.0

package import SystemPlatform
package import Threading

extension Thread {
  /// Starts a thread. Unlike `init`, throws `SystemError`, so that callers of system calls have one
  /// type of error.
  package static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) -> Thread {
    do throws(ThreadError) {
      return try Thread(body)
    } catch {
      throw SystemError(code: Errno(error.code), call: "pthread_create")
    }
  }
}
