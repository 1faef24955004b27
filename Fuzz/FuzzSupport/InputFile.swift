// SPDX-License-Identifier: Apache-2.0

import Attributes
import Glibc
package import ImporterSupport

/// The file for all inputs of a target whose libraries need a descriptor.
package enum InputFile {
  private static let descriptor = fileno(tmpfile())

  package static func holding(_ bytes: UnsafeRawBufferPointer, type: String) -> ImportedFile {
    require(
      ftruncate(descriptor, 0) == 0 && pwrite(descriptor, bytes.baseAddress, bytes.count, 0) == bytes.count, "the input cannot be written")
    return ImportedFile(
      descriptor: descriptor, byteCount: UInt64(bytes.count), name: Array("input".utf8), modified: .init(unixSeconds: 0),
      typeIdentifier: type)
  }
}
