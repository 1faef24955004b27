// SPDX-License-Identifier: Apache-2.0

/// A kind of tag that other systems use to name types: file name extensions or MIME types.
public struct UTTagClass: RawRepresentable, Hashable, Sendable, Codable {
  /// The identifier of the tag class.
  public let rawValue: String

  /// Creates a tag class with any identifier. Only the two static ones have tags in this
  /// implementation.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// File name extensions, without the dot.
  public static var filenameExtension: UTTagClass { UTTagClass(rawValue: "public.filename-extension") }

  /// MIME types.
  public static var mimeType: UTTagClass { UTTagClass(rawValue: "public.mime-type") }
}

extension UTTagClass: CustomStringConvertible {
  /// The identifier of the tag class.
  public var description: String { rawValue }
}
