// SPDX-License-Identifier: Apache-2.0

/// The version of Apple's interface that this module follows.
public let CoreSpotlightAPIVersion: Int32 = 40

/// The version of this module as a number: that of Searchlight, of which the third part is left out.
///
/// - Note: On Apple's systems, it identifies a build of Apple's framework.
public let CoreSpotlightVersionNumber: Double = 0.1

/// The version of this module as text, in the form that Apple's linker gives to the versions of
/// frameworks.
///
/// - Note: On Apple's systems, it is an array of C whose length is unknown, which Swift cannot read.
public let CoreSpotlightVersionString: String = "@(#)PROGRAM:CoreSpotlight  PROJECT:Searchlight-0.1.0\n"
