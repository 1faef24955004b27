// SPDX-License-Identifier: Apache-2.0

internal import UniformTypeIdentifiers

/// Formats of lines of which only some are text that people read.
enum LineFormat: Equatable {
  case m3u
  case pls
  case subRip
  case subStation
  case webVTT

  /// - Returns: `nil` for the type of another format.
  init?(typeIdentifier: String) {
    switch typeIdentifier {
    case "org.matroska.subrip": self = .subRip
    case "org.w3.webvtt": self = .webVTT
    case "public.m3u-playlist": self = .m3u
    case "public.pls-playlist": self = .pls
    case _ where typeIdentifier == Self.subStationType: self = .subStation
    default: return nil
    }
  }

  var reader: any LineReader {
    switch self {
    case .m3u: M3UReader()
    case .pls: PLSReader()
    case .subRip: CueReader(.subRip)
    case .subStation: SubStationReader()
    case .webVTT: CueReader(.webVTT)
    }
  }

  private static let subStationType = UTType(mimeType: "text/x-ssa")?.identifier
}

/// A reader of a format, which receives its lines in order.
protocol LineReader {
  /// The title that the lines so far declare.
  var title: String? { get }

  /// The text in a line; `nil` if there is none.
  mutating func text(of line: Substring) -> String?
}
