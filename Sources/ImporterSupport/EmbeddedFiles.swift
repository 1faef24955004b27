// SPDX-License-Identifier: Apache-2.0

package import AttributeSets
internal import Attributes
internal import SystemPlatform
internal import UniformTypeIdentifiers

/// Reads files inside other files: members of archives, and what is attached to messages.
///
/// Their contents are unpacked into memory. Files in these files are read too, down to ``maximumDepth``. The text and the
/// processor time of all files in one file are limited; names are the outer importer's, and cost none of this.
package final class EmbeddedFiles {
  /// Each level needs memory for one file.
  private static let maximumDepth = 3
  /// A quarter of what a file may take.
  private static let maximumProcessorTime = Duration.seconds(15)

  private let importers: [any DescriptorImporter]
  private let sniffer: (any TypeSniffing)?
  private var claims: TypeClaims
  /// The claims without those to files of any type, which need not be unpacked.
  private var namedClaims: TypeClaims
  private let types = TypeDatabase.shared
  private var idle: [ScratchFile]
  /// The number of levels for which the system granted memory.
  private let depth: Int
  private let maximumTextByteCount: UInt64

  /// What is left of the limits for the current file.
  private var remainingTextByteCount: UInt64 = 0
  /// Whether the text of the file that is read counts. That of files in it is a part of it, and counts only once.
  private var isCounting = false
  /// `nil` until the first file is read, because most files contain none.
  private var deadline: Duration?
  /// Why files, or parts of them, were left out of the current file; `nil` if none were.
  package private(set) var omission: String?

  /// - Parameters:
  ///   - sniffer: If `nil`, files whose names tell no type are not read.
  ///   - textByteCount: The limit for the text of all files in one file, in bytes.
  package init(importers: [any DescriptorImporter.Type], sniffer: (any TypeSniffing)? = nil, textByteCount: UInt64) {
    self.importers = importers.map { $0.init() }
    self.sniffer = sniffer
    let contentTypes = importers.map { $0.contentTypes }
    claims = TypeClaims(contentTypes: contentTypes, types: types)
    let general = types.data.identifier
    namedClaims = TypeClaims(contentTypes: contentTypes.map { $0.filter { $0 != general } }, types: types)
    idle = (0..<Self.maximumDepth).compactMap { _ in ScratchFile() }
    depth = idle.count
    maximumTextByteCount = textByteCount
  }

  /// Begins with another outer file.
  package func begin() {
    remainingTextByteCount = maximumTextByteCount
    deadline = nil
    omission = nil
  }

  /// Appends the text of a file, if an importer finds text in files of its type. What is wrong with the file does not
  /// concern the one around it.
  ///
  /// - Parameters:
  ///   - name: The name, which tells the type; directories before it do not matter.
  ///   - mimeType: The type if the name tells none. If neither does, the content decides.
  ///   - attributes: Receives the attributes of the file; `nil` if they do not count.
  ///   - read: Fills memory with the next bytes, and returns their number: 0 at the end.
  /// - Throws: An error of `read`, or one of the delivery of `text`.
  package func appendText(
    ofFileNamed name: [UInt8], mimeType: String? = nil, to text: TextSink, attributes: CSSearchableItemAttributeSet? = nil,
    _ read: (UnsafeMutableRawBufferPointer) throws -> Int
  ) throws {
    guard text.isWanted || attributes != nil else { return }
    let kind = kind(of: name, mimeType)
    switch kind {
    case .reading(let importer, _) where !Swift.type(of: importer).readsText: return
    case .other: return
    case .unknown where sniffer == nil: return
    case .reading, .unknown: _ = try unsafe self.read(name, kind, into: attributes ?? CSSearchableItemAttributeSet(), text, read)
    }
  }

  /// Imports the only file in a file, such as a compressed one, with its attributes.
  ///
  /// - Returns: Whether it was read: not if no importer reads its type, or if it is too large.
  /// - Throws: Also the errors of its importer.
  package func importOnly(
    _ name: [UInt8], into attributes: CSSearchableItemAttributeSet, _ text: TextSink, _ read: (UnsafeMutableRawBufferPointer) throws -> Int
  ) throws -> Bool {
    let kind = kind(of: name, nil)
    guard case .reading = kind else { return false }
    switch try unsafe self.read(name, kind, into: attributes, text, isLimited: false, read) {
    case .read(let failure):
      if failure as? ImportError == .noReader { return false }
      if let failure { throw failure }
      return true
    case .notRead:
      // The caller reads it in another way.
      omission = nil
      return false
    }
  }

  private enum Outcome {
    case read(failure: (any Error)?)
    case notRead
  }

  private func read(
    _ name: [UInt8], _ kind: Kind, into attributes: CSSearchableItemAttributeSet, _ text: TextSink, isLimited: Bool = true,
    _ read: (UnsafeMutableRawBufferPointer) throws -> Int
  ) throws -> Outcome {
    guard hasTimeAndSpace else { return .notRead }
    guard let scratch = idle.popLast() else {
      omit("Files in it are read down to level \(depth); those below are left out.")
      return .notRead
    }
    defer {
      scratch.clear()
      idle.append(scratch)
    }
    guard let byteCount = try unsafe scratch.fill(read) else {
      omit("Files of more than \(ScratchFile.byteCount >> 20) MiB in it are not read.")
      return .notRead
    }
    guard byteCount > 0, let (importer, type) = reading(kind, name, scratch, byteCount) else { return .read(failure: nil) }
    let file = ImportedFile(
      descriptor: scratch.descriptor, byteCount: UInt64(byteCount), name: name, modified: .init(unixSeconds: 0), typeIdentifier: type)
    let counts = isLimited && !isCounting
    let inner = TextSink(isWanted: text.isWanted, chunkByteCount: 64 << 10, embeddedFiles: self) { [unowned self] piece in
      if counts { try count(piece) }
      try text.append(utf8: piece)
    }
    if counts { isCounting = true }
    defer { if counts { isCounting = false } }
    var failure: (any Error)?
    do {
      try importer.update(attributes, from: file, text: inner)
      try inner.finish()
      try text.append("\n")
    } catch {
      failure = error
    }
    if let error = text.deliveryError { throw error }
    return .read(failure: failure)
  }

  private struct TextIsTooLong: Error {}

  private func count(_ piece: Span<UInt8>) throws {
    guard UInt64(piece.count) <= remainingTextByteCount else {
      remainingTextByteCount = 0
      omit("Of the text of the files in it, only \(maximumTextByteCount >> 20) MiB are indexed.")
      throw TextIsTooLong()
    }
    remainingTextByteCount -= UInt64(piece.count)
  }

  private var hasTimeAndSpace: Bool {
    guard maximumTextByteCount > 0, remainingTextByteCount > 0 else { return false }
    let now = Self.processorTime
    let deadline = deadline ?? now + Self.maximumProcessorTime
    self.deadline = deadline
    guard now < deadline else {
      omit("Reading the files in it takes too long; some of them are left out.")
      return false
    }
    return true
  }

  private func omit(_ reason: String) { omission = omission ?? reason }

  /// What name and MIME type tell about a file.
  private enum Kind {
    case reading(any DescriptorImporter, type: String)
    /// No importer reads it.
    case other
    case unknown
  }

  private func kind(of name: [UInt8], _ mimeType: String?) -> Kind {
    let found = types.type(forFileName: name.lastComponent.span)?.type ?? mimeType.flatMap { types.type(forMIME: $0) }
    guard let type = found?.identifier, type != types.data.identifier else { return .unknown }
    return namedClaims.importer(for: type).map { .reading(importers[$0], type: type) } ?? .other
  }

  private func importer(of type: String) -> (any DescriptorImporter)? { claims.importer(for: type).map { importers[$0] } }

  /// The importer that is to read a file, and the type of the file; `nil` if the content has no text for an importer.
  private func reading(
    _ kind: Kind, _ name: [UInt8], _ scratch: ScratchFile, _ byteCount: Int
  ) -> (importer: any DescriptorImporter, type: String)? {
    if case .reading(let importer, let type) = kind { return (importer, type) }
    guard let mimeType = scratch.withContents(byteCount, { sniffer?.mimeType(ofContent: $0) }) else { return nil }
    let type = types.type(forFileName: name.lastComponent.span, contentMIMEType: mimeType).identifier
    return importer(of: type).flatMap { Swift.type(of: $0).readsText ? ($0, type) : nil }
  }

  /// The processor time of this process. clock_gettime(2).
  private static var processorTime: Duration { ProcessorTime.ofProcess }
}

extension [UInt8] {
  fileprivate var lastComponent: [UInt8] { Array(split(separator: UInt8(ascii: "/")).last ?? []) }
}
