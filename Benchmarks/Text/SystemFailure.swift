import Glibc

/// A call to the system that failed.
struct SystemFailure: Error, CustomStringConvertible {
  let description: String

  init(call: String, path: String) {
    description = "\(call): \(path): \(String(cString: strerror(errno)))"
  }
}
