// SPDX-License-Identifier: Apache-2.0

internal import Attributes

/// How much text was searched in pictures on one day, so that it can be bounded for each day.
package struct RecognitionDay: Sendable, Equatable {
  /// Days since 1970, in the time zone of the user.
  package var day: Int
  /// Files that were searched, and those in which there was text.
  package var files: Int = 0
  package var filesWithText: Int = 0
  /// What the workers have used.
  package var processorTime = Duration.zero

  package init(day: Int) { self.day = day }

  fileprivate init(decoding value: [UInt8]) throws(DecodingError) {
    var reader = ByteReader(value.span)
    day = Int(try reader.signed())
    files = Int(truncatingIfNeeded: try reader.signed())
    filesWithText = Int(truncatingIfNeeded: try reader.signed())
    processorTime = .milliseconds(try reader.signed())
  }

  fileprivate var encoded: [UInt8] {
    var writer = ByteWriter()
    let milliseconds = processorTime / .milliseconds(1)
    for value in [Int64(day), Int64(files), Int64(filesWithText), Int64(milliseconds)] { writer.append(signed: value) }
    return writer.bytes
  }
}

extension Snapshot {
  /// The last day on which text was searched in pictures; `nil` if it never was.
  package func recognitionDay() throws(StoreError) -> RecognitionDay? {
    guard let value = try metadata(.recognition) else { return nil }
    do throws(DecodingError) {
      return try RecognitionDay(decoding: value)
    } catch {
      throw .damaged(.meta, MetadataKey.recognition.rawValue, error)
    }
  }
}

extension WriteTransaction {
  package func setRecognitionDay(_ day: RecognitionDay) throws(StoreError) { try setMetadata(.recognition, to: day.encoded) }
}
