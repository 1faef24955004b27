// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

/// The natural logarithm.
func logarithm(_ number: Double) -> Double { Mathematics.naturalLogarithm(number) }

func power(_ base: Double, _ exponent: Double) -> Double { Mathematics.power(base, exponent) }
