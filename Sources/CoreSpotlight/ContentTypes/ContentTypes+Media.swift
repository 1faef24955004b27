// SPDX-License-Identifier: Apache-2.0

// Apple's older constants for content types: images, sound and moving pictures. The file for basic
// types describes them.

/// An image.
public let kUTTypeImage: String = "public.image"

/// A JPEG image.
public let kUTTypeJPEG: String = "public.jpeg"

/// A JPEG 2000 image.
public let kUTTypeJPEG2000: String = "public.jpeg-2000"

/// A TIFF image.
public let kUTTypeTIFF: String = "public.tiff"

/// A PICT image.
public let kUTTypePICT: String = "com.apple.pict"

/// A GIF image.
public let kUTTypeGIF: String = "com.compuserve.gif"

/// A PNG image.
public let kUTTypePNG: String = "public.png"

/// A QuickTime image.
public let kUTTypeQuickTimeImage: String = "com.apple.quicktime-image"

/// An Apple icon image.
public let kUTTypeAppleICNS: String = "com.apple.icns"

/// A Windows bitmap.
public let kUTTypeBMP: String = "com.microsoft.bmp"

/// A Windows icon.
public let kUTTypeICO: String = "com.microsoft.ico"

/// A raw image of a camera.
public let kUTTypeRawImage: String = "public.camera-raw-image"

/// An SVG image.
public let kUTTypeScalableVectorGraphics: String = "public.svg-image"

/// A Live Photo.
public let kUTTypeLivePhoto: String = "com.apple.live-photo"

/// Anything with sound or moving pictures.
public let kUTTypeAudiovisualContent: String = "public.audiovisual-content"

/// Moving pictures, with or without sound.
public let kUTTypeMovie: String = "public.movie"

/// Moving pictures without sound.
public let kUTTypeVideo: String = "public.video"

/// Sound.
public let kUTTypeAudio: String = "public.audio"

/// A QuickTime movie.
public let kUTTypeQuickTimeMovie: String = "com.apple.quicktime-movie"

/// An MPEG-1 or MPEG-2 movie.
public let kUTTypeMPEG: String = "public.mpeg"

/// MPEG-2 video.
public let kUTTypeMPEG2Video: String = "public.mpeg-2-video"

/// An MPEG-2 transport stream.
public let kUTTypeMPEG2TransportStream: String = "public.mpeg-2-transport-stream"

/// MP3 audio.
public let kUTTypeMP3: String = "public.mp3"

/// An MPEG-4 movie.
public let kUTTypeMPEG4: String = "public.mpeg-4"

/// MPEG-4 audio.
public let kUTTypeMPEG4Audio: String = "public.mpeg-4-audio"

/// Protected MPEG-4 audio.
public let kUTTypeAppleProtectedMPEG4Audio: String = "com.apple.protected-mpeg-4-audio"

/// Protected MPEG-4 video.
public let kUTTypeAppleProtectedMPEG4Video: String = "com.apple.protected-mpeg-4-video"

/// An AVI movie.
public let kUTTypeAVIMovie: String = "public.avi"

/// AIFF audio.
public let kUTTypeAudioInterchangeFileFormat: String = "public.aiff-audio"

/// Waveform audio.
public let kUTTypeWaveformAudio: String = "com.microsoft.waveform-audio"

/// MIDI.
public let kUTTypeMIDIAudio: String = "public.midi-audio"

/// A playlist.
public let kUTTypePlaylist: String = "public.playlist"

/// An M3U playlist.
public let kUTTypeM3UPlaylist: String = "public.m3u-playlist"

/// Three-dimensional content.
public let kUTType3DContent: String = "public.3d-content"
