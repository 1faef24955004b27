// SPDX-License-Identifier: Apache-2.0

extension Declaration {
  /// Sound, moving pictures and lists of them.
  static let audiovisual: [Declaration] = [
    Declaration("public.audiovisual-content", "audiovisual content", is: "public.data public.content"),
    Declaration("public.audio", "audio", is: "public.audiovisual-content"),
    // Items that Apple's systems summarize have this type: voice messages.
    Declaration("public.voice-audio", "voice recording", is: "public.audio"),
    Declaration("public.movie", "movie", is: "public.audiovisual-content"),
    Declaration("public.video", "video", is: "public.movie"),
    Declaration("public.mp3", "MP3 audio", is: "public.audio", mime: "audio/mpeg", ext: "mp3 mpga"),
    Declaration("public.mp2", "MP2 audio", is: "public.audio", mime: "audio/mp2", ext: "mp2"),
    Declaration("public.mpeg-4-audio", "MPEG-4 audio", is: "public.mpeg-4 public.audio", mime: "audio/mp4"),
    Declaration("com.apple.m4a-audio", "Apple MPEG-4 audio", is: "public.mpeg-4-audio", mime: "audio/x-m4a audio/mp4", ext: "m4a m4r"),
    Declaration(
      "com.apple.protected-mpeg-4-audio-b", "Audiobook", is: "public.audio", mime: "audio/x-m4b", ext: "m4b"),
    Declaration("com.apple.protected-mpeg-4-audio", "Protected MPEG-4 audio", is: "public.audio", mime: "audio/x-m4p", ext: "m4p"),
    Declaration("com.apple.protected-mpeg-4-video", "Protected MPEG-4 video", is: "public.mpeg-4", mime: "video/x-m4p"),
    Declaration("com.apple.coreaudio-format", "Core Audio", is: "public.audio", mime: "audio/x-caf", ext: "caf"),
    Declaration("public.aac-audio", "AAC audio", is: "public.audio", mime: "audio/aac audio/x-hx-aac-adts", ext: "aac adts"),
    Declaration("public.ac3-audio", "AC-3 audio", is: "public.audio", mime: "audio/ac3", ext: "ac3"),
    Declaration("public.enhanced-ac3-audio", "Enhanced AC-3 audio", is: "public.audio", mime: "audio/eac3", ext: "eac3"),
    Declaration("public.aiff-audio", "AIFF audio", is: "public.audio", mime: "audio/x-aiff audio/aiff", ext: "aiff aif"),
    Declaration("public.aifc-audio", "AIFF-C audio", is: "public.aiff-audio", mime: "audio/x-aifc", ext: "aifc aiffc"),
    Declaration("public.au-audio", "AU audio", is: "public.audio", mime: "audio/basic", ext: "au snd ulw"),
    Declaration("public.midi-audio", "MIDI audio", is: "public.audio", mime: "audio/midi", ext: "mid midi kar"),
    Declaration(
      "com.microsoft.waveform-audio", "Waveform audio", is: "public.audio", mime: "audio/vnd.wave audio/x-wav", ext: "wav wave bwf"),
    Declaration(
      "com.microsoft.advanced-systems-format", "Advanced Systems Format", is: "public.audiovisual-content", mime: "application/vnd.ms-asf",
      ext: "asf"),
    Declaration(
      "com.microsoft.windows-media-wma", "Windows Media audio", is: "public.audio com.microsoft.advanced-systems-format",
      mime: "audio/x-ms-wma", ext: "wma"),
    Declaration("org.xiph.flac", "FLAC audio", is: "public.audio", mime: "audio/flac", ext: "flac"),
    Declaration("org.xiph.opus", "Opus audio", is: "public.audio", mime: "audio/x-opus+ogg audio/opus", ext: "opus"),
    Declaration(
      "org.xiph.ogg-audio", "Ogg audio", is: "public.audio", mime: "audio/ogg audio/x-vorbis+ogg audio/x-flac+ogg audio/x-speex+ogg",
      ext: "ogg oga"),
    Declaration("org.matroska.mka", "Matroska audio", is: "public.audio", mime: "audio/x-matroska", ext: "mka"),
    Declaration("org.webmproject.weba", "WebM audio", is: "public.audio", mime: "audio/webm", ext: "weba"),
    Declaration("com.audible.aa-audiobook", "Audible audiobook", is: "public.audio", mime: "audio/x-pn-audibleaudio", ext: "aa"),
    Declaration("com.audible.aax-audiobook", "Audible audiobook", is: "public.audio", mime: "audio/vnd.audible.aax", ext: "aax aaxc"),
    Declaration("com.real.realaudio", "RealAudio", is: "public.audio", mime: "audio/vnd.rn-realaudio", ext: "ra ram"),
    Declaration("org.3gpp.adaptive-multi-rate-audio", "AMR audio", is: "public.audio", mime: "audio/amr audio/amr-wb", ext: "amr awb"),
    Declaration("com.apple.quicktime-movie", "QuickTime movie", is: "public.movie", mime: "video/quicktime", ext: "mov qt"),
    Declaration("public.mpeg-4", "MPEG-4 movie", is: "public.movie", mime: "video/mp4 application/mp4", ext: "mp4 mpg4 mp4v"),
    Declaration("com.apple.m4v-video", "Apple MPEG-4 movie", is: "public.movie", mime: "video/x-m4v", ext: "m4v"),
    Declaration("public.mpeg", "MPEG movie", is: "public.movie", mime: "video/mpeg", ext: "mpg mpeg mpe m75 m15 vob"),
    Declaration("public.mpeg-2-video", "MPEG-2 video", is: "public.video", mime: "video/mpeg2", ext: "m2v"),
    Declaration("public.mpeg-2-transport-stream", "MPEG-2 transport stream", is: "public.movie", mime: "video/mp2t", ext: "ts"),
    Declaration(
      "public.avchd-mpeg-2-transport-stream", "AVCHD MPEG-2 transport stream", is: "public.movie", mime: "video/mp2t", ext: "mts m2ts"),
    Declaration("public.dv-movie", "DV movie", is: "public.movie", mime: "video/dv video/x-dv", ext: "dv dif"),
    Declaration("public.3gpp", "3GPP movie", is: "public.movie", mime: "video/3gpp audio/3gpp", ext: "3gp 3gpp"),
    Declaration("public.3gpp2", "3GPP2 movie", is: "public.movie", mime: "video/3gpp2", ext: "3g2 3gp2"),
    Declaration("public.avi", "AVI movie", is: "public.movie", mime: "video/avi video/vnd.avi video/x-msvideo", ext: "avi vfw"),
    Declaration("public.flc-animation", "FLC animation", is: "public.movie", mime: "video/x-flic", ext: "flc fli"),
    Declaration(
      "com.microsoft.windows-media-wmv", "Windows Media video", is: "public.movie com.microsoft.advanced-systems-format",
      mime: "video/x-ms-wmv", ext: "wmv"),
    Declaration("com.adobe.flash.video", "Flash video", is: "public.movie", mime: "video/x-flv", ext: "flv f4v"),
    Declaration("com.adobe.shockwave-flash", "Flash movie", is: "public.data", mime: "application/vnd.adobe.flash.movie", ext: "swf"),
    Declaration("org.matroska.mkv", "Matroska movie", is: "public.movie", mime: "video/x-matroska application/x-matroska", ext: "mkv"),
    Declaration("org.matroska.mk3d", "Matroska 3D movie", is: "org.matroska.mkv", mime: "video/x-matroska-3d", ext: "mk3d"),
    Declaration("org.webmproject.webm", "WebM movie", is: "public.movie", mime: "video/webm", ext: "webm"),
    Declaration("org.xiph.ogg-video", "Ogg movie", is: "public.movie", mime: "video/ogg video/x-theora+ogg", ext: "ogv"),
    Declaration("com.real.realmedia", "RealMedia", is: "public.movie", mime: "application/vnd.rn-realmedia", ext: "rm rmvb"),
    Declaration("org.smpte.mxf", "MXF movie", is: "public.movie", mime: "application/mxf", ext: "mxf"),
    Declaration("public.playlist", "playlist"),
    Declaration(
      "public.m3u-playlist", "M3U playlist", is: "public.text public.playlist",
      mime: "audio/x-mpegurl application/vnd.apple.mpegurl video/vnd.mpegurl", ext: "m3u m3u8"),
    Declaration("public.pls-playlist", "PLS playlist", is: "public.text public.playlist", mime: "audio/x-scpls", ext: "pls"),
    Declaration("org.xspf.xspf-playlist", "XSPF playlist", is: "public.xml public.playlist", mime: "application/xspf+xml", ext: "xspf"),
    Declaration("org.matroska.subrip", "SubRip subtitles", is: "public.plain-text", mime: "application/x-subrip", ext: "srt"),
    Declaration("org.w3.webvtt", "WebVTT subtitles", is: "public.plain-text", mime: "text/vtt", ext: "vtt"),
  ]
}
