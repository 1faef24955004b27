// SPDX-License-Identifier: Apache-2.0

extension Duration {
  /// Rounded up, because a wait that ends too early is repeated at once. poll(2)
  var milliseconds: Int32 { Int32(clamping: Int64((self / .milliseconds(1)).rounded(.up))) }
}
