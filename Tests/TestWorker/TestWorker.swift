// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import Attributes
import Glibc
import ImporterSupport
import WorkerProtocol

/// A worker whose importer is controlled by the contents of files, and also misbehaves. For tests
/// of programs that run workers.
@main
enum TestWorker {
  static func main() throws {
    if let greeting = getenv("TZ"), String(cString: greeting) == "die-at-start" { exit(3) }
    try WorkerLoop(channel: try WorkerChannel(), importers: [ObedientImporter.self], sniffer: nil).run()
  }
}

/// The first word of a file is an order; see ``Order``.
final class ObedientImporter: CSImportExtension, DescriptorImporter {
  static let importerName = "Obedient"
  static let importerVersion = 1
  static let contentTypes = ["public.text"]

  private enum Order: String {
    /// Title and text are what follows.
    case say
    /// The text consists of this number of lines with their numbers; 400,000 lines are eight
    /// megabytes.
    case recite
    /// The text is the whole file, unchanged.
    case copy
    /// Four megabytes of text; then the process ends without a result.
    case stumble
    /// Four megabytes of text; then no end.
    case dawdle
    case crash, exit, spin, stall, allocate, refuse
    /// Some results before an error.
    case half
  }

  func update(_ attributes: CSSearchableItemAttributeSet, from file: ImportedFile, text: TextSink) throws {
    let content = String(decoding: try file.contents(limit: 1 << 20), as: UTF8.self)
    guard let first = content.split(separator: " ").first, let order = Order(rawValue: String(first)) else {
      throw ImportError.damaged("no order in it")
    }
    let rest = String(content.dropFirst(first.count + 1))
    switch order {
    case .say:
      attributes.title = rest
      try text.append(rest)
    case .recite:
      for number in 0..<(Int(rest) ?? 400_000) { try text.append("this is line \(number)\n") }
    case .copy:
      try text.append(content)
      text.isFileContent = true
    case .stumble:
      for number in 0..<200_000 { try text.append("step \(number) of many\n") }
      kill(getpid(), SIGSEGV)
    case .dawdle:
      for number in 0..<200_000 { try text.append("step \(number) of many\n") }
      var value: UInt64 = 1
      while value != 0 { value = value &* 6_364_136_223_846_793_005 &+ 1 | 1 }
    case .crash: kill(getpid(), SIGSEGV)
    case .exit: Glibc.exit(7)
    case .spin:
      var value: UInt64 = 1
      while value != 0 { value = value &* 6_364_136_223_846_793_005 &+ 1 | 1 }
    case .stall: while true { pause() }
    case .allocate:
      var blocks: [[UInt8]] = []
      while true { blocks.append([UInt8](repeating: UInt8(truncatingIfNeeded: blocks.count), count: 1 << 20)) }
    case .refuse: throw ImportError.unsupported("orders of this kind")
    case .half:
      attributes.title = rest
      throw ImportError.damaged("the second half is missing")
    }
  }
}
