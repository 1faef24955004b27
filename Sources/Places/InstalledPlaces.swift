// SPDX-License-Identifier: Apache-2.0

package import ImporterSupport
internal import SystemPlatform

/// The names in the file of places that is installed.
///
/// The file is opened at once, because nothing can be opened inside the sandbox, and read when the first position comes: most workers
/// meet none.
package final class InstalledPlaces: PlaceNaming {
  /// `nil` after it was read, or if it cannot be opened.
  private var file: ReadableFile?
  private var table: PlaceTable?
  /// Why the file cannot be used; `nil` if it can, or if it was not read yet.
  package private(set) var problem: String?

  /// Longer than any such file. libgweather's has 1.7 MB.
  private static let maximumByteCount = 16 << 20
  private static let pieceByteCount = 64 << 10

  package init(path: String) {
    do throws(SystemError) {
      file = try ReadableFile(Path(path))
    } catch {
      problem = "\(error.code)"
    }
  }

  package func names(latitude: Double, longitude: Double) -> PlaceNames? {
    load()
    return table?.nearest(latitude: latitude, longitude: longitude)
  }

  /// Reads the file, unless that was done.
  package func load() {
    guard let file = file.take() else { return }
    do {
      table = try Self.table(file)
    } catch ImportError.damaged(let detail) {
      problem = detail
    } catch {
      problem = "\(error)"
    }
  }

  private static func table(_ file: borrowing ReadableFile) throws -> PlaceTable {
    guard file.kind == .regular else { throw ImportError.damaged("it is not a regular file") }
    guard file.byteCount <= maximumByteCount else { throw ImportError.damaged("it is longer than \(maximumByteCount >> 20) MiB") }
    let reader = try LocationReader()
    var offset = 0
    while offset < maximumByteCount {
      let piece = try file.bytes(at: offset, count: pieceByteCount)
      if piece.isEmpty { break }
      reader.parse(piece.span)
      offset += piece.count
    }
    return try reader.table()
  }
}
