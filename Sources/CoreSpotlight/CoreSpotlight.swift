// SPDX-License-Identifier: Apache-2.0

// One import brings all that Apple's CoreSpotlight brings: Foundation, and the uniform types that
// its clients name.
@_exported public import AttributeSets
@_exported public import Foundation
@_exported public import ImporterSupport
@_exported public import UniformTypeIdentifiers
