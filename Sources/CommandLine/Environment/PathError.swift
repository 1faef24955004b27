internal import Glibc
internal import TextAnalysis

/// Why what a user typed names no file.
package enum PathError: Error, Hashable, CustomStringConvertible {
  /// Most often a variable that is not set.
  case empty
  /// The path is relative, and the folder that it is relative to was removed or is out of reach. `code` is `errno` of getcwd(3).
  case noWorkingFolder([UInt8], code: Int32)

  package var description: String {
    switch self {
    case .empty: "an empty argument names no file or folder"
    case .noWorkingFolder(let path, ENOENT):
      "\(PrintableText.path(path)): the current folder no longer exists; change to another one or give an absolute path"
    case .noWorkingFolder(let path, let code):
      "\(PrintableText.path(path)): cannot determine the current folder: \(unsafe String(cString: strerror(code)))"
    }
  }
}
