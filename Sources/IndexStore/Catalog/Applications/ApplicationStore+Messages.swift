// SPDX-License-Identifier: Apache-2.0

internal import LogMessages

extension ApplicationStore {
  /// The store in messages: the program, the index, and the protection class if there is one.
  package var title: String {
    PrintableText.line(
      bundle + ", \(index)" + (protection == .none ? "" : ", protection class \(protection.rawValue)"))
  }

  /// An error with advice for an application store, which `mdutil -E` cannot rebuild.
  package func message(about error: StoreError) -> String {
    let program = PrintableText.line(bundle)
    let removal = "a program that can adds its items again; 'mdutil -X -application \(program)' removes them"
    let repair = "'mdutil --repair -application \(program)' rebuilds it from the stored items"
    return switch error {
    case .corrupted(let object, let reason): "\(title): \(object) is damaged (\(reason)); \(removal)"
    case .damagedSegment(_, let reason): "\(title): \(reason); \(repair)"
    case .outdatedSnapshot(let path): "\(title): \(path): the segment is missing; \(repair)"
    case .newerFormat(let path, let found, let supported):
      "\(title): \(path): the index has format \(found), and this program knows up to \(supported); update Searchlight"
    case .olderFormat(let path, let found):
      "\(title): \(path): the index has format \(found), from an earlier version; \(removal)"
    case .notFound: "\(title): the index is gone; its program or index extension has to add its items again"
    case .unsuitableFileSystem: "\(title): \(error.problem.description); XDG_DATA_HOME can name a folder on a local disk"
    case .readOnlyFileSystem: "\(title): \(error.problem.description); mount it for writing"
    case .unexpectedContent: "\(title): \(error.problem.description)"
    default: "\(title): \(error)"
    }
  }
}
