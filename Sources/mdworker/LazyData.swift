// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Glibc
internal import ImporterSupport

/// Files that libraries open when they are first used, which is too late inside the sandbox.
enum LazyData {
  /// Directories that stay readable. The C library loads a module for each character encoding that
  /// occurs; loading all of them takes 50 ms.
  static let paths: [String] = {
    let architectures = ["x86_64-linux-gnu", "aarch64-linux-gnu"]
    return architectures.map { "/usr/lib/\($0)/gconv" } + ["/usr/lib64/gconv", "/usr/share/zoneinfo"]
  }()

  static func load(for importers: [any DescriptorImporter.Type]) {
    // Foundation caches the time zone. The C library does so only if the variable is set; otherwise
    // each conversion of a time would ask for the status of /etc/localtime.
    _ = TimeZone.current.secondsFromGMT()
    unsafe setenv("TZ", ":/etc/localtime", 0)
    tzset()
    // The cache of gconv's modules.
    let converter = unsafe iconv_open("UTF-8", "UTF-16")
    if Int(bitPattern: converter) != -1 { unsafe iconv_close(converter) }
    for importer in importers { importer.prepare() }
  }
}
