// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// The format of an audio file.
enum AudioFormat: Equatable {
  /// Read entirely by TagLib.
  case tagLib(TagLibReader)
  case ogg
  case mp4
  /// AAC frames with their own headers, possibly after an ID3 tag.
  case adts(start: Int)
  case adif(start: Int)
  case ac3
  case layerI(start: Int)
  case coreAudio
  case amr
  case dsf
  case dsdiff
  case midi
  case nextSound
  case optimFROG
  case shorten(start: Int)
  case tak
  /// A wave file of more than 4 GiB, or with its numbers in big-endian order.
  case wave

  /// The format according to the first bytes after the ID3 tags, or else according to the name;
  /// `nil` for an unsupported format.
  ///
  /// - Parameter start: The end of the ID3 tags.
  init?(_ file: FileBytes, from start: Int, name: [UInt8]) {
    guard let format = Self(start: file.bytes(at: start, count: 64), at: start, file) ?? Self(name: name) else { return nil }
    self = format
  }

  private init?(start bytes: [UInt8], at offset: Int, _ file: FileBytes) {
    switch true {
    case bytes.has("fLaC"): self = .tagLib(.flac)
    case bytes.has("OggS"): self = .ogg
    case bytes.has("ftyp", at: 4): self = .mp4
    case bytes.has("RIFF") && bytes.has("WAVE", at: 8): self = .tagLib(.wav)
    case (bytes.has("RF64") || bytes.has("RIFX")) && bytes.has("WAVE", at: 8): self = .wave
    case bytes.has("FORM") && (bytes.has("AIFF", at: 8) || bytes.has("AIFC", at: 8)): self = .tagLib(.aiff)
    case bytes.has("MAC "): self = .tagLib(.monkeysAudio)
    case bytes.has("MPCK"), bytes.has("MP+"): self = .tagLib(.musepack)
    case bytes.has("wvpk"): self = .tagLib(.wavPack)
    case bytes.has("TTA1"): self = .tagLib(.trueAudio)
    case bytes.starts(with: [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]): self = .tagLib(.asf)
    case bytes.has("Extended Module: "): self = .tagLib(.extendedModule)
    case bytes.has("IMPM"): self = .tagLib(.impulseTracker)
    case bytes.has("SCRM", at: 44): self = .tagLib(.s3m)
    case bytes.has("DSD "): self = .dsf
    case bytes.has("FRM8"): self = .dsdiff
    case bytes.has("MThd"): self = .midi
    case bytes.has("caff"): self = .coreAudio
    case bytes.has(".snd"): self = .nextSound
    case AMR.begins(bytes): self = .amr
    case bytes.has("OFR "): self = .optimFROG
    case Shorten.begins(bytes): self = .shorten(start: offset)
    case bytes.has("tBaK"): self = .tak
    case bytes.has("ADIF"): self = .adif(start: offset)
    case bytes.starts(with: [0x0B, 0x77]): self = .ac3
    case ADTS.isHeader(bytes): self = .adts(start: offset)
    case LayerI.begins(file, at: offset): self = .layerI(start: offset)
    case bytes.count >= 2 && bytes[0] == 0xFF && bytes[1] & 0xE0 == 0xE0: self = .tagLib(.mpeg)
    default: return nil
    }
  }

  /// The signature of music modules is after the first kilobyte; other files may have other data
  /// before the first frame.
  private init?(name: [UInt8]) {
    let suffix = name.lastIndex(of: UInt8(ascii: ".")).map { String(decoding: name[($0 + 1)...], as: UTF8.self).lowercased() }
    switch suffix {
    case "mp2", "mp3", "mpga": self = .tagLib(.mpeg)
    case "mod", "module", "nst", "wow": self = .tagLib(.mod)
    case "s3m": self = .tagLib(.s3m)
    case "it": self = .tagLib(.impulseTracker)
    case "xm": self = .tagLib(.extendedModule)
    case "flac": self = .tagLib(.flac)
    case "mpc": self = .tagLib(.musepack)
    case "ape": self = .tagLib(.monkeysAudio)
    case "wv": self = .tagLib(.wavPack)
    case "m4a", "m4b", "m4p": self = .mp4
    case "aac": self = .adts(start: 0)
    case "ac3", "eac3": self = .ac3
    default: return nil
    }
  }
}

extension AudioFormat {
  /// Reads the file; `nil` if that is not possible.
  func recording(_ file: ImportedFile, _ bytes: FileBytes) -> Recording? {
    switch self {
    case .tagLib(.aiff): return AIFF.read(file, bytes)
    case .tagLib(.wav):
      guard var recording = Recording(file, .wav) else { return nil }
      if let stream = Wave.read(bytes) { recording.stream.fill(from: stream) }
      return recording
    case .tagLib(let reader): return Recording(file, reader)
    case .ogg: return Ogg.read(file, bytes)
    case .mp4: return MPEG4.read(file, bytes)
    case .adts(let start): return Recording(stream: ADTS.read(bytes, from: start), tagsOf: file, .ape)
    case .adif(let start): return Recording(stream: ADTS.readADIF(bytes, from: start), tagsOf: file, .ape)
    case .amr: return Recording(stream: AMR.read(bytes), tags: Tags())
    case .layerI(let start): return Recording(stream: LayerI.read(bytes, from: start), tagsOf: file, .ape)
    case .ac3: return Recording(stream: AC3.read(bytes), tagsOf: file, .ape)
    case .dsf: return DSD.readDSF(file, bytes)
    case .dsdiff: return DSD.readDSDIFF(file, bytes)
    case .coreAudio: return CoreAudio.read(bytes)
    case .midi: return MIDI.read(bytes)
    case .nextSound: return NeXTSound.read(bytes)
    case .optimFROG: return Recording(stream: OptimFROG.read(bytes), tagsOf: file, .ape)
    case .shorten(let start): return Recording(stream: Shorten.read(bytes, from: start), tagsOf: file, .ape)
    case .tak: return Recording(stream: TAK.read(bytes), tagsOf: file, .ape)
    case .wave: return Recording(stream: Wave.read(bytes), tags: Tags())
    }
  }
}

extension Recording {
  /// Reads properties and tags with TagLib.
  init?(_ file: ImportedFile, _ reader: TagLibReader) {
    guard let media = TagLibMedia(file, reader) else { return nil }
    self.init(stream: media.stream, tags: media.tags)
    stream.codecs = tags["CODEC"] + (reader.codec.map { [$0] } ?? [])
  }

  /// Combines properties from one of our own readers with tags read by `reader`. Without
  /// properties, the file is not of this format.
  init?(stream: AudioStream?, tagsOf file: ImportedFile, _ reader: TagLibReader) {
    guard let stream else { return nil }
    self.init(stream: stream, tags: TagLibMedia(file, reader)?.tags ?? Tags())
  }

  init?(stream: AudioStream?, tags: Tags) {
    guard let stream else { return nil }
    self.stream = stream
    self.tags = tags
  }
}
