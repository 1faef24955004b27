// SPDX-License-Identifier: Apache-2.0

import CommandLine
import FuzzSupport

/// One input of libFuzzer: the contents of a saved search.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPropertyList(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  do throws(PropertyListError) {
    _ = try PropertyListReader.value(in: bytes)
  } catch {
    let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
    require(error.line.map { (1...lines).contains($0) } ?? true, "the line is outside the file")
  }
  if let search = try? SavedSearch(parsing: bytes, home: "/home"), search.query.unicodeScalars.allSatisfy(hasFormInXML) {
    let saved = Array(search.propertyList.utf8)
    require((try? SavedSearch(parsing: saved, home: "/home"))?.query == search.query, "saving changes the query")
  }
  return 0
}

/// Whether XML can represent a scalar. Others are written as U+FFFD.
private func hasFormInXML(_ scalar: Unicode.Scalar) -> Bool {
  scalar.value >= 0x20 && ![0xFFFE, 0xFFFF].contains(scalar.value) || ["\t", "\n", "\r"].contains(scalar)
}
