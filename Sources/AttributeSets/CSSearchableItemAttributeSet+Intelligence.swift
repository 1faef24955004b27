internal import Attributes
public import Foundation

/// Attributes that are derived from the content.
// swift-format-ignore
extension CSSearchableItemAttributeSet {
  /// Read-only; 1 when prioritized; macOS 15.4.
  public var isPriority: NSNumber? { self[.isPriority] }

  /// Generated summary; macOS 15.4.
  public var textContentSummary: String? { get { self[.textContentSummary] } set { self[.textContentSummary] = newValue } }

  /// Transcript text; macOS 15.4.
  public var transcribedTextContent: String? { get { self[.transcribedTextContent] } set { self[.transcribedTextContent] = newValue } }
}
