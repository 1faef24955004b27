// SPDX-License-Identifier: Apache-2.0

extension UTType {
  /// The preferred type for a file name extension.
  ///
  /// - Parameters:
  ///   - filenameExtension: The extension without the dot, in upper or lower case.
  ///   - supertype: A type that the result must conform to.
  /// - Returns: A dynamic type if none is known; `nil` only for an empty extension or one that
  ///   cannot be part of a file name.
  public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
    self.init(tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype)
  }

  /// The preferred type for a MIME type or an alias of it.
  ///
  /// - Returns: A dynamic type if none is known; `nil` only for text that is not a MIME type.
  public init?(mimeType: String, conformingTo supertype: UTType = .data) {
    self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype)
  }

  /// The preferred type for a tag; `nil` for a tag that the class does not allow.
  public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
    guard let type = UTType.types(tag: tag, tagClass: tagClass, conformingTo: supertype).first else { return nil }
    self = type
  }

  /// All types with a tag that conform to `supertype`, the preferred one first.
  ///
  /// - Returns: One dynamic type if none is known; an empty array for a tag that the class does not
  ///   allow.
  public static func types(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) -> [UTType] {
    guard let dynamic = DynamicIdentifier(tag: tag, tagClass: tagClass, conformingTo: supertype) else { return [] }
    var found: [UTType] = []
    // An alias may have its own declaration (`image/heic` of `image/heif`), so MIME types are
    // looked up as given.
    let given = tagClass == .mimeType ? .mimeType(tag) : dynamic.tag
    for identifier in TypeDatabase.shared.identifiers(tag: given) {
      let type = UTType(known: identifier)
      if !found.contains(type), supertype.map(type.conforms(to:)) ?? true { found.append(type) }
    }
    return found.isEmpty ? [UTType(known: dynamic.identifier)] : found
  }

  /// All extensions and MIME types of the type, the preferred ones first.
  public var tags: [UTTagClass: [String]] {
    var tags: [UTTagClass: [String]] = [:]
    let (extensions, mimeTypes) = TypeDatabase.shared.tags(of: identifier)
    if !extensions.isEmpty { tags[.filenameExtension] = extensions }
    if !mimeTypes.isEmpty { tags[.mimeType] = mimeTypes }
    return tags
  }

  /// The extension for a new file of this type; `nil` if it has none.
  public var preferredFilenameExtension: String? { TypeDatabase.shared.tags(of: identifier).extensions.first }

  /// The MIME type for data of this type; `nil` if it has none.
  public var preferredMIMEType: String? { TypeDatabase.shared.tags(of: identifier).mimeTypes.first }

  /// The name of the type for people, in English; `nil` for a type that only the program has
  /// registered.
  public var localizedDescription: String? { TypeDatabase.shared.name(of: identifier) }

  /// The version of the type's declaration; `nil`, because no source has versions.
  public var version: Int? { nil }
}

extension DynamicIdentifier {
  /// The dynamic identifier of a tag; `nil` if the class does not allow the tag.
  fileprivate init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
    let parent = supertype.flatMap { $0.identifier == "public.data" ? nil : $0.identifier }
    switch tagClass {
    case .filenameExtension:
      guard !tag.isEmpty, !tag.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":") || $0 < 0x20 }) else { return nil }
      self.init(filenameExtension: tag.asciiLowered, parent: parent)
    case .mimeType:
      guard let type = MIMEType.validated(tag.utf8) else { return nil }
      self.init(mimeType: TypeDatabase.shared.graph.hierarchy.canonical(type), parent: parent)
    default:
      return nil
    }
  }
}
