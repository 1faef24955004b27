internal import Attributes
internal import Segments

/// Where the keys of documents in segments come from.
enum SortKeySource: Equatable {
  /// The packed names.
  case names
  /// The columns of numbers of the first of these fields of which a document has anything.
  case numbers([SegmentField])
  /// The catalog's rows and records.
  case rows

  init(_ attribute: AttributeName) {
    // Segments have not all custom attributes, and long names share a field.
    guard case .known(let key) = attribute else {
      self = .rows
      return
    }
    switch AttributeIndexing(key) {
    case .name: self = .names
    case .status(let field, _): self = .numbers([field])
    case .record: self = .numbers([SegmentField(attribute)])
    case .recordElse(let other, _): self = .numbers([SegmentField(attribute), other])
    case .absent: self = .numbers([])
    case .type, .kind, .invisible, .recordElseConstant, .computed: self = .rows
    }
  }
}
