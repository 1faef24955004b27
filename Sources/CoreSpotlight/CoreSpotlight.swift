// CoreSpotlight
