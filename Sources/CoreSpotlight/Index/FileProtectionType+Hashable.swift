// SPDX-License-Identifier: Apache-2.0

public import Foundation

// Foundation has this conformance on Apple's systems. Without it, clients could not look for a
// protection class in an array.
extension FileProtectionType: @retroactive Equatable, @retroactive Hashable {}
