/// The first eight bytes, the first one in the highest bits. Orders terms like their bytes, as long
/// as the prefixes differ.
func termPrefix(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
  var prefix: UInt64 = 0
  for index in 0..<8 { unsafe prefix = prefix << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0) }
  return prefix
}
