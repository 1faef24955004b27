// SPDX-License-Identifier: Apache-2.0

internal import LogMessages

/// A file that a user names for a property list, as in `mdls -plist FILE`.
///
/// The shell puts a document in its place in `mdls -plist *.py`, so only an empty file or another
/// complete property list is replaced. FIFOs and devices are written to.
package struct PropertyListFile {
  private let path: [UInt8]
  private let option: String

  /// - Parameters:
  ///   - operand: The argument of the option, relative to the working folder.
  ///   - option: The option, as in messages.
  ///   - inputs: The other files on the command line.
  /// - Throws: ``NotReplacedError``, `PathError`, `FileError`.
  package init(_ operand: [UInt8], of option: String, inputs: [[UInt8]]) throws {
    path = try AbsolutePath.resolve(operand)
    self.option = option
    let target = AbsolutePath.follow(absolute: path)
    // An operand that is no path cannot be this file; the tool reports it later.
    for input in inputs where (try? AbsolutePath.follow(input)).map({ SmallFile.isSame($0, target) }) ?? false {
      throw NotReplacedError(path: path, option: option, reason: .isInput)
    }
    try check()
  }

  /// Writes the file. If that fails, a new file is removed.
  ///
  /// - Throws: ``NotReplacedError``, `FileError`.
  package func write(_ list: String) throws {
    try check()
    try SmallFile.output(Array(list.utf8), to: path)
  }

  private func check() throws {
    // `/dev/stdout` leads to what the shell chose, which is no document.
    guard !path.starts(with: "/dev/".utf8) else { return }
    guard let start = try SmallFile.start(of: path, count: 4096), !start.isEmpty else { return }
    guard PropertyListReader.isPropertyList(startingWith: start), PropertyListReader.isPropertyList(try SmallFile.read(path)) else {
      throw NotReplacedError(path: path, option: option, reason: .isOtherContent)
    }
  }
}

/// A file that a user named for output is not replaced.
package struct NotReplacedError: Error, Hashable, CustomStringConvertible {
  enum Reason: Hashable { case isInput, isOtherContent }

  let path: [UInt8]
  let option: String
  let reason: Reason

  package var description: String {
    let what =
      switch reason {
      case .isInput: "it is one of the files to read"
      case .isOtherContent: "it is not a property list"
      }
    return "\(PrintableText.path(path)): \(what), so it is not replaced; \(option) takes the file to write: "
      + "name another one, or remove this one first"
  }
}
