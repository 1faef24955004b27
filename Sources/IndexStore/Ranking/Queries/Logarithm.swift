// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The natural logarithm.
func logarithm(_ number: Double) -> Double { log(number) }

func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
