// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import Segments

/// Where the sort keys of documents in segments come from.
enum SortKeySource: Equatable {
  /// The names of the segment.
  case names
  /// The numeric columns of the first of these fields for which a document has a value.
  case numbers([SegmentField])
  /// The catalog's rows and attribute records.
  case rows

  init(_ attribute: AttributeName, in content: StoreContent) {
    // Segments do not store all custom attributes, and long names share a field.
    guard case .known(let key) = attribute else {
      self = .rows
      return
    }
    switch AttributeIndexing(key, in: content) {
    case .name: self = .names
    case .status(let field, _): self = .numbers([field])
    case .record: self = .numbers([SegmentField(attribute)])
    case .recordElse(let other, _): self = .numbers([SegmentField(attribute), other])
    case .absent: self = .numbers([])
    case .displayName, .type, .kind, .invisible, .recordElseConstant, .computed: self = .rows
    }
  }
}
