// SPDX-License-Identifier: Apache-2.0

internal import Attributes

/// The encoding of frames on the socket: a byte for the kind, then the fields in order. One frame
/// is one packet.
///
/// Decoding allocates no more memory than the length of the packet justifies, and rejects trailing
/// bytes.
extension ParentFrame {
  private enum Kind: UInt8 { case importFile = 1, windowIsFree = 2 }

  package func encoded() -> [UInt8] {
    var writer = ByteWriter()
    switch self {
    case .importFile(let request):
      writer.append(byte: Kind.importFile.rawValue)
      writer.append(variable: request.id.rawValue)
      writer.append(counted: request.fileName)
      writer.append(variable: request.byteCount)
      writer.append(double: request.modified.secondsSinceReferenceDate)
      writer.append(optional: request.typeIdentifier)
      writer.append(bool: request.isTypeCertain)
      writer.append(bool: request.wantsText)
      writer.append(bool: request.path != nil)
      if let path = request.path { writer.append(counted: path) }
      writer.append(variable: UInt64(request.typesOfOthers.count))
      for type in request.typesOfOthers { writer.append(string: type) }
    case .windowIsFree:
      writer.append(byte: Kind.windowIsFree.rawValue)
    }
    return writer.bytes
  }

  package init(decoding packet: Span<UInt8>) throws(WorkerProtocolError) {
    var reader = ByteReader(packet)
    self = try decodingFrame { () throws(DecodingError) in
      let tag = try reader.byte()
      guard let kind = Kind(rawValue: tag) else { return .failure(.unknownFrame(tag)) }
      let frame: ParentFrame
      switch kind {
      case .importFile:
        var request = ImportRequest(
          id: ImportRequest.ID(try reader.variable()), fileName: try reader.counted(), byteCount: try reader.variable(),
          modified: Timestamp(secondsSinceReferenceDate: try reader.double()), typeIdentifier: try reader.optionalString(),
          isTypeCertain: try reader.bool(), wantsText: try reader.bool())
        if try reader.bool() { request.path = try reader.counted() }
        for _ in 0..<(try reader.count()) { request.typesOfOthers.append(try reader.string()) }
        frame = .importFile(request)
      case .windowIsFree:
        frame = .windowIsFree
      }
      try reader.expectEnd()
      return .success(frame)
    }
  }
}

extension WorkerFrame {
  private enum Kind: UInt8 {
    case hello = 1, text, finished, failed, forbiddenCall, confined, notStarted, finishedWithNames, finishedWithPlace, placesUnusable

    init(_ result: ImportResult) {
      self = result.recordHasNames ? .finishedWithNames : result.namesPosition ? .finishedWithPlace : .finished
    }
  }

  package func encoded() -> [UInt8] {
    var writer = ByteWriter()
    switch self {
    case .hello(let version, let importers, let sandbox):
      writer.append(byte: Kind.hello.rawValue)
      writer.append(variable: version)
      writer.append(variable: UInt64(importers.count))
      for importer in importers { importer.encode(into: &writer) }
      writer.append(variable: sandbox.bits)
    case .text(let id, let byteCount):
      writer.append(byte: Kind.text.rawValue)
      writer.append(variable: id.rawValue)
      writer.append(size: byteCount)
    case .finished(let result):
      writer.append(byte: Kind(result).rawValue)
      writer.append(variable: result.id.rawValue)
      writer.append(size: result.textByteCount)
      writer.append(size: result.recordByteCount)
      writer.append(optional: result.typeIdentifier)
      writer.append(optional: result.mimeType)
      writer.append(optional: result.importer)
      writer.append(bool: result.textIsFileContent)
      writer.append(bool: result.warning != nil)
      result.warning?.encode(into: &writer)
    case .failed(let id, let failure):
      writer.append(byte: Kind.failed.rawValue)
      writer.append(variable: id.rawValue)
      failure.encode(into: &writer)
    case .forbiddenCall(let name):
      writer.append(byte: Kind.forbiddenCall.rawValue)
      writer.append(string: name)
    case .confined(let layers):
      writer.append(byte: Kind.confined.rawValue)
      writer.append(variable: layers.bits)
    case .notStarted(let reason):
      writer.append(byte: Kind.notStarted.rawValue)
      writer.append(string: reason.prefix(utf8ByteCount: ImportFailure.maximumMessageByteCount))
    case .placesUnusable(let reason):
      writer.append(byte: Kind.placesUnusable.rawValue)
      writer.append(string: reason.prefix(utf8ByteCount: ImportFailure.maximumMessageByteCount))
    }
    return writer.bytes
  }

