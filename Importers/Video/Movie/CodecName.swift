// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// The names of codecs for people.
enum CodecName {
  /// The codec of a four-character code, as in MPEG-4, QuickTime and AVI files; the code itself if
  /// it is unknown.
  static func named(fourCharacters code: String) -> String? {
    let trimmed = code.filter { $0.isASCII && !$0.isWhitespace && $0 != "\0" }
    guard !trimmed.isEmpty else { return nil }
    return fourCharacterCodes[trimmed.lowercased()] ?? trimmed
  }

  private static let fourCharacterCodes: [String: String] = [
    "avc1": "H.264", "avc3": "H.264", "h264": "H.264", "x264": "H.264", "hvc1": "HEVC", "hev1": "HEVC", "hevc": "HEVC", "h265": "HEVC",
    "dvh1": "HEVC", "dvhe": "HEVC", "av01": "AV1", "vp08": "VP8", "vp80": "VP8", "vp09": "VP9", "vp90": "VP9", "mp4v": "MPEG-4",
    "xvid": "MPEG-4", "divx": "MPEG-4", "dx50": "MPEG-4", "fmp4": "MPEG-4", "mp4s": "MPEG-4", "s263": "H.263", "h263": "H.263",
    "div3": "MS-MPEG4 v3", "mp43": "MS-MPEG4 v3", "mp42": "MS-MPEG4 v2", "mpg1": "MPEG-1", "mpg2": "MPEG-2", "mp2v": "MPEG-2",
    "m1v": "MPEG-1", "m2v1": "MPEG-2", "mjpg": "Motion JPEG", "mjpa": "Motion JPEG", "mjpb": "Motion JPEG", "jpeg": "JPEG",
    "apch": "ProRes", "apcn": "ProRes", "apcs": "ProRes", "apco": "ProRes", "ap4h": "ProRes", "dvc": "DV", "dvsd": "DV", "dvcp": "DV",
    "cvid": "Cinepak", "svq1": "Sorenson Video", "svq3": "Sorenson Video 3", "theo": "Theora", "wmv1": "WMV1", "wmv2": "WMV2",
    "wmv3": "WMV3", "wvc1": "VC-1", "iv32": "Indeo 3", "iv50": "Indeo 5", "hfyu": "HuffYUV", "ffv1": "FFV1", "rle": "Animation",
    "mp4a": "AAC", ".mp3": "MP3", "ac-3": "AC-3", "ec-3": "E-AC-3", "alac": "Apple Lossless", "flac": "FLAC", "opus": "Opus",
    "samr": "AMR", "sawb": "AMR-WB", "sowt": "PCM", "twos": "PCM", "lpcm": "PCM", "in24": "PCM", "ulaw": "G.711", "alaw": "G.711",
    "qdm2": "QDesign Music", "qclp": "QCELP", "dtsc": "DTS", "dtsh": "DTS-HD", "tx3g": "Timed Text", "text": "Text", "c608": "CEA-608",
    "wvtt": "WebVTT", "stpp": "TTML",
  ]

  /// The codec of a format tag in a Wave header.
  static func named(waveFormat tag: UInt16) -> String {
    switch tag {
    case 1, 3, 0xFFFE: "PCM"
    case 2, 0x11: "ADPCM"
    case 6, 7: "G.711"
    case 0x50: "MP2"
    case 0x55: "MP3"
    case 0xFF, 0x1600, 0x1610: "AAC"
    case 0x160: "WMA1"
    case 0x161: "WMA2"
    case 0x162: "WMA Pro"
    case 0x163: "WMA Lossless"
    case 0x2000: "AC-3"
    case 0x2001: "DTS"
    case 0x566F, 0x674F...0x6771: "Vorbis"
    case 0xF1AC: "FLAC"
    default: "0x" + String(tag, radix: 16)
    }
  }

  /// The codec of an object type in an MPEG-4 elementary stream descriptor; `nil` if the
  /// four-character code already names it.
  static func named(objectType: UInt8) -> String? {
    switch objectType {
    case 0x20: "MPEG-4"
    case 0x40, 0x66, 0x67, 0x68: "AAC"
    case 0x60...0x65: "MPEG-2"
    case 0x69, 0x6B: "MP3"
    case 0x6A: "MPEG-1"
    case 0x6C: "JPEG"
    case 0xA5: "AC-3"
    case 0xA6: "E-AC-3"
    case 0xA9: "DTS"
    case 0xAD: "Opus"
    default: nil
    }
  }
}
