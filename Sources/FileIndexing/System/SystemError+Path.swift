// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

extension SystemError {
  /// An error with the calling thread's `errno`.
  static func current(_ call: String, path: [UInt8]) -> SystemError { .current(call, path: Path(path)) }
}
