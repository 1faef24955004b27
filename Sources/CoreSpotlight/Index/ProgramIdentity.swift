// SPDX-License-Identifier: Apache-2.0

internal import Applications
internal import Foundation
internal import IndexStore
internal import Synchronization

/// The identifier by which the system knows this program, and the folder of its indexes.
///
/// Apple's systems read the identifier from the program's bundle. On Linux, it is the first of:
///
/// 1. the value that the program has set with ``CSSearchableIndex/bundleIdentifier``,
/// 2. the name of the `.desktop` file from which a desktop started this process,
/// 3. the main bundle's identifier, if Foundation finds one,
/// 4. the name of the executable.
enum ProgramIdentity {
  private static let chosen = Mutex<String?>(nil)

  static var bundleIdentifier: String {
    get { chosen.withLock { $0 } ?? found }
    set { chosen.withLock { $0 = newValue } }
  }

  private static let found: String =
    desktopIdentifier(ProcessInfo.processInfo.environment, process: ProcessInfo.processInfo.processIdentifier)
    ?? Bundle.main.bundleIdentifier ?? executableName

  private static var executableName: String {
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let path = link ?? CommandLine.arguments.first ?? "program"
    return URL(fileURLWithPath: path).lastPathComponent
  }

  /// The desktop entry that launched this process. GLib sets both variables, and children of the
  /// process inherit them, so the process has to agree.
  static func desktopIdentifier(_ environment: [String: String], process: Int32) -> String? {
    guard environment["GIO_LAUNCHED_DESKTOP_FILE_PID"] == String(process), let path = environment["GIO_LAUNCHED_DESKTOP_FILE"],
      path.hasSuffix(".desktop")
    else { return nil }
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    return name.isEmpty ? nil : name
  }

  /// Which stores there were, in case that their folder is lost.
  static func records(of folder: String) -> ApplicationStoreRecords {
    ApplicationStoreRecords(of: folder, in: DataFolders.stateHome.map { $0 + "/searchlight" })
  }

  /// The folder of all application stores; `nil` without a home directory.
  static var storesFolder: String? { DataFolders.home.map { $0 + "/searchlight/applications" } }
}
