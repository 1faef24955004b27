internal import AttributeSets
internal import Attributes
internal import UniformTypeIdentifiers
package import WorkerProtocol

/// A worker's life: it receives files one after the other, finds out their type where the name leaves it open, runs the importer for the
/// type, and hands back text and attributes.
///
/// An importer that throws has still read the file's beginning. So whatever it set and wrote before is delivered, with the error as the result's
/// warning; only an import that brought nothing at all counts as failed. A file of no bytes, or of a type that no importer reads, is
/// finished without attributes.
package final class WorkerLoop {
  private var channel: WorkerChannel
  private let importers: [any DescriptorImporter]
  private let sniffer: (any TypeSniffing)?
  private let types = TypeDatabase.shared
  private let limits: ProcessLimits
  private var timeGranted: SuspendingClock.Instant?
  private var choice: ImporterChoice

  /// - Parameters:
  ///   - importers: Where two claim the same type, the first gets it.
  ///   - sniffer: `nil`: then names alone decide.
  package init(
    channel: consuming WorkerChannel, importers: [any DescriptorImporter.Type], sniffer: (any TypeSniffing)?,
    limits: ProcessLimits = ProcessLimits()
  ) {
    self.channel = channel
    self.importers = importers.map { $0.init() }
    self.sniffer = sniffer
    self.limits = limits
    choice = ImporterChoice(contentTypes: importers.map { $0.contentTypes }, types: types)
  }

  /// Works until the parent closes the connection.
  ///
  /// - Throws: When the parent does not keep to the protocol, or its version differs.
  package func run() throws(WorkerProtocolError) {
    do throws(WorkerProtocolError) {
      try channel.greet(importers: importers.map { $0.announcement })
      while let received = try channel.nextImport() {
        limits.beginFile(granted: &timeGranted)
        try serve(received)
      }
    } catch {
      guard case .disconnected = error else { throw error }
    }
  }

  private func serve(_ received: borrowing ReceivedImport) throws(WorkerProtocolError) {
    let request = received.request
    let (typeIdentifier, mimeType) = type(of: request, file: received.file.rawValue)
    var result = ImportResult(
      id: request.id, recordByteCount: 0, typeIdentifier: typeIdentifier, mimeType: mimeType, importer: nil)
    guard request.byteCount > 0, let position = choice.importer(for: typeIdentifier ?? types.data.identifier) else {
      return try channel.finish(result, record: AttributeRecord().encoded().span)
    }
    let importer = importers[position]
    result.importer = importer.announcement.name
    let file = ImportedFile(
      descriptor: received.file.rawValue, byteCount: request.byteCount, name: request.fileName, modified: request.modified,
      typeIdentifier: typeIdentifier ?? types.data.identifier, mimeType: mimeType)
    let extraction = try extract(file, with: importer, for: request)
    if extraction.isEmpty, let failure = extraction.failure { return try channel.fail(request.id, failure) }
    result.warning = extraction.failure
    result.textIsFileContent = extraction.textIsFileContent
    let record = extraction.record.encoded()
    guard record.count <= channel.windowByteCount else {
      return try channel.fail(request.id, ImportError.tooLarge(byteCount: record.count).failure)
    }
    try channel.finish(result, text: extraction.lastText.span, record: record.span)
  }

  /// What came out of a file.
  private struct Extraction {
    var record: AttributeRecord
    /// The piece of text that is not with the parent yet.
    var lastText: [UInt8]
    var textByteCount: UInt64
    var textIsFileContent: Bool
    var failure: ImportFailure?

    var isEmpty: Bool { record.isEmpty && textByteCount == 0 }
  }

  /// Runs an importer; all of its text but the last piece is with the parent when this returns.
  private func extract(
    _ file: ImportedFile, with importer: any DescriptorImporter, for request: ImportRequest
  ) throws(WorkerProtocolError) -> Extraction {
    let attributes = CSSearchableItemAttributeSet()
    let sink = TextSink(isWanted: request.wantsText, chunkByteCount: channel.windowByteCount) { [unowned self] piece in
      try channel.send(text: piece, of: request.id)
    }
    var failure: ImportFailure?
    var lastText: [UInt8] = []
    do { try importer.update(attributes, from: file, text: sink) } catch { failure = ImportFailure(error) }
    do {
      // Text set as an attribute travels as text does: it may be longer than a record can be.
      if let text = attributes.textContent {
        attributes.textContent = nil
        try sink.append(text)
      }
      lastText = try sink.takeRest()
    } catch {
      failure = failure ?? ImportFailure(error)
    }
    // An importer may have swallowed it, but a conversation that broke cannot go on.
    if let error = sink.deliveryError as? WorkerProtocolError { throw error }
    // The file may have grown or shrunk meanwhile, and an importer may set text as an attribute besides: the length has the last word.
    let isFileContent =
      failure == nil && sink.isFileContent && sink.isVerbatim && request.mayBeContent(ofTextByteCount: sink.byteCount)
    return Extraction(
      record: attributes.record, lastText: lastText, textByteCount: sink.byteCount, textIsFileContent: isFileContent, failure: failure)
  }

  /// The type that the name says where it is certain; otherwise the one that the content says in the name's light.
  private func type(of request: ImportRequest, file: Int32) -> (identifier: String?, mimeType: String?) {
    let isOpen = request.typeIdentifier == nil || !request.isTypeCertain
    guard isOpen, request.byteCount > 0, let found = sniffer?.mimeType(ofFile: file) else { return (request.typeIdentifier, nil) }
    let type = types.type(forFileName: request.fileName.span, contentMIMEType: found)
    return (type.identifier, type.mimeType ?? found)
  }
}

extension DescriptorImporter {
  fileprivate var announcement: ImporterDescription {
    ImporterDescription(name: Self.importerName, version: Self.importerVersion, contentTypes: Self.contentTypes)
  }
}

extension ImportFailure {
  /// Any error that an importer throws.
  fileprivate init(_ error: any Error) {
    self = (error as? ImportError)?.failure ?? ImportFailure(.importer, "The importer failed: \(error).")
  }
}
