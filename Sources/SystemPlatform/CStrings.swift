// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Calls `body` with C strings and the `nil` that ends them, as programs get their arguments. They are valid during the call only.
package func withCStrings<Result, Failure: Error>(
  _ texts: some Sequence<String>, _ body: ([UnsafePointer<CChar>?]) throws(Failure) -> Result
) throws(Failure) -> Result {
  let strings = unsafe texts.map { text in unsafe strdup(text) }
  defer { unsafe strings.forEach { unsafe free($0) } }
  return try unsafe body(strings.map { unsafe UnsafePointer($0) } + [nil])
}

/// Calls `body` with C strings of bytes that need not be UTF-8, and the `nil` that ends them. They are valid during the call only.
package func withCStrings<Result>(_ texts: [[UInt8]], _ body: ([UnsafePointer<CChar>?]) -> Result) -> Result {
  let strings = unsafe texts.map { text in unsafe Path(text).withCString { unsafe strdup($0) } }
  defer { unsafe strings.forEach { unsafe free($0) } }
  return unsafe body(strings.map { unsafe UnsafePointer($0) } + [nil])
}

/// A C string that is never freed, for libraries that keep it.
package func permanentCString(_ text: String) -> UnsafePointer<CChar>? { unsafe UnsafePointer(strdup(text)) }

/// Whether two texts differ at most in the case of ASCII letters. strcasecmp(3)
package func isSame(_ text: UnsafePointer<CChar>, ignoringCaseIn other: String) -> Bool { unsafe strcasecmp(text, other) == 0 }
