// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// setxattr(2) and removexattr(2), which the Glibc module does not export.
@_silgen_name("setxattr")
private func setxattr(
  _ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>, _ value: UnsafePointer<UInt8>, _ count: Int, _ flags: Int32
) -> Int32
@_silgen_name("removexattr")
private func removexattr(_ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>) -> Int32

extension TestEnvironment {
  /// The reason that is printed for skipped tests.
  static let needsExtendedAttributes: Comment = "the file system of /tmp keeps no extended attributes of users"

  /// Whether files in the folders of tests can have extended attributes.
  static let hasExtendedAttributes: Bool = {
    var template = Array("/tmp/searchlight-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { return false }
    defer {
      close(file)
      unlink(template)
    }
    return setxattr(template, "user.test", [1], 1, 0) == 0
  }()

  /// Sets an extended attribute of a file or a folder.
  func setAttribute(_ attribute: String, of name: String, to value: String) throws {
    try setAttribute(attribute, of: name, to: Array(value.utf8))
  }

  func setAttribute(_ attribute: String, of name: String, to value: [UInt8]) throws {
    try #require(setxattr(path(name), attribute, value, value.count, 0) == 0, "\(attribute) of \(name): errno \(errno)")
  }

  func removeAttribute(_ attribute: String, of name: String) throws {
    try #require(removexattr(path(name), attribute) == 0, "\(attribute) of \(name): errno \(errno)")
  }
}
