internal import CSystem
internal import DocumentImporter
internal import Glibc
internal import ImageImporter
internal import ImporterSupport
internal import MusicImporter
internal import OfficeImporter
internal import WorkerProtocol

/// Reads files for `mds` and `mdimport`, which start it and communicate with it over descriptors 3
/// and 4.
@main
enum Worker {
  static let importers: [any DescriptorImporter.Type] = [
    DocumentImporter.self, ImageImporter.self, MusicImporter.self, OfficeImporter.self,
  ]

  static func main() {
    process_prepare()
    ProcessLimits().apply()
    let channel = channel()
    let sniffer = sniffer()
    let diagnostics = Diagnostics()
    do throws(WorkerProtocolError) {
      try WorkerLoop(channel: channel, importers: importers, sniffer: sniffer).run()
    } catch {
      diagnostics.report("lost the connection to the indexer: \(error)")
      exit(1)
    }
  }

  private static func channel() -> WorkerChannel {
    do throws(WorkerProtocolError) {
      return try WorkerChannel()
    } catch {
      Diagnostics.report("this program is started by mds and mdimport and does nothing on its own")
      exit(2)
    }
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
