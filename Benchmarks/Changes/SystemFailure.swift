// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A system call that failed.
struct SystemFailure: Error, CustomStringConvertible {
  let description: String

  init(call: String, path: String) {
    description = "\(call): \(path): \(String(cString: strerror(errno)))"
  }
}
