// SPDX-License-Identifier: Apache-2.0

public import AttributeSets
internal import Foundation
internal import UniformTypeIdentifiers

/// An entity that a program adds to its index, so that people can search for it.
///
/// `CSSearchableIndex` adds entities to the index with `indexAppEntities(_:priority:)`.
public protocol IndexedEntity: AppEntity {
  /// The attributes of the entity; by default, ``defaultAttributeSet``. Those that differ from the default
  /// take precedence over properties with an indexing key, which take precedence over the default.
  var attributeSet: CSSearchableItemAttributeSet { get }

  /// Whether the entity is kept out of the index; `false` by default.
  var hideInSpotlight: Bool { get }
}

extension IndexedEntity {
  /// The attributes that the display representation contains: the title, the subtitle as content
  /// description, the synonyms, and the picture if it is data or a file.
  ///
  /// Each call creates a new set, which an implementation of ``attributeSet`` can change and return.
  public var defaultAttributeSet: CSSearchableItemAttributeSet {
    let attributes = CSSearchableItemAttributeSet(contentType: .item)
    let representation = displayRepresentation
    attributes.title = representation.title.key
    attributes.displayName = representation.title.key
    attributes.contentDescription = representation.subtitle?.key
    attributes.alternateNames = representation.synonyms.isEmpty ? nil : representation.synonyms.map(\.key)
    switch representation.image?.source {
    case .data(let data): attributes.thumbnailData = data
    case .url(let url): attributes.thumbnailURL = url
    case .resource, .symbol, nil: break
    }
    return attributes
  }

  /// The attributes of the display representation.
  public var attributeSet: CSSearchableItemAttributeSet { defaultAttributeSet }

  /// `false`.
  public var hideInSpotlight: Bool { false }

  /// All attributes to index: those of properties with an indexing key, and ``attributeSet``.
  package var indexedAttributeSet: CSSearchableItemAttributeSet {
    let attributes = CSSearchableItemAttributeSet()
    for case let property as any IndexedProperty in Mirror(reflecting: self).children.map(\.value) { property.index(in: attributes) }
    attributes.add(attributeSet, besides: defaultAttributeSet)
    return attributes
  }
}
