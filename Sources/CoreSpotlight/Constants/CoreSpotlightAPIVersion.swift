/// The version of Apple's interface that this module follows.
///
/// Deliberately absent: `CoreSpotlightVersionNumber` and `CoreSpotlightVersionString`, which
/// identify a build of Apple's framework.
public let CoreSpotlightAPIVersion: Int32 = 40
