// SPDX-License-Identifier: Apache-2.0

import Attributes
import CommandLine
import IndexStore
import LogMessages

/// A file whose content could not be read, or only in part.
struct ListedFailure {
  let path: [UInt8]
  /// Whether part of the content was read.
  let isPartial: Bool
  let failure: Failure

  private var time: Timestamp { Timestamp(unixSeconds: failure.when, nanoseconds: 0) }

  /// Writes one line with the path, the reason, the importer and the time.
  func write(to output: inout StandardOutput) {
    let importer = failure.importer.isEmpty ? "" : failure.importer + ", "
    output.write(path: path)
    output.write(": \(PrintableText.line("\(failure.reason) (\(importer)\(time.columnText))"))\n")
  }

  /// A JSON object with the path, the reason, the time, and the importer if one is known.
  var json: String {
    var members = JSON.path(path)
    members += [("partial", .boolean(isPartial)), ("reason", .string(failure.reason)), ("time", .date(time))]
    if let (name, version) = importer {
      members.append(("importer", .string(name)))
      if let version { members.append(("version", .integer(version))) }
    }
    return JSON.object(members)
  }

  /// The name and the version of the importer, which the index stores as one text.
  private var importer: (name: String, version: Int64?)? {
    guard !failure.importer.isEmpty else { return nil }
    guard let space = failure.importer.lastIndex(of: " "), let version = Int64(failure.importer[space...].dropFirst()) else {
      return (failure.importer, nil)
    }
    return (String(failure.importer[..<space]), version)
  }
}
