// SPDX-License-Identifier: Apache-2.0

/// The version of Searchlight. This constant defines it; `make lint` checks that the changelog, the
/// module CoreSpotlight and the packages name the same one.
package enum Version {
  package static let current = "0.1.0"
}
