// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import LMDB
internal import SystemPlatform
internal import TextAnalysis

/// What a person did with the results of a query.
package struct Engagement: Sendable {
  package enum Kind: Sendable {
    /// Opened the result.
    case select
    /// Looked at it, for example in a preview.
    case focus
  }

  /// What the person had typed.
  package var query: String
  /// The result.
  package var item: String
  /// The results that were listed before it, which the person passed over.
  package var passed: [String]
  package var kind: Kind

  package init(query: String, item: String, passed: [String], kind: Kind) {
    self.query = query
    self.item = item
    self.passed = passed
    self.kind = kind
  }

  /// The weight of the result: the more results the person passed over, the more the choice says.
  var weight: Double {
    switch kind {
    case .select: Double(min(passed.count + 1, 5)) / 2 + 0.5
    case .focus: 0.3
    }
  }

  /// The weight that each of the nearest passed results loses.
  static let lossOfPassed = (weight: 0.1, count: 20)
}

/// A row of ``CatalogTable/engagement``: how often, and how long ago, a document was chosen after a
/// query. Its key is the DocumentID and the query, so that the rows go with the document. Number 0
/// stands for the choice of a suggestion.
///
/// All weights halve in the same time. The row has the time at which the weight will have decayed to
/// 1, so that it need not be rewritten, as in Firefox's ranking.
struct EngagementRow {
  /// Seconds since 1970.
  var unity: Double
  /// What was typed, or the suggestion.
  var text: String

  /// Thirty days, as in Firefox.
  static let halfLife = 30.0 * 86_400
  /// Rows of the store above which those with the least weight are removed.
  static let maximumCount = 10_000
  /// Below this weight, about 90 days after one choice, a row is removed.
  static let leastWeight = 0.1

  func weight(at time: Int64) -> Double { Mathematics.powerOfTwo((unity - Double(time)) / Self.halfLife) }

  init(weight: Double, at time: Int64, text: String) {
    unity = Double(time) + Mathematics.binaryLogarithm(weight) * Self.halfLife
    self.text = text
  }

  init(_ value: Span<UInt8>) throws(StoreError) {
    do throws(DecodingError) {
      var reader = try ByteReader(checked: value)
      unity = Double(bitPattern: try reader.uint64())
      text = try reader.string()
    } catch {
      throw .damaged(.engagement, "an engagement", error)
    }
  }

  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.append(fixed: unity.bitPattern)
    writer.append(string: text)
    return writer.sealed()
  }

  static func key(_ document: DocumentID, _ query: [UInt8]) -> [UInt8] { unsafe Key(document).withBytes { unsafe [UInt8]($0) } + query }

  /// The form of a query under which choices are recorded: without case, accents and spaces around
  /// it, at most 200 bytes.
  static func folded(_ query: String) -> [UInt8] {
    var folded: [UInt8] = []
    let words = query.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    foldUTF8(Array(words.utf8).span, .all, into: &folded)
    return Array(folded.prefix(200))
  }
}
