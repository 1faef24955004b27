internal import Glibc
internal import TextAnalysis

/// A system call failed.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// `errno`.
  package var code: Int32
  package var call: String
  /// What the call was about: a path, if there is one.
  package var path: [UInt8]?

  package init(code: Int32, call: String, path: [UInt8]? = nil) {
    self.code = code
    self.call = call
    self.path = path
  }

  /// With the calling thread's `errno`.
  static func current(_ call: String, path: [UInt8]? = nil) -> SystemError { SystemError(code: errno, call: call, path: path) }

  /// "/home/u/x: Permission denied (open)".
  package var description: String {
    let reason = unsafe String(cString: strerror(code))
    let place = path.map { PrintableText.path($0) + ": " } ?? ""
    return "\(place)\(reason) (\(call))"
  }
}
