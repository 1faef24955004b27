// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import WorkerProtocol

extension CSImportExtension {
  /// Imports the files that the indexer hands over, and ends the process. The one line of an
  /// importer's `main.swift` is:
  ///
  ///     MyImporter().serve()
  ///
  /// `mds` and `mdimport` start a process for each file, in which ``update(_:forFileAt:)`` is called
  /// once. It can open that file and the system's libraries, and nothing else.
  ///
  /// - Note: This method exists only on Linux. On Apple's systems, the system runs extensions.
  public func serve() -> Never {
    do throws(WorkerProtocolError) {
      let channel = try WorkerChannel()
      beginRequest(with: NSExtensionContext())
      try WorkerLoop(channel: channel, program: self).run()
    } catch .system {
      FileHandle.standardError.write(
        Data("This program is an importer, which mds and mdimport start; see searchlight.importer(5).\n".utf8))
      exit(2)
    } catch {
      exit(1)
    }
    exit(0)
  }
}
