// SPDX-License-Identifier: Apache-2.0

/// A word that a model has a vector of.
package enum KnownWord: Hashable, Sendable {
  /// An English stem.
  case stem(Int)
  /// A word of another language, by its number in one of the model's tables of translations.
  case translated(table: Int, Int)
  /// A word of two words of another language, such as *Autoversicherung*. Its vector is the sum of theirs.
  case compound(table: Int, Int, Int)
}
