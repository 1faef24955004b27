// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import ImporterSupport
internal import Markup

/// A diagram of draw.io in an image, which the program writes so that it can edit the image.
package enum EmbeddedDiagram {
  /// Appends the labels of a diagram. A damaged one has those before the damage.
  ///
  /// - Parameter document: The XML document, or the percent-encoded one.
  package static func append(_ document: String, to text: TextSink) throws {
    let document = document.hasPrefix("%") ? document.removingPercentEncoding ?? document : document
    let diagram = Diagram()
    _ = Result { try XMLParser.parse(Array(document.utf8), into: diagram) }
    try text.append(utf8: diagram.takeText().span)
  }
}