  package init(decoding packet: Span<UInt8>) throws(WorkerProtocolError) {
    var reader = ByteReader(packet)
    self = try decodingFrame { () throws(DecodingError) in
      let tag = try reader.byte()
      guard let kind = Kind(rawValue: tag) else { return .failure(.unknownFrame(tag)) }
      let frame: WorkerFrame
      switch kind {
      case .hello:
        let version = try reader.variable()
        var importers: [ImporterDescription] = []
        for _ in 0..<(try reader.count(ofAtLeast: 3)) { importers.append(try ImporterDescription(decoding: &reader)) }
        frame = .hello(protocolVersion: version, importers: importers, sandbox: Set(bits: try reader.variable()))
      case .text:
        frame = .text(ImportRequest.ID(try reader.variable()), byteCount: try reader.size())
      case .finished, .finishedWithNames, .finishedWithPlace:
        var result = ImportResult(
          id: ImportRequest.ID(try reader.variable()), textByteCount: try reader.size(), recordByteCount: try reader.size(),
          typeIdentifier: try reader.optionalString(), mimeType: try reader.optionalString(), importer: try reader.optionalString(),
          textIsFileContent: try reader.bool(),
          warning: try reader.bool() ? try ImportFailure(decoding: &reader) : nil)
        result.recordHasNames = kind == .finishedWithNames
        result.namesPosition = kind == .finishedWithPlace
        frame = .finished(result)
      case .failed:
        frame = .failed(ImportRequest.ID(try reader.variable()), try ImportFailure(decoding: &reader))
      case .forbiddenCall:
        frame = .forbiddenCall(try reader.systemCallName())
      case .confined:
        frame = .confined(Set(bits: try reader.variable()))
      case .notStarted:
        frame = .notStarted(try reader.string())
      case .placesUnusable:
        frame = .placesUnusable(try reader.string())
      }
      try reader.expectEnd()
      return .success(frame)
    }
  }
}

/// Converts a decoding error to an error about the frame.
private func decodingFrame<Frame>(
  _ body: () throws(DecodingError) -> Result<Frame, WorkerProtocolError>
) throws(WorkerProtocolError) -> Frame {
  let result: Result<Frame, WorkerProtocolError>
  do { result = try body() } catch { throw .malformed(error) }
  return try result.get()
}

extension ImporterDescription {
  fileprivate func encode(into writer: inout ByteWriter) {
    writer.append(string: name)
    writer.append(signed: Int64(version))
    writer.append(variable: UInt64(contentTypes.count))
    for type in contentTypes { writer.append(string: type) }
  }

  fileprivate init(decoding reader: inout ByteReader) throws(DecodingError) {
    let name = try reader.string()
    let version = Int(try reader.signed())
    var contentTypes: [String] = []
    for _ in 0..<(try reader.count()) { contentTypes.append(try reader.string()) }
    self.init(name: name, version: version, contentTypes: contentTypes)
  }
}

extension ImportFailure {
  fileprivate func encode(into writer: inout ByteWriter) {
    writer.append(byte: code.rawValue)
    writer.append(string: message.prefix(utf8ByteCount: Self.maximumMessageByteCount))
  }

  fileprivate init(decoding reader: inout ByteReader) throws(DecodingError) {
    let start = reader.position
    guard let code = Code(rawValue: try reader.byte()) else { throw .malformed(at: start) }
    let message = try reader.string()
    guard message.utf8.count <= Self.maximumMessageByteCount else { throw .malformed(at: start) }
    self.init(code, message)
  }
}

extension ByteWriter {
  fileprivate mutating func append(bool value: Bool) { append(byte: value ? 1 : 0) }

  fileprivate mutating func append(size value: Int) { append(variable: UInt64(value)) }

  fileprivate mutating func append(optional value: String?) {
    append(bool: value != nil)
    if let value { append(string: value) }
  }
}

extension ByteReader {
  fileprivate mutating func bool() throws(DecodingError) -> Bool {
    let value = try byte()
    guard value <= 1 else { throw .malformed(at: position - 1) }
    return value == 1
  }

  fileprivate mutating func size() throws(DecodingError) -> Int {
    let start = position
    guard let value = Int(exactly: try variable()) else { throw .malformed(at: start) }
    return value
  }

  fileprivate mutating func optionalString() throws(DecodingError) -> String? {
    try bool() ? try string() : nil
  }

  /// A name that is safe to print.
  fileprivate mutating func systemCallName() throws(DecodingError) -> String {
    let start = position
    let name = try string()
    let isName = name.utf8.allSatisfy { $0 == UInt8(ascii: "_") || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
    guard isName, (1...32).contains(name.utf8.count) else { throw .malformed(at: start) }
    return name
  }

  fileprivate func expectEnd() throws(DecodingError) {
    guard isAtEnd else { throw .malformed(at: position) }
  }
}
