// SPDX-License-Identifier: Apache-2.0

// Audio, video and playlists.
extension UTType {
  /// Anything with sound or moving pictures.
  public static var audiovisualContent: UTType { UTType(known: "public.audiovisual-content") }

  /// Moving pictures, with or without sound.
  public static var movie: UTType { UTType(known: "public.movie") }

  /// Moving pictures without sound.
  public static var video: UTType { UTType(known: "public.video") }

  /// Sound.
  public static var audio: UTType { UTType(known: "public.audio") }

  /// A QuickTime movie.
  public static var quickTimeMovie: UTType { UTType(known: "com.apple.quicktime-movie") }

  /// An MPEG-1 or MPEG-2 movie.
  public static var mpeg: UTType { UTType(known: "public.mpeg") }

  /// MPEG-2 video.
  public static var mpeg2Video: UTType { UTType(known: "public.mpeg-2-video") }

  /// An MPEG-2 transport stream.
  public static var mpeg2TransportStream: UTType { UTType(known: "public.mpeg-2-transport-stream") }

  /// MP3 audio.
  public static var mp3: UTType { UTType(known: "public.mp3") }

  /// An MPEG-4 movie.
  public static var mpeg4Movie: UTType { UTType(known: "public.mpeg-4") }

  /// MPEG-4 audio.
  public static var mpeg4Audio: UTType { UTType(known: "public.mpeg-4-audio") }

  /// Protected MPEG-4 audio.
  public static var appleProtectedMPEG4Audio: UTType { UTType(known: "com.apple.protected-mpeg-4-audio") }

  /// Protected MPEG-4 video.
  public static var appleProtectedMPEG4Video: UTType { UTType(known: "com.apple.protected-mpeg-4-video") }

  /// An AVI movie.
  public static var avi: UTType { UTType(known: "public.avi") }

  /// AIFF audio.
  public static var aiff: UTType { UTType(known: "public.aiff-audio") }

  /// Waveform audio.
  public static var wav: UTType { UTType(known: "com.microsoft.waveform-audio") }

  /// MIDI.
  public static var midi: UTType { UTType(known: "public.midi-audio") }

  /// A playlist.
  public static var playlist: UTType { UTType(known: "public.playlist") }

  /// An M3U playlist.
  public static var m3uPlaylist: UTType { UTType(known: "public.m3u-playlist") }
}
