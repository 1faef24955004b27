// SPDX-License-Identifier: Apache-2.0

internal import ApplicationImporter
internal import ArchiveImporter
internal import CSystem
internal import DatabaseImporter
internal import DocumentImporter
internal import FontImporter
internal import ImageImporter
internal import ImporterSupport
internal import MailImporter
internal import MusicImporter
internal import OfficeImporter
internal import Places
internal import RecentFilesImporter
internal import Sandbox
internal import SystemPlatform
internal import VideoImporter
internal import WorkerProtocol

/// Reads files for `mds` and `mdimport`, which start it and communicate with it over descriptors 3
/// and 4.
@main
enum Worker {
  static let importers: [any DescriptorImporter.Type] = [
    ApplicationImporter.self, ArchiveImporter.self, DatabaseImporter.self, DocumentImporter.self, FontImporter.self, ImageImporter.self,
    MailImporter.self,
    MusicImporter.self, OfficeImporter.self, RecentFilesImporter.self, VideoImporter.self,
  ]

  static func main() {
    process_prepare()
    becomeUser()
    if let launcher = Launcher(arguments) { launcher.run() }
    let sniffer = sniffer()
    let (places, areChecked) = places()
    let loop = WorkerLoop(
      channel: channel(), importers: importers, sniffer: sniffer, embeddedFiles: embeddedFiles(sniffer), places: places)
    let diagnostics = Diagnostics()
    LazyData.load(for: importers)
    var sandbox = Sandbox()
    sandbox.readablePaths = LazyData.paths + importers.flatMap { $0.dataPaths }
    let layers = sandbox.enter()
    if areChecked { places?.load() }
    do throws(WorkerProtocolError) {
      try loop.run(inside: layers, placesProblem: areChecked ? places?.problem : nil)
    } catch {
      diagnostics.report("lost the connection to the indexer: \(error)")
      endProcess(status: 1)
    }
  }

  private static var arguments: [String] {
    var count: Int32 = 0
    let arguments = unsafe process_arguments(&count)
    return (0..<Int(count)).compactMap { index in unsafe arguments?[index].map { unsafe String(cString: $0) } }
  }

  private static func becomeUser() {
    do throws(IdentityError) {
      try Sandbox.becomeUser(arguments)
    } catch {
      Launcher.fail("\(error)")
    }
  }

  private static func channel() -> WorkerChannel {
    do throws(WorkerProtocolError) {
      return try WorkerChannel()
    } catch {
      Diagnostics.report("this program is started by mds and mdimport and does nothing on its own")
      endProcess(status: 2)
    }
  }

  /// The limit on the text of files inside a file is an argument: `--embedded-text BYTES`.
  private static func embeddedFiles(_ sniffer: MagicSniffer?) -> EmbeddedFiles? {
    guard let limit = value(of: "--embedded-text").flatMap({ UInt64($0) }), limit > 0 else { return nil }
    return EmbeddedFiles(importers: importers, sniffer: sniffer, textByteCount: limit)
  }

  /// The argument after an option; `nil` if there is none.
  private static func value(of option: String) -> String? {
    let arguments = Self.arguments
    guard let index = arguments.firstIndex(of: option), index + 1 < arguments.count else { return nil }
    return arguments[index + 1]
  }

  /// The file with the names of places is an argument: `--places PATH`, or `--check-places PATH` to read it at once.
  private static func places() -> (InstalledPlaces?, areChecked: Bool) {
    if let path = value(of: "--check-places") { return (InstalledPlaces(path: path), true) }
    return (value(of: "--places").map { InstalledPlaces(path: $0) }, false)
  }

  /// Without libmagic's database, types are determined by name only.
  private static func sniffer() -> MagicSniffer? {
    do throws(MagicError) {
      return try MagicSniffer()
    } catch {
      Diagnostics.report("cannot detect types by content; install libmagic1: \(error.reason)")
      return nil
    }
  }
}
