// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// The container of a video file.
enum VideoFormat: CaseIterable {
  case asf
  case avi
  case flash
  case matroska
  case mpeg4
  case ogg
  case programStream
  case transportStream

  /// The container according to the first bytes; `nil` for one that is not supported.
  init?(_ file: FileBytes) {
    let start = file.bytes(at: 0, count: 16)
    switch true {
    case start.starts(with: [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]): self = .asf
    case start.has("RIFF") && start.has("AVI ", at: 8): self = .avi
    case start.has("FLV"): self = .flash
    case start.starts(with: [0x1A, 0x45, 0xDF, 0xA3]): self = .matroska
    case ["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot"].contains(where: { start.dropFirst(4).starts(with: $0.utf8) }):
      self = .mpeg4
    case start.has("OggS"): self = .ogg
    case start.starts(with: [0, 0, 1, 0xBA]), start.starts(with: [0, 0, 1, 0xB3]): self = .programStream
    case TransportStream.packetLayout(of: file) != nil: self = .transportStream
    default: return nil
    }
  }

  func movie(_ file: FileBytes) -> Movie {
    switch self {
    case .asf: ASF.read(file)
    case .avi: AVI.read(file)
    case .flash: FlashVideo.read(file)
    case .matroska: Matroska.read(file)
    case .mpeg4: MPEG4Movie.read(file)
    case .ogg: OggMovie.read(file)
    case .programStream: ProgramStream.read(file)
    case .transportStream: TransportStream.read(file)
    }
  }

  /// Appends the texts of subtitles, for containers whose subtitles are text.
  func readSubtitles(_ file: FileBytes, into subtitles: inout Subtitles) {
    switch self {
    case .matroska: Matroska.readSubtitles(file, into: &subtitles)
    case .mpeg4: MPEG4Subtitles.read(file, into: &subtitles)
    default: break
    }
  }
}
