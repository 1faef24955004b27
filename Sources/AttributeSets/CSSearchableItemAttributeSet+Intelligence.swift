// SPDX-License-Identifier: Apache-2.0

internal import Attributes
public import Foundation

/// Attributes that other software derives from the content. Searchlight's own importers do not set
/// them.
// swift-format-ignore
extension CSSearchableItemAttributeSet {
  /// Whether the index gives the item priority: 1 if so, 0 if not, and `nil` if it was not classified. Programs cannot set it; they ask
  /// for it with `CSSearchableItem.UpdateListenerOptions`.
  public var isPriority: NSNumber? { self[.isPriority] }

  /// A short summary of the text, by the program or by the index: `CSSearchableItem.UpdateListenerOptions`.
  public var textContentSummary: String? { get { self[.textContentSummary] } set { self[.textContentSummary] = newValue } }

  /// The text of speech in the content, as transcribed by a program.
  public var transcribedTextContent: String? { get { self[.transcribedTextContent] } set { self[.transcribedTextContent] = newValue } }
}
