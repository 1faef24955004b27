// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// How an entity is shown to people.
public struct DisplayRepresentation: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The name of the entity.
  public var title: LocalizedStringResource

  /// A second line; `nil` if there is none.
  public var subtitle: LocalizedStringResource?

  /// A picture of the entity; `nil` if there is none.
  public var image: Image?

  /// Other names of the entity.
  public var synonyms: [LocalizedStringResource]

  /// Creates a representation.
  public init(
    title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil, image: Image? = nil, synonyms: [LocalizedStringResource] = []
  ) {
    self.title = title
    self.subtitle = subtitle
    self.image = image
    self.synonyms = synonyms
  }

  /// Creates a representation that is only a title.
  public init(stringLiteral value: String) { self.init(title: LocalizedStringResource(value)) }
}

extension DisplayRepresentation {
  /// A picture of an entity.
  ///
  /// - Note: Pictures from a program's resources (`init(named:)`) and from Apple's symbols
  ///   (`init(systemName:)`) are kept by name only, because Linux has neither.
  public struct Image: Hashable, Sendable {
    enum Source: Hashable, Sendable {
      case data(Data)
      case url(URL)
      case resource(String)
      case symbol(String)
    }

    let source: Source

    /// A picture in an encoded form, such as PNG.
    public init(data: Data, isTemplate: Bool? = nil) { source = .data(data) }

    /// A picture in a file.
    public init(url: URL, isTemplate: Bool? = nil) { source = .url(url) }

    /// A picture in the resources of the program.
    public init(named name: String, isTemplate: Bool? = nil) { source = .resource(name) }

    /// One of Apple's symbols.
    public init(systemName name: String, isTemplate: Bool? = nil) { source = .symbol(name) }
  }
}
