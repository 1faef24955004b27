// SPDX-License-Identifier: Apache-2.0

import CommandLine
import SearchWindow
import Threading
import Widgets

/// Reads thumbnails on a thread of its own.
final class ThumbnailWorker: Sendable {
  private let wanted = Monitor<ThumbnailSource?>(nil)

  /// Starts the thread, which ends with the process.
  ///
  /// - Parameter deliver: Called on the thread.
  func start(_ environment: ToolEnvironment, deliver: @escaping @Sendable (CachedImage, ThumbnailSource) -> Void) throws(ThreadError) {
    let cache = environment.value(of: "XDG_CACHE_HOME") ?? environment.value(of: "HOME").map { $0 + "/.cache" }
    guard let cache else { return }
    try Thread { [wanted] in
      while true {
        let source = wanted.wait { $0.take() }
        let paths = source.paths(in: cache, digest: Digest.md5(source.url))
        if let image = paths.lazy.compactMap({ Self.image(at: $0, of: source) }).first { deliver(image, source) }
      }
    }.detach()
  }

  /// Takes the place of a thumbnail that was not read yet.
  func find(_ source: ThumbnailSource) { wanted.update { $0 = source } }

  private static func image(at path: String, of source: ThumbnailSource) -> CachedImage? {
    guard let bytes = try? SmallFile.read(Array(path.utf8)), let texts = PNGTexts(bytes), source.matches({ texts[$0] }) else { return nil }
    return CachedImage(png: bytes)
  }
}
