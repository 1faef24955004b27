// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Attributes
internal import Foundation
internal import SystemPlatform
internal import UniformTypeIdentifiers
package import WorkerProtocol

/// The main loop of a worker. It receives files one after the other, detects their types if their
/// names do not determine them, runs the importers, and returns text and attributes.
///
/// An importer that throws may have read part of the file. Its attributes and text are delivered,
/// with the error as a warning; only an import without any result counts as failed. An empty file,
/// or a file of a type that no importer reads, succeeds without attributes. So does one whose importer
/// has no reader for its format, but it keeps what its type tells.
package final class WorkerLoop {
  private var channel: WorkerChannel
  private let importers: [any DescriptorImporter]
  private let sniffer: (any TypeSniffing)?
  private let types = TypeDatabase.shared
  private var claims: TypeClaims
  /// The importer that ``CSImportExtension/serve()`` runs. It opens files by their paths.
  private let program: CSImportExtension?
  private let embeddedFiles: EmbeddedFiles?
  private let places: (any PlaceNaming)?
  /// Claims that include those of installed importers, which come first, and their types.
  private var sharedClaims: (types: [String], claims: TypeClaims)?

  /// - Parameters:
  ///   - importers: If two importers claim the same type, the first one gets it.
  ///   - sniffer: If `nil`, types are determined only by name.
  ///   - embeddedFiles: Reads files inside other files; `nil` if they are not to be read.
  ///   - places: Names the places of positions; `nil` if they get no names.
  package init(
    channel: consuming WorkerChannel, importers: [any DescriptorImporter.Type], sniffer: (any TypeSniffing)?,
    embeddedFiles: EmbeddedFiles? = nil, places: (any PlaceNaming)? = nil
  ) {
    self.channel = channel
    self.importers = importers.map { $0.init() }
    self.sniffer = sniffer
    self.embeddedFiles = embeddedFiles
    self.places = places
    claims = TypeClaims(contentTypes: importers.map { $0.contentTypes }, types: types)
    program = nil
  }

  /// - Parameter program: The only importer, for files of all types.
  init(channel: consuming WorkerChannel, program: CSImportExtension) {
    self.channel = channel
    self.program = program
    importers = []
    sniffer = nil
    embeddedFiles = nil
    places = nil
    claims = TypeClaims(contentTypes: [], types: types)
  }

  /// Runs until the parent closes the connection.
  ///
  /// - Parameters:
  ///   - sandbox: The layers of the sandbox that hold.
  ///   - placesProblem: Why positions get no names of places; `nil` if they do, or if that is not known yet.
  /// - Throws: If the parent violates the protocol or uses another version of it.
  package func run(inside sandbox: Set<SandboxLayer> = [], placesProblem: String? = nil) throws(WorkerProtocolError) {
    do throws(WorkerProtocolError) {
      try channel.greet(importers: importers.map { $0.announcement }, sandbox: sandbox, placesProblem: placesProblem)
      while let received = try channel.nextImport() { try serve(received) }
    } catch {
      guard case .disconnected = error else { throw error }
    }
  }

  private func serve(_ received: borrowing ReceivedImport) throws(WorkerProtocolError) {
    let request = received.request
    if let program { return try answer(request, with: program) }
    let (typeIdentifier, mimeType) = type(of: request, file: received.file.rawValue)
    var result = ImportResult(
      id: request.id, recordByteCount: 0, typeIdentifier: typeIdentifier, mimeType: mimeType, importer: nil)
    guard request.byteCount > 0, let importer = importer(of: typeIdentifier ?? types.data.identifier, for: request) else {
      return try channel.finish(result, record: AttributeRecord().encoded().span)
    }
    result.importer = importer.announcement.name
    let file = ImportedFile(
      descriptor: received.file.rawValue, byteCount: request.byteCount, name: request.fileName, modified: request.modified,
      typeIdentifier: typeIdentifier ?? types.data.identifier, mimeType: mimeType)
    try answer(request, result) { attributes, text in
      do {
        try importer.update(attributes, from: file, text: text)
      } catch ImportError.noReader where text.byteCount == 0 {
        // What the type says of the format is wrong or unknown, so the content tells it.
        guard let general = self.importer(of: types.data.identifier, for: request), general !== importer else { throw ImportError.noReader }
        try general.update(attributes, from: file, text: text)
        return general.announcement.name
      }
      return nil
    }
  }

  /// The importer for a type; `nil` if none of this worker is to read it.
  private func importer(of type: String, for request: ImportRequest) -> (any DescriptorImporter)? {
    guard !request.typesOfOthers.isEmpty else { return claims.importer(for: type).map { importers[$0] } }
    if sharedClaims?.types != request.typesOfOthers {
      let own = importers.map { Swift.type(of: $0).contentTypes }
      sharedClaims = (request.typesOfOthers, TypeClaims(contentTypes: [request.typesOfOthers] + own, types: types))
    }
    guard let position = sharedClaims?.claims.importer(for: type), position > 0 else { return nil }
    return importers[position - 1]
  }

  private func answer(_ request: ImportRequest, with program: CSImportExtension) throws(WorkerProtocolError) {
    guard let path = request.path else {
      return try channel.fail(request.id, ImportFailure(.importer, "This importer opens files by their paths: Access=url."))
    }
    let url = unsafe (path + [0]).withUnsafeBufferPointer { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { path in
        unsafe path.baseAddress.map { unsafe URL(fileURLWithFileSystemRepresentation: $0, isDirectory: false, relativeTo: nil) }
      }
    }
    guard let url else { preconditionFailure("an array with an element has an address") }
    let result = ImportResult(
      id: request.id, recordByteCount: 0, typeIdentifier: request.typeIdentifier, mimeType: nil, importer: nil)
    try answer(request, result) { attributes, _ in
      try program.update(attributes, forFileAt: url)
      return nil
    }
  }

  /// Runs an importer, and sends what it extracts.
  ///
  /// - Parameter update: Returns the name of the importer that has read the file, unless it is the one in `result`.
  private func answer(
    _ request: ImportRequest, _ result: ImportResult, _ update: (CSSearchableItemAttributeSet, TextSink) throws -> String?
  ) throws(WorkerProtocolError) {
    var result = result
    var extraction = try extract(request, update)
    if let places { result.namesPosition = extraction.record.namePlace(with: places) }
    // A type that the content has told is a result, too.
    if extraction.isEmpty, result.mimeType == nil, let failure = extraction.failure { return try channel.fail(request.id, failure) }
    let (record, losses) = encode(extraction.record)
    result.importer = extraction.hasReader ? extraction.reader ?? result.importer : nil
    result.warning = extraction.failure ?? (losses.isEmpty ? nil : ImportFailure(losses))
    result.textIsFileContent = extraction.textIsFileContent
    try channel.finish(result, text: extraction.lastText.span, record: record.span)
  }

  /// Encodes a record that fits into the window. Cuts its longest values if necessary.
  private func encode(_ record: AttributeRecord) -> (bytes: [UInt8], losses: [RecordLoss]) {
    var limits = RecordLimits()
    while true {
      var restricted = record
      let losses = restricted.restrict(to: limits)
      let bytes = restricted.encoded()
      if bytes.count <= channel.windowByteCount { return (bytes, losses) }
      limits.valueByteCount /= 2
      limits.valueCount /= 2
    }
  }

  /// The data extracted from a file.
  private struct Extraction {
    var record: AttributeRecord
    /// The last piece of text, which has not been sent to the parent.
    var lastText: [UInt8]
    var textByteCount: UInt64
    var textIsFileContent: Bool
    var failure: ImportFailure?
    /// Whether an importer reads files of this format.
    var hasReader: Bool
    /// The importer that has read the file, if it is not the one of its type.
    var reader: String?

    var isEmpty: Bool { record.isEmpty && textByteCount == 0 }
  }

  /// Runs an importer. On return, all of its text except the last piece has been sent to the
  /// parent.
  private func extract(
    _ request: ImportRequest, _ update: (CSSearchableItemAttributeSet, TextSink) throws -> String?
  ) throws(WorkerProtocolError) -> Extraction {
    let attributes = CSSearchableItemAttributeSet()
    embeddedFiles?.begin()
    let sink = TextSink(isWanted: request.wantsText, chunkByteCount: channel.windowByteCount, embeddedFiles: embeddedFiles) {
      [unowned self] piece in
      try channel.send(text: piece, of: request.id)
    }
    var failure: ImportFailure?
    var lastText: [UInt8] = []
    var hasReader = true
    var reader: String?
    do { reader = try update(attributes, sink) } catch ImportError.noReader { hasReader = false } catch { failure = ImportFailure(error) }
    failure = failure ?? embeddedFiles?.omission.map { ImportFailure(.tooLarge, $0) }
    do {
      // Text that is set as an attribute is sent as text, because it may be too long for a record.
      if let text = attributes.textContent {
        attributes.textContent = nil
        try sink.append(text)
      }
      lastText = try sink.takeRest()
    } catch {
      failure = failure ?? ImportFailure(error)
    }
    // An importer may have ignored the error, but a broken connection cannot continue.
    if let error = sink.deliveryError as? WorkerProtocolError { throw error }
    // The file may have changed its size, and an importer may also set text as an attribute, so the
    // length decides.
    let isFileContent =
      failure == nil && sink.isFileContent && sink.isVerbatim && request.mayBeContent(ofTextByteCount: sink.byteCount)
    return Extraction(
      record: attributes.record, lastText: lastText, textByteCount: sink.byteCount, textIsFileContent: isFileContent, failure: failure,
      hasReader: hasReader, reader: reader)
  }

  /// The type according to the name, if it is certain and the first bytes do not contradict it;
  /// otherwise the type according to content and name.
  private func type(of request: ImportRequest, file: Int32) -> (identifier: String?, mimeType: String?) {
    let isOpen = request.typeIdentifier == nil || !request.isTypeCertain || contradictsName(of: request, file: file)
    guard isOpen, request.byteCount > 0, let found = sniffer?.mimeType(ofFile: file) else { return (request.typeIdentifier, nil) }
    let type = types.type(forFileName: request.fileName.span, contentMIMEType: found)
    return (type.identifier, type.mimeType ?? found)
  }

  /// Whether the file begins like one of another kind than its name says. A type that the user has
  /// chosen is not examined.
  private func contradictsName(of request: ImportRequest, file: Int32) -> Bool {
    guard let type = request.typeIdentifier, let family = ContentFamily(tree: types.tree(forIdentifier: type)) else { return false }
    var head: [UInt8] = []
    do throws(SystemError) { head = try FileDescriptor(file).read(limit: ContentFamily.headByteCount, at: 0) } catch {}
    guard let found = ContentFamily(head: head), found != family else { return false }
    return types.type(forFileName: request.fileName.span)?.type.identifier == type
  }
}

extension DescriptorImporter {
  fileprivate var announcement: ImporterDescription {
    ImporterDescription(name: Self.importerName, version: Self.importerVersion, contentTypes: Self.contentTypes)
  }
}

extension ImportFailure {
  /// Converts any error of an importer.
  fileprivate init(_ error: any Error) {
    if let error = error as? ImportError {
      self = error.failure
    } else {
      let message = Self.message(of: error)
      self.init(.importer, "The importer failed: \(message)\(message.hasSuffix(".") ? "" : ".")")
    }
  }

  /// What the error says to people. The description of a Foundation error is for programmers.
  private static func message(of error: any Error) -> String {
    if let message = (error as? any LocalizedError)?.errorDescription { return message }
    let known = error as NSError
    return known.localizedFailureReason ?? known.userInfo[NSLocalizedDescriptionKey] as? String ?? "\(error)"
  }
}
